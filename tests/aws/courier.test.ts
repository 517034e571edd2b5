import { createServer } from 'node:net';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { describe, expect, onTestFinished, test } from 'vitest';
import { courier } from '../../lib/aws/courier.ts';
import type { NoticeId, RunId } from '../../lib/core/ids.ts';
import { listen, type WireResponse } from '../../lib/local/http-server.ts';
import { clientOptions } from './json-server.ts';

const to = {
  address: 'morgan@example.com',
  runId: 'run-1' as RunId,
  noticeId: 'notice-1' as NoticeId,
  kind: 'reminder',
} as const;
const message = { subject: 'Waiting', text: 'Well?', html: '<p>Well?</p>' };
const taken: WireResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"MessageId":"0100018f-abc-000000"}',
};
const refused = (status: number, error: string): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': error },
  body: '{"message":"no"}',
});

async function posting(answer: WireResponse = taken, region = 'eu-west-1') {
  const bodies: unknown[] = [];
  const server = await listen(
    async (request) => {
      bodies.push(JSON.parse(request.body.toString('utf8')));
      return answer;
    },
    { port: 0, onError: () => {} },
  );
  onTestFinished(server.close);
  const options = { ...clientOptions(server.url), region };
  const clients = { ses: new SESv2Client(options), sns: new SNSClient(options) };
  const sending = { gate: 'purchase', stage: 'dev', from: 'gate@example.com', configurationSet: 'purchase-dev' };
  return { bodies, close: server.close, post: courier(clients, sending) };
}

describe('a mail', () => {
  test('goes under the configuration set, with tags for its events, no tracking and no answers from absent mailboxes', async () => {
    const { bodies, post } = await posting();
    expect(await post.mail(to, message)).toEqual({ kind: 'sent', messageId: '0100018f-abc-000000' });
    expect(bodies).toMatchObject([
      {
        ConfigurationSetName: 'purchase-dev',
        ConfigurationOverrides: { Tracking: { ClickTrackingEnabled: 'DISABLED', OpenTrackingEnabled: 'DISABLED' } },
        EmailTags: [
          { Name: 'countersign-gate', Value: 'purchase' },
          { Name: 'countersign-stage', Value: 'dev' },
          { Name: 'countersign-kind', Value: 'reminder' },
          { Name: 'countersign-notice', Value: 'notice-1' },
        ],
        Content: {
          Simple: {
            Headers: [
              { Name: 'Auto-Submitted', Value: 'auto-generated' },
              { Name: 'X-Auto-Response-Suppress', Value: 'OOF, AutoReply' },
            ],
          },
        },
      },
    ]);
  });

  test.each([
    ['eu-west-1', '<0100-first@eu-west-1.amazonses.com>'],
    ['us-east-1', '<0100-first@email.amazonses.com>'],
  ])('that follows another is in its thread, by the id that SES made of it in %s', async (region, messageId) => {
    const { bodies, post } = await posting(taken, region);
    await post.mail({ ...to, inReplyTo: '0100-first' }, message);
    const thread = [
      { Name: 'In-Reply-To', Value: messageId },
      { Name: 'References', Value: messageId },
    ];
    expect(bodies).toMatchObject([{ Content: { Simple: { Headers: expect.arrayContaining(thread) } } }]);
  });

  test.each([
    ['refused for good', refused(400, 'MessageRejected'), 'given-up'],
    ['throttled', refused(429, 'TooManyRequestsException'), 'will-be-tried-again'],
    ['answered with a fault', refused(500, 'InternalServiceErrorException'), 'will-be-tried-again'],
  ])('that is %s is not sent a second time by the client, and says whether it may be', async (_, answer, again) => {
    const { bodies, post } = await posting(answer);
    expect(await post.mail(to, message)).toMatchObject({ kind: 'failed', again });
    expect(bodies).toHaveLength(1);
  });

  test('that nobody takes may be tried again, and one whose answer was lost is in doubt', async () => {
    const { post, close } = await posting();
    await close();
    expect(await post.mail(to, message)).toMatchObject({ kind: 'failed', again: 'will-be-tried-again' });
    const cut = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await new Promise<void>((resolve) => cut.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void cut.close());
    const address = cut.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const options = clientOptions(`http://127.0.0.1:${port}`);
    const clients = { ses: new SESv2Client(options), sns: new SNSClient(options) };
    const lost = courier(clients, { gate: 'purchase', stage: 'dev', from: 'gate@example.com' });
    expect(await lost.mail(to, message)).toMatchObject({ kind: 'unanswered' });
  });
});
