import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import {
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  GetExecutionHistoryCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Desk, type DeskOptions, startDesk } from '../../lib/local/desk.ts';
import { fetchJson } from './support/fetch-json.ts';
import { probeAssets, probeTemplate } from './support/probe-stack.ts';
import { sdkClient } from './support/sdk-client.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

type Seen = { readonly path: string; readonly env: Readonly<Record<string, string>>; readonly now: number };

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

// One for all tests that only look at it, or move its clock.
let running: Awaited<ReturnType<typeof begin>>;
beforeAll(async () => {
  running = await begin();
});
afterAll(() => running.desk.close());

test('a template is served whole: page, functions, machine, table, topic and mails', async () => {
  const { desk } = running;
  const seen = await fetchJson<Seen>(`${desk.pageUrl}/hello`);
  expect(seen.path).toBe('/hello');
  expect(desk.outputs.PageUrl).toBe(desk.pageUrl);

  const topicArn = desk.resource('Asks').arn;
  await new SNSClient(sdkClient(desk.endpoints.sns)).send(new PublishCommand({ TopicArn: topicArn, Message: 'm' }));
  expect(await fetchJson(desk.topicsUrl)).toMatchObject({ messages: [{ topicArn, message: 'm' }] });
  await sendMail(desk);
  expect(await fetchJson(desk.mailsUrl)).toMatchObject({ emails: [{ from: 'gate@example.com' }] });

  const sfn = new SFNClient(sdkClient(desk.endpoints.states));
  const [machine] = desk.resourcesOfType('AWS::StepFunctions::StateMachine');
  const { executionArn } = await sfn.send(
    new StartExecutionCommand({ stateMachineArn: machine?.arn, input: '{"n":21}' }),
  );
  const last = async () => {
    const { events } = await sfn.send(
      new GetExecutionHistoryCommand({ executionArn, reverseOrder: true, maxResults: 1 }),
    );
    return events?.[0];
  };
  await vi.waitFor(async () => expect((await last())?.type).toBe('WaitStateEntered'));
  await desk.quiet();
  desk.advance(86_400_000);
  await vi.waitFor(async () => expect((await last())?.type).toBe('ExecutionSucceeded'));
  expect((await last())?.executionSucceededEventDetails?.output).toBe('{"twice":42}');
});

test('a function sees what it declares, what Lambda sets and where the services are', async () => {
  const { desk } = running;
  const { env } = await fetchJson<Seen>(`${desk.pageUrl}/env`);
  expect(env).toEqual({
    TABLE: desk.resource('Runs').physicalName,
    PAGE_URL: desk.pageUrl,
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'desk',
    AWS_SECRET_ACCESS_KEY: 'desk',
    AWS_SESSION_TOKEN: 'desk',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: desk.resource('Page').physicalName,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    LAMBDA_TASK_ROOT: expect.stringMatching(/asset\.page$/),
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    AWS_ENDPOINT_URL_SFN: desk.endpoints.states,
    AWS_ENDPOINT_URL_DYNAMODB: desk.endpoints.dynamodb,
    AWS_ENDPOINT_URL_SESV2: desk.endpoints.sesv2,
    AWS_ENDPOINT_URL_SNS: desk.endpoints.sns,
    AWS_ENDPOINT_URL_KMS: desk.endpoints.kms,
    AWS_ENDPOINT_URL_LAMBDA: desk.endpoints.lambda,
    AWS_ENDPOINT_URL_BEDROCK_AGENTCORE: desk.endpoints['bedrock-agentcore'],
  });
});

test('with the real harness, functions get the credentials and no endpoint for it, and time stays put', async () => {
  const { desk } = await open({ harness: { kind: 'aws', env: { AWS_PROFILE: 'mine' } } });
  const { env } = await fetchJson<Seen>(`${desk.pageUrl}/env`);
  expect(env).toMatchObject({ AWS_PROFILE: 'mine', AWS_ENDPOINT_URL_DYNAMODB: desk.endpoints.dynamodb });
  expect(Object.keys(env).filter((name) => name === 'AWS_ACCESS_KEY_ID' || name.endsWith('AGENTCORE'))).toEqual([]);
  expect(desk.endpoints).not.toHaveProperty('bedrock-agentcore');
  expect(() => desk.advance(1)).toThrow(/cannot be moved while the harness is the real one/);
});

