import { join } from 'node:path';
import { ListSubscriptionsByTopicCommand, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { expect, onTestFinished, test } from 'vitest';
import { movableClock } from '../../lib/local/clock.ts';
import { startTopics } from '../../lib/local/topics.ts';
import { fetchJson } from './support/fetch-json.ts';
import { sdkClient } from './support/sdk-client.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const TopicArn = 'arn:aws:sns:us-east-1:123456789012:approvals';

test('a published message is listed as it was sent, and still after a restart', async () => {
  const file = join(temporaryDirectory(), 'topics.jsonl');
  const first = await topics({ file });
  const Message = 'Approve <b>&"\' 42 €?\nhttps://page.example/?a=1&b=2';
  const sent = await first.client.send(
    new PublishCommand({
      TopicArn,
      Message,
      Subject: 'A question',
      MessageAttributes: { run: { DataType: 'String', StringValue: 'run-1' } },
    }),
  );
  await first.close();
  const second = await topics({ file });
  expect(await second.store()).toMatchObject([
    {
      messageId: sent.MessageId,
      topicArn: TopicArn,
      subject: 'A question',
      message: Message,
      attributes: { run: 'run-1' },
    },
  ]);
});

test('an unknown topic is NotFound', async () => {
  const { client } = await topics();
  const unknown = client.send(new PublishCommand({ TopicArn: `${TopicArn}-other`, Message: 'm' }));
  await expect(unknown).rejects.toMatchObject({
    name: 'NotFoundException',
    message: 'Topic does not exist',
    $metadata: { httpStatusCode: 404 },
  });
});

test.each([
  ['an empty message', { Message: '' }],
  ['a subject over two lines', { Message: 'm', Subject: 'one\ntwo' }],
  ['a subject of more than 100 characters', { Message: 'm', Subject: 's'.repeat(101) }],
  ['a message of more than 256 KiB', { Message: 'm'.repeat(256 * 1024 + 1) }],
])('%s is InvalidParameter', async (_, input) => {
  const { client, store } = await topics();
  await expect(client.send(new PublishCommand({ TopicArn, ...input }))).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  expect(await store()).toEqual([]);
});

test('the subscriptions of a topic are listed', async () => {
  const { client } = await topics();
  const { Subscriptions } = await client.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  expect(Subscriptions).toMatchObject([{ Protocol: 'email', Endpoint: 'team@example.com', TopicArn }]);
});

async function topics({ file = join(temporaryDirectory(), 'topics.jsonl') } = {}) {
  const clock = movableClock();
  const subscriptions = [{ arn: `${TopicArn}:1`, topicArn: TopicArn, protocol: 'email', endpoint: 'team@example.com' }];
  const service = await startTopics({ port: 0, file, topicArns: [TopicArn], subscriptions, clock, log: () => {} });
  const client = new SNSClient(sdkClient(service.url));
  const close = async () => {
    client.destroy();
    await service.close();
    clock.close();
  };
  onTestFinished(close);
  const store = async () => (await fetchJson<{ messages: unknown }>(`${service.url}/store`)).messages;
  return { client, close, store };
}
