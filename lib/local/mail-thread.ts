import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import type { Email, Store } from 'aws-ses-v2-local/dist/store.js';
import { z } from 'zod';
import { withCompileCache } from './compile-cache.ts';
import { installDeskDate } from './desk-date.ts';
import { deskHost, jsonResponse, listen, restError, type WireRequest, type WireResponse } from './http-server.ts';
import { openJournal } from './journal.ts';
import type { AcceptedMail } from './mail-events.ts';
import {
  type Refusal,
  recipientsOf,
  refusalError,
  refusalShape,
  ruleBroken,
  type SendEmail,
  sendEmailShape,
} from './mail-rules.ts';
import { request as httpRequest } from './node-http.ts';
import { oneFile } from './one-file.ts';

/** What this thread is started with. */
export type MailThread = {
  readonly file: string;
  readonly shared: SharedArrayBuffer;
  readonly configurationSets: readonly string[];
};

type Ses = {
  readonly serve: (config: { host: string; port: number }) => Promise<import('node:http').Server>;
  readonly getStoreReadonly: () => Store;
};

const exported = `exports.serve = require('aws-ses-v2-local').default;
exports.getStoreReadonly = require('aws-ses-v2-local/dist/store.js').getStoreReadonly;`;

const setup: MailThread & { port: number } = workerData;
installDeskDate(setup.shared);

// The library keeps one list of mails per process, in memory. It stays the list; this journal is what fills it again.
const journal = openJournal(setup.file, (value) =>
  z.custom<Email>((one) => typeof one === 'object' && one !== null).parse(value),
);
const refusals: Refusal[] = [];
// Loading the library takes longer than all the rest of a desk's start, so it waits for the first request: of a mail, or of
// a desk that warms up.
let loading: Promise<{ store: Store; url: string }> | undefined;
function library(): Promise<{ store: Store; url: string }> {
  loading ??= withCompileCache(loadLibrary);
  return loading;
}

const front = await listen(answer, { port: setup.port, onError: (error) => console.error(`mail: ${error}`) });
parentPort?.postMessage({ port: front.port });
parentPort?.on('message', () => front.close().then(() => process.exit()));

async function loadLibrary(): Promise<{ store: Store; url: string }> {
  const file = oneFile('mail', { source: exported, home: 'aws-ses-v2-local' });
  const { serve, getStoreReadonly }: Ses = createRequire(import.meta.url)(file);
  getStoreReadonly().emails.push(...journal.items());
  const server = await serve({ host: deskHost, port: 0 });
  server.keepAliveTimeout = 0;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail library listens on no port');
  return { store: getStoreReadonly(), url: `http://${deskHost}:${address.port}` };
}

async function answer(request: WireRequest): Promise<WireResponse> {
  if (request.path === '/refusals') return changeRefusals(request);
  const sent =
    request.method === 'POST' && request.path === '/v2/email/outbound-emails' ? readMail(request.body) : undefined;
  if (sent !== undefined) {
    const error = refused(sent) ?? ruleBroken(sent, setup.configurationSets);
    if (error !== undefined) return restError(error.status, error);
  }
  const response = await pass(request);
  if (request.method === 'POST' && request.path === '/clear-store') journal.clear();
  if (request.method === 'POST' && response.status === 200) await keepNew(sent);
  return response;
}

/** Writes down what the library has accepted, before its sender hears of it. */
async function keepNew(sent: SendEmail | undefined): Promise<void> {
  const { store } = await library();
  for (const email of store.emails.slice(journal.items().length)) {
    // The library drops tags and configuration set, by which a mail joins its request.
    if (sent !== undefined)
      Object.assign(email, { tags: sent.EmailTags ?? [], configurationSet: sent.ConfigurationSetName });
    journal.append(email);
    if (sent !== undefined) tellOf(sent, email.messageId);
  }
}

function tellOf(sent: SendEmail, messageId: string): void {
  const { FromEmailAddress: from = '', ConfigurationSetName: configurationSet, EmailTags: tags = [] } = sent;
  const accepted: AcceptedMail = { messageId, from, to: [...recipientsOf(sent)], configurationSet, tags };
  parentPort?.postMessage(accepted);
}

async function pass(request: WireRequest): Promise<WireResponse> {
  const { url } = await library();
  const { authorization, 'content-type': contentType } = request.headers;
  const { status, type, body } = await exchange(
    `${url}${request.path}${request.query === '' ? '' : `?${request.query}`}`,
    {
      method: request.method,
      headers: { ...(authorization && { authorization }), ...(contentType && { 'content-type': contentType }) },
      body: request.body,
    },
  );
  if (status >= 400) return sdkError(status, body.toString('utf8'));
  return { status, headers: { 'content-type': type ?? 'application/json' }, body };
}

type Sent = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

// Not by fetch: loading it takes a thread as long as a third of the library.
function exchange(url: string, { method, headers, body }: Sent) {
  return new Promise<{ status: number; type: string | undefined; body: Buffer }>((resolve, reject) => {
    const sending = httpRequest(url, { method, headers: { ...headers, 'content-length': body.length } }, (response) => {
      const { statusCode = 500, headers: received } = response;
      buffer(response).then(
        (all) => resolve({ status: statusCode, type: received['content-type'], body: all }),
        reject,
      );
    });
    sending.once('error', reject);
    sending.end(body);
  });
}

/** The library's errors lack the header by which an SDK client tells them apart. */
function sdkError(status: number, body: string): WireResponse {
  const error = z
    .object({ type: z.string().optional(), message: z.string(), detail: z.string().optional() })
    .safeParse(parseJson(body));
  if (!error.success)
    return restError(status, {
      name: 'UnknownOperationException',
      message: `The desk's mail service does not know this operation (${body.slice(0, 100)})`,
    });
  const { type, message, detail } = error.data;
  return restError(status, {
    name: type ?? (status === 403 ? 'AccessDeniedException' : 'BadRequestException'),
    message: detail ?? message,
  });
}

function changeRefusals(request: WireRequest): WireResponse {
  if (request.method === 'POST') {
    const refusal = refusalShape.safeParse(parseJson(request.body.toString('utf8')));
    if (!refusal.success) return jsonResponse(400, { message: z.prettifyError(refusal.error) });
    refusals.push(refusal.data);
  }
  if (request.method === 'DELETE') refusals.length = 0;
  return jsonResponse(200, { refusals });
}

function refused(mail: SendEmail) {
  const recipients = recipientsOf(mail);
  const index = refusals.findIndex(({ address }) => recipients.some((one) => one.includes(address)));
  const refusal = refusals[index];
  if (refusal === undefined) return undefined;
  const left = refusal.times === undefined ? undefined : refusal.times - 1;
  if (left === 0) refusals.splice(index, 1);
  else if (left !== undefined) refusals[index] = { ...refusal, times: left };
  return refusalError(refusal);
}

function readMail(body: Buffer): SendEmail | undefined {
  // What does not even have this shape is left to the library to refuse.
  return sendEmailShape.safeParse(parseJson(body.toString('utf8'))).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