describe('a desk that was closed and started again on its directory, with another template', () => {
  const DefinitionString = '{"QueryLanguage":"JSONata","StartAt":"Only","States":{"Only":{"Type":"Succeed"}}}';
  const Item = { pk: { S: 'a' } };
  let first: Desk;
  let second: Desk;
  let executionArn: string | undefined;
  beforeAll(async () => {
    const { desk, directory, lines } = await begin();
    first = desk;
    const put = new PutItemCommand({ TableName: first.resource('Runs').physicalName, Item });
    await new DynamoDBClient(sdkClient(first.endpoints.dynamodb)).send(put);
    await sendMail(first);
    first.advance(7 * 86_400_000);
    const start = new StartExecutionCommand({ stateMachineArn: first.resource('Machine').arn, input: '{"n":0}' });
    ({ executionArn } = await new SFNClient(sdkClient(first.endpoints.states)).send(start));
    await vi.waitFor(() => expect(lines.join()).toContain('works'), { timeout: 5_000 });
    await first.close();
    const { Machine } = probeTemplate.Resources;
    const changed = { ...Machine, Properties: { ...Machine.Properties, DefinitionString } };
    const template = { ...probeTemplate, Resources: { ...probeTemplate.Resources, Machine: changed } };
    ({ desk: second } = await begin({ directory, template }));
  });
  afterAll(() => second.close());

  test('finds tables, mails, time and addresses as they were', async () => {
    expect([second.endpoints, second.pageUrl]).toEqual([first.endpoints, first.pageUrl]);
    const get = new GetItemCommand({ TableName: first.resource('Runs').physicalName, Key: Item });
    const got = await new DynamoDBClient(sdkClient(second.endpoints.dynamodb)).send(get);
    expect(got.Item).toEqual(Item);
    expect(await fetchJson(second.mailsUrl)).toMatchObject({ emails: [{ from: 'gate@example.com' }] });
    expect((await fetchJson<Seen>(`${second.pageUrl}/now`)).now).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  });

  test('ended no execution by closing: what was running dies as if the process had, and the next desk tells its machine', async () => {
    const command = new DescribeExecutionCommand({ executionArn });
    const described = await new SFNClient(sdkClient(second.endpoints.states)).send(command);
    expect(described).toMatchObject({ status: 'FAILED', error: 'Lambda.Unknown' });
  });

  test('gives the machine of the earlier run the definition of the new template', async () => {
    const command = new DescribeStateMachineCommand({ stateMachineArn: second.resource('Machine').arn });
    const described = await new SFNClient(sdkClient(second.endpoints.states)).send(command);
    expect(described.definition).toBe(DefinitionString);
  });
});

test('a port that another program took meanwhile is replaced, with a line that says so', async () => {
  const { desk: first, directory } = await open();
  const port = Number(new URL(first.pageUrl ?? '').port);
  await first.close();
  const other = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  const { desk: second, lines } = await open({ directory });
  expect(second.pageUrl).not.toBe(first.pageUrl);
  expect(lines.filter((line) => line.includes(`port ${port} is taken`))).toHaveLength(1);
  expect(second.endpoints).toEqual(first.endpoints);
});

test('a second desk on the same directory is refused, and the first one goes on', async () => {
  const { desk, directory } = running;
  await expect(open({ directory })).rejects.toThrow(/A desk is running on .* already \(process \d+\)/);
  expect((await fetchJson<Seen>(`${desk.pageUrl}/still`)).path).toBe('/still');
});

test('what a desk cannot serve stops it at the start, and leaves the directory free', async () => {
  const directory = join(temporaryDirectory(), '.local');
  const template = { Resources: { ...probeTemplate.Resources, Queue: { Type: 'AWS::SQS::Queue' } } };
  await expect(open({ directory, template })).rejects.toThrow(/Queue is an AWS::SQS::Queue/);
  await open({ directory });
});

async function open(given: Partial<DeskOptions> = {}) {
  const opened = await begin(given);
  onTestFinished(opened.desk.close);
  return opened;
}

async function begin(given: Partial<DeskOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'desk-'));
  folders.push(folder);
  const { directory = join(folder, '.local') } = given;
  const lines: string[] = [];
  const desk = await startDesk({
    template: probeTemplate,
    assets: probeAssets(folder),
    harness: { kind: 'embedded', harnesses: [] },
    log: (source, line) => lines.push(`${source}: ${line}`),
    ...given,
    directory,
  });
  return { desk, directory, lines };
}

async function sendMail(desk: Desk): Promise<void> {
  await new SESv2Client(sdkClient(desk.endpoints.sesv2)).send(
    new SendEmailCommand({
      FromEmailAddress: 'gate@example.com',
      Destination: { ToAddresses: ['rita@example.com'] },
      ConfigurationSetName: 'notices',
      Content: { Simple: { Subject: { Data: 's' }, Body: { Text: { Data: 't' } } } },
    }),
  );
}
