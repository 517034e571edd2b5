import { describe, expect, test } from 'vitest';
import type { DoctorPorts, HarnessFacts } from '../../lib/cli/doctor/facts.ts';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { gateFile } from '../support/gate-files.ts';
import {
  examined,
  failed,
  found,
  goodHarness,
  guardArn,
  harnessArn,
  missing,
  readBy,
  receiptKeyArn,
  topicArn,
} from './examined.ts';

test('a gate whose surroundings are in order has no problem, and the doctor ends with 0', async () => {
  const { code, findings } = await examined({});
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(code).toBe(0);
});

const harness = (changes: Partial<HarnessFacts>): Partial<DoctorPorts> => ({
  harness: found({ ...goodHarness, ...changes }),
});
const withoutTool = (name: string) => goodHarness.tools.filter((tool) => tool.name !== name);
const changedTool = (name: string, change: { description?: string; inputSchema?: JsonObject }) =>
  goodHarness.tools.map((tool) => (tool.name === name ? { ...tool, ...change } : tool));

describe('each of these is a problem of its own, with what to do', () => {
  test.each<[string, Partial<DoctorPorts>, string, RegExp]>([
    [
      'a mail account without sending',
      { mailAccount: found({ productionAccess: true, sendingEnabled: false, sentLast24Hours: 0, most24Hours: 200 }) },
      'mail.quota',
      /switched off/,
    ],
    [
      'a quota that is nearly used up',
      { mailAccount: found({ productionAccess: true, sendingEnabled: true, sentLast24Hours: 190, most24Hours: 200 }) },
      'mail.quota',
      /190 of 200/,
    ],
    ['a gate that is stopped', { stoppedSince: found('2027-01-01T00:00:00.000Z') }, 'stop', /stopped since 2027-01-01/],
    [
      'a configuration set that is not there',
      { mailEvents: missing },
      'mail.events',
      /no configuration set purchase-dev/,
    ],
    [
      'bounces that nobody hears of',
      { mailEvents: found({ heard: false }) },
      'mail.events',
      /nobody is told of bounces/,
    ],
    ['a sender nobody verified', { mailIdentity: missing }, 'mail.sender', /neither example.com nor gate@example.com/],
    [
      'an approver whose mail is suppressed',
      { suppressed: async (address) => (address.startsWith('alex') ? found({ reason: 'BOUNCE' })() : missing()) },
      'mail.suppressed alex@example.com',
      /BOUNCE/,
    ],
    ['a topic that nobody reads', { subscriptions: readBy() }, 'topic ops', /nobody is subscribed/],
    [
      'a subscription that nobody confirmed',
      { subscriptions: readBy('pending') },
      'topic ops',
      /unconfirmed: ops@example.com/,
    ],
    ['a harness that is not there', { harness: missing }, 'harness', /there is no arn/],
    ['a harness that is being updated', harness({ status: 'UPDATING' }), 'harness', /UPDATING/],
    [
      'a tool that the harness lacks',
      harness({ tools: withoutTool('buy') }),
      'harness.tool buy',
      /no such inline function/,
    ],
    [
      'another description',
      harness({ tools: changedTool('buy', { description: 'Buys.' }) }),
      'harness.tool buy',
      /not the gate file's/,
    ],
    [
      'another schema',
      harness({ tools: changedTool('buy', { inputSchema: {} }) }),
      'harness.tool buy',
      /not the gate file's/,
    ],
    [
      'an inline tool that no rule names',
      harness({ tools: [...goodHarness.tools, { type: 'inline_function', name: 'extra' }] }),
      'harness.tool extra',
      /refuses every call/,
    ],
    ['no hook', harness({ hooks: [] }), 'harness.guard', /built-in tools run unasked/],
    [
      "somebody else's hook",
      harness({ hooks: [{ event: 'before_tool_call', functionArn: `${guardArn}-other`, failureMode: 'deny' }] }),
      'harness.guard',
      /built-in tools run unasked/,
    ],
    [
      'a hook that allows when it fails',
      harness({ hooks: [{ event: 'before_tool_call', functionArn: guardArn, failureMode: 'allow' }] }),
      'harness.guard',
      /allows when the guard fails/,
    ],
    [
      'a hook at another event',
      harness({ hooks: [{ event: 'after_tool_call', functionArn: guardArn, failureMode: 'deny' }] }),
      'harness.guard',
      /built-in tools run unasked/,
    ],
    [
      'a hook that may outlast the turn',
      harness({
        hooks: [{ event: 'before_tool_call', functionArn: guardArn, failureMode: 'deny', timeoutSeconds: 60 }],
      }),
      'harness.hook before_tool_call',
      /may take 60 s, and a whole turn has 60 s/,
    ],
    ['memory that is off', harness({ memory: { kind: 'disabled' } }), 'harness.memory', /is off/],
    [
      'memory that is too short',
      harness({ memory: { kind: 'managed', expiryDays: 1 } }),
      'harness.memory',
      /kept for 1 days/,
    ],
    [
      'an endpoint that follows the newest version',
      { harnessEndpoint: found({ status: 'READY', liveVersion: '7' }) },
      'harness.endpoint',
      /not pinned/,
    ],
    ['an endpoint that is not there', { harnessEndpoint: missing }, 'harness.endpoint', /no endpoint live/],
    [
      'DEFAULT as the endpoint',
      {
        functions: found({
          advanceTimeoutSeconds: 120,
          harness: { arn: harnessArn, qualifier: 'DEFAULT' },
          guardArn,
          receiptKeyArn,
        }),
      },
      'harness.endpoint',
      /follows every update/,
    ],
    [
      'a prompt that is silent',
      harness({ systemPrompt: 'You keep the buyer informed.' }),
      'harness.prompt',
      /does not name .*buy/,
    ],
    [
      'a function that is cut off before its turn',
      {
        functions: found({
          advanceTimeoutSeconds: 60,
          harness: { arn: harnessArn, qualifier: 'live' },
          guardArn,
          receiptKeyArn,
        }),
      },
      'timeouts',
      /cut off after 60 s/,
    ],
    [
      'executions near their quota',
      { executionQuotas: found({ openExecutions: 900_000, mostOpenExecutions: 1_000_000 }) },
      'quota.executions',
      /900000 of 1000000/,
    ],
    [
      'throttled callbacks',
      { callbackQuota: found({ refillPerSecond: 300, throttledLastDay: 2 }) },
      'quota.callbacks',
      /2 throttled/,
    ],
    ['a clock that is wrong', { clockAheadMs: found(120_000) }, 'clock', /120\.0 s ahead/],
    ['something else at the page', { page: found({ url: 'https://p', status: 403 }) }, 'page', /403, which is not/],
    ['a page that fails', { page: found({ url: 'https://page.example', status: 502 }) }, 'page', /answers 502/],
  ])('%s', async (_, ports, check, text) => {
    const { code, problems } = await examined(ports);
    expect(problems.map((finding) => finding.check)).toEqual([check]);
    expect(problems[0]?.text).toMatch(text);
    expect(problems[0]?.todo).toBeTruthy();
    expect(code).toBe(1);
  });
});

