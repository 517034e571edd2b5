import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { GetExecutionHistoryCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDesk } from '../../lib/local/desk.ts';
import type { DeskAddresses } from './support/desk-process.ts';
import { fetchJson } from './support/fetch-json.ts';
import { probeAssets, probeTemplate } from './support/probe-stack.ts';
import { sdkClient } from './support/sdk-client.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

test('what a desk had acknowledged when it was killed is there when the next one starts, at the same addresses', async () => {
  const directory = join(temporaryDirectory(), '.local');
  const code = temporaryDirectory();
  const options = {
    template: probeTemplate,
    assets: probeAssets(code),
    directory,
    harness: { kind: 'embedded', harnesses: [] },
    log: () => {},
  } as const;
  const child = fork(new URL('./support/desk-process.ts', import.meta.url), [
    directory,
    join(code, 'probe.assets.json'),
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [first]: DeskAddresses[] = await once(child, 'message');
  if (first === undefined) throw new Error('The process told nothing');
  const named = (logicalId: string) => first.resources.find((one) => one.logicalId === logicalId);
  await expect(startDesk(options)).rejects.toThrow(`already (process ${child.pid})`);

  const table = { TableName: named('Runs')?.physicalName };
  const item = { pk: { S: 'a' } };
  await new DynamoDBClient(sdkClient(first.endpoints.dynamodb)).send(new PutItemCommand({ ...table, Item: item }));
  await new SNSClient(sdkClient(first.endpoints.sns)).send(
    new PublishCommand({ TopicArn: named('Asks')?.arn, Message: 'm' }),
  );
  await new SESv2Client(sdkClient(first.endpoints.sesv2)).send(new SendEmailCommand(mail));
  const sfn = new SFNClient(sdkClient(first.endpoints.states));
  const { executionArn } = await sfn.send(
    new StartExecutionCommand({ stateMachineArn: named('Machine')?.arn, input: '{"n":21}' }),
  );
  const newest = async () => {
    const { events } = await sfn.send(
      new GetExecutionHistoryCommand({ executionArn, reverseOrder: true, maxResults: 1 }),
    );
    return events?.[0];
  };
  await vi.waitFor(async () => expect((await newest())?.type).toBe('WaitStateEntered'), { timeout: 5_000 });
  child.kill('SIGKILL');
  await once(child, 'exit');

  const second = await startDesk(options);
  onTestFinished(second.close);
  expect([second.endpoints, second.pageUrl]).toEqual([first.endpoints, first.pageUrl]);
  const got = await new DynamoDBClient(sdkClient(second.endpoints.dynamodb)).send(
    new GetItemCommand({ ...table, Key: item }),
  );
  expect(got.Item).toEqual(item);
  expect(await fetchJson(second.mailsUrl)).toMatchObject({ emails: [{ subject: 'before the crash' }] });
  expect(await fetchJson(second.topicsUrl)).toMatchObject({ messages: [{ message: 'm' }] });
  second.advance(86_400_000);
  await vi.waitFor(async () => expect((await newest())?.executionSucceededEventDetails?.output).toBe('{"twice":42}'));
});

const mail = {
  FromEmailAddress: 'gate@example.com',
  Destination: { ToAddresses: ['rita@example.com'] },
  ConfigurationSetName: 'notices',
  Content: { Simple: { Subject: { Data: 'before the crash' }, Body: { Text: { Data: 't' } } } },
};
