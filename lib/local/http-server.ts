import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from './node-http.ts';

/** A request whose body has arrived whole. `path` and `query` are as sent, still percent-encoded, without the `?`. */
export type WireRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values by turns, in the case and order in which they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly remoteAddress: string;
};

export type WireResponse = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
};

export type Listening = { readonly port: number; readonly url: string; readonly close: () => Promise<void> };

export type ListenOptions = {
  readonly port: number;
  /** Above it the answer is 413 and the handler is not asked. @default 32 MiB, more than any of the services takes */
  readonly maxBodyBytes?: number;
  /** `any` for what would be public on AWS as well. @default only requests that name this machine as their host */
  readonly hosts?: 'any';
  readonly onError: (error: unknown) => void;
};

/** The desk is reachable from this machine only: its services check no signatures. */
export const deskHost = '127.0.0.1';

/** Serves HTTP on 127.0.0.1; port 0 takes any. An error of the handler answers 500 and goes to `onError`. */
export async function listen(
  handle: (request: WireRequest) => Promise<WireResponse>,
  options: ListenOptions,
): Promise<Listening> {
  const maxBodyBytes = options.maxBodyBytes ?? 32 * 1024 * 1024;
  const server = createServer((message, response) => {
    const allowed = options.hosts === 'any' || isThisMachine(message.headers.host);
    readBody(message, maxBodyBytes)
      .then((body) => (!allowed ? otherHost : body === 'too large' ? tooLarge : handle(wireRequest(message, body))))
      .catch((error) => {
        options.onError(error);
        return internalError;
      })
      .then((answer) => send(response, answer), options.onError);
  });
  // SDK clients keep connections; closing an idle one under a request would look like a fault of the service.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, deskHost, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${deskHost}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The JSON answer of the desk's own pages, and of AWS's REST services. */
export function jsonResponse(status: number, value: unknown): WireResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** An error as AWS's REST JSON services send it: the name in a header, the message in the body. */
export function restError(status: number, error: { readonly name: string; readonly message: string }): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': error.name },
    body: JSON.stringify({ message: error.message }),
  };
}

/** A page of the web whose name is made to point here (DNS rebinding) must not read the mails, nor call functions. */
function isThisMachine(host: string | undefined): boolean {
  return host === undefined || /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

const otherHost = jsonResponse(403, { message: `The desk answers requests to ${deskHost} and localhost only` });
const tooLarge = jsonResponse(413, { message: 'Request Entity Too Large' });
const internalError = jsonResponse(500, { message: 'Internal Server Error' });

function wireRequest(message: IncomingMessage, body: Buffer): WireRequest {
  const target = message.url ?? '/';
  const mark = target.indexOf('?');
  return {
    method: message.method ?? 'GET',
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    headers: message.headers,
    rawHeaders: message.rawHeaders,
    body,
    remoteAddress: message.socket.remoteAddress ?? deskHost,
  };
}

async function readBody(message: IncomingMessage, maxBytes: number): Promise<Buffer | 'too large'> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  }
  return length > maxBytes ? 'too large' : Buffer.concat(chunks);
}

function send(response: ServerResponse, answer: WireResponse): void {
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  response.end(answer.body);
}
