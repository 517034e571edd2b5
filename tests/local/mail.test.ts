import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { movableClock } from '../../lib/local/clock.ts';
import { startMail } from '../../lib/local/mail.ts';
import { fetchJson } from './support/fetch-json.ts';
import { sdkClient } from './support/sdk-client.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

// Each service is a thread that loads a library, so what no restart is about has one service, emptied behind each test.
let shared: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  shared = await startService(join(mkdtempSync(join(tmpdir(), 'mails-')), 'mails.jsonl'));
});
afterEach(async () => {
  await fetch(`${shared.url}/clear-store`, { method: 'POST' });
  await fetch(`${shared.url}/refusals`, { method: 'DELETE' });
});
afterAll(async () => {
  await shared.close();
  rmSync(dirname(shared.file), { recursive: true });
});

test('a mail that an unmodified client sends is listed with its parts, tags and headers', async () => {
  const { client, store } = shared;
  const sent = await client.send(new SendEmailCommand(mail()));
  expect(sent.MessageId).toBeTruthy();
  expect(await store()).toMatchObject([
    {
      messageId: sent.MessageId,
      from: 'Gate <gate@example.com>',
      destination: { to: ['rita@example.com'] },
      subject: 'Approve 42 €?',
      body: { html: '<p>yes or no</p>', text: 'yes or no' },
      headers: [{ name: 'X-Run', value: 'run-1' }],
      tags: [{ Name: 'run', Value: 'run-1' }],
      configurationSet: 'notices',
    },
  ]);
});

test('mails are still listed, once each, after the service was started again on the same file, also behind a line that a crash cut off', async () => {
  const file = join(temporaryDirectory(), 'mails.jsonl');
  const first = await mailService({ file });
  await first.client.send(new SendEmailCommand(mail({ FromEmailAddress: 'one@example.com' })));
  await first.close();
  // It is dropped, and the list goes on behind what was whole.
  appendFileSync(file, '{"messageId":"ses-1","fr');
  const second = await mailService({ file });
  await second.client.send(new SendEmailCommand(mail({ FromEmailAddress: 'two@example.com' })));
  await second.close();
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
  const third = await mailService({ file });
  expect((await third.store()).map(({ from }) => from)).toEqual(['one@example.com', 'two@example.com']);
});

test('an emptied list stays empty after a restart', async () => {
  const file = join(temporaryDirectory(), 'mails.jsonl');
  const first = await mailService({ file });
  await first.client.send(new SendEmailCommand(mail()));
  await fetch(`${first.url}/clear-store`, { method: 'POST' });
  await first.client.send(new SendEmailCommand(mail({ FromEmailAddress: 'after@example.com' })));
  await first.close();
  expect((await (await mailService({ file })).store()).map(({ from }) => from)).toEqual(['after@example.com']);
});

test("mails carry the desk's time, not the machine's", async () => {
  const { client, clock, store } = shared;
  clock.advance(90 * 86_400_000);
  await client.send(new SendEmailCommand(mail()));
  const [email] = await store();
  expect(email?.at).toBeGreaterThan(Date.now() / 1000 + 89 * 86_400);
});

test('an address can be made to refuse, for as often as was asked', async () => {
  const { client, refuse } = shared;
  await refuse({ address: 'rita@example.com', error: 'TooManyRequestsException', times: 1 });
  await expect(client.send(new SendEmailCommand(mail()))).rejects.toMatchObject({ name: 'TooManyRequestsException' });
  await expect(client.send(new SendEmailCommand(mail()))).resolves.toHaveProperty('MessageId');
  await refuse({ address: 'rita@example.com', error: 'MessageRejected', message: 'Email address is not verified.' });
  await expect(client.send(new SendEmailCommand(mail()))).rejects.toMatchObject({
    name: 'MessageRejected',
    message: 'Email address is not verified.',
  });
});

test('a refusal that SES does not know is not taken, with the list of those it knows', async () => {
  const { refuse } = shared;
  const answer = await refuse({ address: 'rita@example.com', error: 'Nonsense' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('MessageRejected');
});

test('a mail that breaks a rule of SES is refused, and kept nowhere', async () => {
  const { client, store } = shared;
  const refused = client.send(new SendEmailCommand(mail({ ConfigurationSetName: 'other' })));
  await expect(refused).rejects.toMatchObject({
    name: 'NotFoundException',
    message: 'Configuration set <other> does not exist.',
  });
  const empty = client.send(new SendEmailCommand(mail({ Content: { Simple: { Subject: { Data: 's' }, Body: {} } } })));
  await expect(empty).rejects.toMatchObject({
    name: 'BadRequestException',
    message: expect.stringContaining('HTML or Text body'),
  });
  expect(await store()).toEqual([]);
});

test('per-message overrides that the library does not know are no hindrance', async () => {
  const { url, store } = shared;
  const answer = await fetch(`${url}/v2/email/outbound-emails`, {
    method: 'POST',
    headers: { authorization: 'AWS4-HMAC-SHA256 test', 'content-type': 'application/json' },
    body: JSON.stringify({ ...mail(), ConfigurationOverrides: { Tracking: { ClickTrackingEnabled: 'DISABLED' } } }),
  });
  expect(answer.status).toBe(200);
  expect(await store()).toHaveLength(1);
});

function mail(overrides: Partial<SendEmailCommandInput> = {}): SendEmailCommandInput {
  return {
    FromEmailAddress: 'Gate <gate@example.com>',
    Destination: { ToAddresses: ['rita@example.com'] },
    ConfigurationSetName: 'notices',
    EmailTags: [{ Name: 'run', Value: 'run-1' }],
    Content: {
      Simple: {
        Subject: { Data: 'Approve 42 €?', Charset: 'UTF-8' },
        Body: { Html: { Data: '<p>yes or no</p>', Charset: 'UTF-8' }, Text: { Data: 'yes or no', Charset: 'UTF-8' } },
        Headers: [{ Name: 'X-Run', Value: 'run-1' }],
      },
    },
    ...overrides,
  };
}

type Stored = { readonly from: string; readonly at: number };

async function mailService({ file }: { readonly file: string }) {
  const service = await startService(file);
  onTestFinished(service.close);
  return service;
}

async function startService(file: string) {
  const clock = movableClock();
  const service = await startMail({ port: 0, file, clock, configurationSets: ['notices'], log: () => {} });
  const client = new SESv2Client(sdkClient(service.url));
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    client.destroy();
    await service.close();
    clock.close();
  };
  const store = async () => (await fetchJson<{ emails: readonly Stored[] }>(`${service.url}/store`)).emails;
  const refuse = (refusal: unknown) =>
    fetch(`${service.url}/refusals`, { method: 'POST', body: JSON.stringify(refusal) });
  return { file, url: service.url, client, clock, close, store, refuse };
}