test('in the sandbox every approver must be verified, and each is named', async () => {
  const { problems } = await examined({
    mailAccount: found({ productionAccess: false, sendingEnabled: true, sentLast24Hours: 0, most24Hours: 200 }),
    mailIdentity: async (identity) => (/^alex|^example/.test(identity) ? missing() : found({ verified: true })()),
  });
  expect(problems.map(({ check }) => check)).toEqual(['mail.sandbox', 'mail.verified alex@example.com']);
});

test('in the sandbox an approver whose whole domain is verified needs no more', async () => {
  const { problems } = await examined({
    mailAccount: found({ productionAccess: false, sendingEnabled: true, sentLast24Hours: 0, most24Hours: 200 }),
    mailIdentity: async (identity) => (identity === 'example.com' ? found({ verified: true })() : missing()),
  });
  expect(problems.map(({ check }) => check)).toEqual(['mail.sandbox']);
});

test('what to do about a topic that nobody reads is a command with its ARN', async () => {
  const { problems } = await examined({ subscriptions: readBy() });
  expect(problems[0]?.todo).toContain(`--topic-arn ${topicArn} `);
});

test('a stack that is not there is named with its region, since the name may be a wrong one', async () => {
  const stack = { stack: 'countersign-purchse-dev', region: 'eu-west-1', state: 'not deployed' as const };
  const { code, findings } = await examined({ installation: found(stack) });
  expect(findings[0]).toMatchObject({ check: 'stack', state: 'not-checked' });
  expect(findings[0]?.text).toMatch(/no countersign-purchse-dev in eu-west-1: .*--stack/);
  expect(code).toBe(0);
});

test('before the gate is deployed nobody can tell whose function a hook asks, and it is not said', async () => {
  const { findings } = await examined({ functions: missing });
  const { state, text } = findings.find(({ check }) => check === 'harness.guard') ?? {};
  expect([state, text]).toEqual(['ok', expect.stringContaining('can be told once the gate is deployed')]);
});

test('an address alone is enough to send from, where its domain is not verified', async () => {
  const { problems } = await examined({
    mailIdentity: async (identity) => (identity === 'gate@example.com' ? found({ verified: true })() : missing()),
  });
  expect(problems).toEqual([]);
});

test('a harness declared unguarded is a problem for as long as it is that, hook or not', async () => {
  const arn = { arn: harnessArn, timeoutSeconds: 60, unguarded: true };
  const { problems } = await examined({}, gateFile({ harness: arn }));
  expect(problems.map(({ check }) => check)).toEqual(['harness.guard']);
});

test('before the gate is deployed its harness is examined all the same, and what is not there yet is no problem', async () => {
  const { code, findings, problems } = await examined({
    functions: missing,
    page: missing,
    executionQuotas: missing,
    callbackQuota: missing,
  });
  // Named in the gate file without a qualifier: DEFAULT.
  expect(problems.map(({ check }) => check)).toEqual(['harness.endpoint']);
  expect(findings.filter(({ state }) => state === 'not-checked').map(({ check }) => check)).toEqual([
    'timeouts',
    'quota.executions',
    'quota.callbacks',
    'page',
  ]);
  expect(code).toBe(1);
});

test('a gate that is deployed and has had no run is not told as one that is not deployed', async () => {
  const { code, findings } = await examined({ executionQuotas: missing, callbackQuota: missing });
  const quotas = findings.filter(({ check }) => check.startsWith('quota.')).map(({ text }) => text);
  expect([code, ...quotas]).toEqual([
    0,
    expect.stringMatching('counted nothing'),
    expect.stringMatching('counted nothing'),
  ]);
});

test('what could not be asked is no problem and no health: the doctor ends with 4', async () => {
  const { code, unknown, problems } = await examined({ suppressed: failed, clockAheadMs: failed });
  expect([code, unknown, problems]).toEqual([4, 3, []]);
});

test('what does not exist here is said with its reason and changes nothing', async () => {
  const absent = async () => ({ kind: 'absent', why: 'a desk delivers no mail' }) as const;
  const { code, findings } = await examined({
    mailAccount: absent,
    mailIdentity: absent,
    mailEvents: absent,
    suppressed: absent,
  });
  expect(findings.find(({ check }) => check === 'mail.sandbox')?.text).toBe('not checked (a desk delivers no mail)');
  expect(code).toBe(0);
});
