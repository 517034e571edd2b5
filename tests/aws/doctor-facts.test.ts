import { BedrockAgentCoreControlClient } from '@aws-sdk/client-bedrock-agentcore-control';
import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { describe, expect, test } from 'vitest';
import { harnessFacts } from '../../lib/aws/harness-facts.ts';
import { mailFacts } from '../../lib/aws/mail-facts.ts';
import { reach } from '../../lib/aws/reachable.ts';
import { statesQuotas } from '../../lib/aws/states-quotas.ts';
import { clientOptions, type JsonAnswer, jsonServer } from './json-server.ts';

const arn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/buying-AbCdEf1234';
const guard = 'arn:aws:lambda:us-east-1:123456789012:function:guard';

describe('what the control plane says of a harness', () => {
  const harness = {
    harnessId: 'buying-AbCdEf1234',
    harnessName: 'buying',
    arn,
    status: 'READY',
    harnessVersion: '3',
    systemPrompt: [{ text: 'You buy.' }, { text: 'You ask.' }],
    tools: [
      {
        type: 'inline_function',
        name: 'buy',
        config: { inlineFunction: { description: 'Buys.', inputSchema: { type: 'object' } } },
      },
      { type: 'remote_mcp', name: 'lines', config: { remoteMcp: { url: 'https://mcp.example' } } },
    ],
    hooks: [
      { beforeToolCall: { name: 'guard', target: { lambda: { arn: guard } } } },
      { afterInvocation: { name: 'trail', target: { sns: { arn: 'arn:aws:sns:us-east-1:123456789012:trail' } } } },
    ],
  };

  async function asked(answers: Readonly<Record<string, JsonAnswer>>) {
    const server = await jsonServer(answers);
    return { ...harnessFacts(new BedrockAgentCoreControlClient(clientOptions(server.url))), paths: server.asked };
  }

  test('its tools, hooks, prompt and memory, in the doctor own words', async () => {
    const memory = { managedMemoryConfiguration: { eventExpiryDuration: 30 } };
    const facts = await asked({ '/harnesses/buying-AbCdEf1234': { body: { harness: { ...harness, memory } } } });
    expect(await facts.harness(arn)).toEqual({
      kind: 'found',
      value: {
        status: 'READY',
        version: '3',
        tools: [
          { type: 'inline_function', name: 'buy', description: 'Buys.', inputSchema: { type: 'object' } },
          { type: 'remote_mcp', name: 'lines' },
        ],
        hooks: [
          { event: 'before_tool_call', functionArn: guard, failureMode: 'deny', timeoutSeconds: 60 },
          { event: 'after_invocation' },
        ],
        systemPrompt: 'You buy.\nYou ask.',
        memory: { kind: 'managed', expiryDays: 30 },
      },
    });
  });

  test.each([
    [{ disabled: {} }, { kind: 'disabled' }],
    [undefined, { kind: 'unknown' }],
    [
      {
        agentCoreMemoryConfiguration: {
          arn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:memory/kept-AbCdEf1234',
        },
      },
      { kind: 'own', arn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:memory/kept-AbCdEf1234', expiryDays: 90 },
    ],
  ])('memory %j is %j', async (memory, expected) => {
    const facts = await asked({
      '/harnesses/buying-AbCdEf1234': { body: { harness: { ...harness, ...(memory && { memory }) } } },
      '/memories/kept-AbCdEf1234/details': { body: { memory: { eventExpiryDuration: 90 } } },
    });
    expect(await facts.harness(arn)).toMatchObject({ value: { memory: expected } });
  });

  test('a harness that is not there is missing, and one that may not be read is not', async () => {
    expect(await (await asked({})).harness(arn)).toEqual({ kind: 'missing' });
    const denied = { status: 403, error: 'AccessDeniedException', body: { message: 'not yours' } };
    const facts = await asked({ '/harnesses/buying-AbCdEf1234': denied });
    expect(await facts.harness(arn)).toEqual({ kind: 'failed', why: 'AccessDeniedException: not yours' });
  });

  test('an endpoint with the version that it is pinned to', async () => {
    const endpoint = { endpointName: 'live', status: 'READY', liveVersion: '3', targetVersion: '3' };
    const facts = await asked({ '/harnesses/buying-AbCdEf1234/endpoints/live': { body: { endpoint } } });
    expect(await facts.harnessEndpoint({ arn, qualifier: 'live' })).toEqual({
      kind: 'found',
      value: { status: 'READY', liveVersion: '3', targetVersion: '3' },
    });
    expect(await facts.harnessEndpoint({ arn, qualifier: 'other' })).toEqual({ kind: 'missing' });
  });
});

describe('what SES says', () => {
  async function asked(answers: Readonly<Record<string, JsonAnswer>>) {
    const missing = { status: 404, error: 'NotFoundException', body: { message: 'not there' } };
    const server = await jsonServer({
      '/v2/email/suppression/addresses/alex%40example.com': missing,
      '/v2/email/identities/example.org': missing,
      ...answers,
    });
    return mailFacts(new SESv2Client(clientOptions(server.url)));
  }

  test('of the account', async () => {
    const body = {
      ProductionAccessEnabled: true,
      SendingEnabled: true,
      SendQuota: { Max24HourSend: 200, SentLast24Hours: 3 },
    };
    expect(await (await asked({ '/v2/email/account': { body } })).mailAccount()).toEqual({
      kind: 'found',
      value: { productionAccess: true, sendingEnabled: true, sentLast24Hours: 3, most24Hours: 200 },
    });
  });

  test('of a configuration set whose bounces go to EventBridge, to another place, or that is not there', async () => {
    const at = (name: string) => `/v2/email/configuration-sets/${name}/event-destinations`;
    const destinations = (...EventDestinations: readonly object[]) => ({ body: { EventDestinations } });
    const heard = {
      Name: 'a',
      Enabled: true,
      MatchingEventTypes: ['BOUNCE'],
      EventBridgeDestination: { EventBusArn: 'bus' },
    };
    const { EventBridgeDestination: _, ...elsewhere } = heard;
    const facts = await asked({
      [at('ours')]: destinations(elsewhere, heard),
      [at('theirs')]: destinations(
        elsewhere,
        { ...heard, Enabled: false },
        { ...heard, MatchingEventTypes: ['CLICK'] },
      ),
      [at('none')]: { status: 404, error: 'NotFoundException', body: { message: 'not there' } },
    });
    expect(await facts.mailEvents('ours')).toEqual({ kind: 'found', value: { heard: true } });
    expect(await facts.mailEvents('theirs')).toEqual({ kind: 'found', value: { heard: false } });
    expect(await facts.mailEvents('none')).toEqual({ kind: 'missing' });
  });

  test('of identities and suppressed addresses', async () => {
    const facts = await asked({
      '/v2/email/identities/example.com': { body: { VerifiedForSendingStatus: true } },
      '/v2/email/suppression/addresses/rita%40example.com': {
        body: { SuppressedDestination: { EmailAddress: 'rita@example.com', Reason: 'BOUNCE' } },
      },
    });
    expect(await facts.mailIdentity('example.com')).toEqual({ kind: 'found', value: { verified: true } });
    expect(await facts.mailIdentity('example.org')).toEqual({ kind: 'missing' });
    expect(await facts.suppressed('rita@example.com')).toEqual({ kind: 'found', value: { reason: 'BOUNCE' } });
    expect(await facts.suppressed('alex@example.com')).toEqual({ kind: 'missing' });
  });
});

test('quotas come from the newest point of their metrics, and a day of throttling from its sum', async () => {
  const client = new CloudWatchClient(clientOptions('http://127.0.0.1:1'));
  const point = (Timestamp: Date, Maximum: number) => ({ Timestamp, Maximum });
  const points = {
    OpenExecutionCount: [point(new Date(1_000), 7), point(new Date(2_000), 12), point(new Date(0), 3)],
    OpenExecutionLimit: [point(new Date(0), 1_000_000)],
    ProvisionedRefillRate: [point(new Date(0), 500)],
    ThrottledEvents: [{ Timestamp: new Date(0), Sum: 4 }],
  } as const;
  const queries: GetMetricStatisticsCommand['input'][] = [];
  client.middlewareStack.add(
    () =>
      async ({ input }) => {
        const query = new GetMetricStatisticsCommand(input as GetMetricStatisticsCommand['input']).input;
        queries.push(query);
        const known = Object.entries(points).find(([name]) => name === query.MetricName)?.[1] ?? [];
        return { output: { Datapoints: [...known], $metadata: {} }, response: {} };
      },
    { step: 'initialize', priority: 'high' },
  );
  const quotas = statesQuotas(client, () => 90_000_000);
  expect(await quotas.executionQuotas()).toEqual({
    kind: 'found',
    value: { openExecutions: 12, mostOpenExecutions: 1_000_000 },
  });
  expect(await quotas.callbackQuota()).toEqual({ kind: 'found', value: { refillPerSecond: 500, throttledLastDay: 4 } });
  const throttled = queries.find(({ MetricName }) => MetricName === 'ThrottledEvents');
  expect(throttled).toMatchObject({
    Namespace: 'AWS/States',
    Dimensions: [{ Name: 'APIName', Value: 'SendTaskSuccess' }],
    Statistics: ['Sum'],
    StartTime: new Date(3_600_000),
    EndTime: new Date(90_000_000),
  });
});

test('an address that answers is found with its status and the difference of the clocks', async () => {
  const { url } = await jsonServer({ '/doctor': { status: 503, body: {} } });
  const reached = await reach(`${url}/doctor`);
  expect(reached).toMatchObject({ kind: 'found', value: { status: 503, url: `${url}/doctor` } });
  expect(Math.abs(reached.kind === 'found' ? (reached.value.aheadMs ?? 60_000) : 60_000)).toBeLessThan(2_000);
  expect(await reach('http://127.0.0.1:1/')).toMatchObject({ kind: 'failed' });
});
