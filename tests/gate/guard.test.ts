import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { type RunId, type SessionId, sessionIdOf } from '../../lib/core/ids.ts';
import { type GuardAnswer, guard } from '../../lib/gate/guard.ts';
import { operate } from '../../lib/gate/operate.ts';
import { bench, execution } from '../support/bench.ts';
import { fakeClock } from '../support/fakes.ts';
import { gateFile } from '../support/gate-files.ts';
import { memoryLedger } from '../support/memory-ledger.ts';
import { memoryOperational } from '../support/memory-operational.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling } from '../support/stream.ts';

const arn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
const tools = { allow: ['find_*', '@builtin/file_operations'], deny: ['find_secrets'] };
const gate = gateFile({ harness: { arn, tools } });
const sessionId = 'session-1' as SessionId;
const around = { chains: memoryLedger(), clock: fakeClock().now };

interface Asked {
  readonly session?: 'stopped' | 'going on';
  readonly context?: JsonObject;
  readonly event?: JsonObject;
}

async function ask({ session = 'going on', context = {}, event = {} }: Asked = {}): Promise<GuardAnswer> {
  const operational = memoryOperational();
  await operational.putSession({ sessionId, runId: 'run-1' as RunId, harnessArn: arn, epoch: 0, grantSalt: 'salt' });
  if (session === 'stopped') await operational.stopSession(sessionId);
  return guard(
    { gate, operational, harnessArn: arn, ...around },
    {
      hookEventId: 'event-1',
      name: 'guard',
      event: 'before_tool_call',
      harnessArn: arn,
      sessionId,
      context: { toolName: 'find_sailings', toolType: 'tool_use', toolUseId: 'call-1', toolInput: {}, ...context },
      ...event,
    },
  );
}

describe('the guard allows', () => {
  test('what a pattern of the gate file allows, and says which', async () => {
    expect(await ask()).toEqual({ decision: 'allow', reason: 'call-1: the pattern find_* allows it' });
  });

  test('the tools that the gate answers itself, whatever is left of their input', async () => {
    const context = { toolName: 'buy', toolInput: { truncated: true } };
    expect(await ask({ context })).toMatchObject({ decision: 'allow' });
  });

  test('an input that says of itself that it is whole, or speaks of shortening in its own words', async () => {
    for (const toolInput of [{ truncated: false }, { truncatedAt: 7 }, { note: 'truncated' }]) {
      expect(await ask({ context: { toolInput } })).toMatchObject({ decision: 'allow' });
    }
  });

  test('an input that comes as JSON text', async () => {
    expect(await ask({ context: { toolInput: '{"to":"Ystad"}' } })).toMatchObject({ decision: 'allow' });
  });
});

describe('the guard denies', () => {
  test('what no pattern allows, and tells the model what it can do instead', async () => {
    const { decision, reason } = await ask({ context: { toolName: 'shell', toolInput: { command: 'rm -rf /' } } });
    expect(decision).toBe('deny');
    expect(reason).toBe(
      'call-1: "shell" may not run by itself here: no pattern of the gate file allows it. What needs doing can be asked for with: buy, sell, shout, look, wipe.',
    );
    expect(reason).not.toContain('rm -rf');
  });

  test('what a more specific pattern denies', async () => {
    const { decision, reason } = await ask({ context: { toolName: 'find_secrets' } });
    expect(decision).toBe('deny');
    expect(reason).toContain('the pattern find_secrets denies it');
  });

  test('everything that the harness would run in a session that was stopped, and says why', async () => {
    const { decision, reason } = await ask({ session: 'stopped' });
    expect(decision).toBe('deny');
    expect(reason).toMatch(/^call-1: this run was stopped by an operator/);
    expect(await ask({ session: 'stopped', context: { toolName: 'shell' } })).toMatchObject({ decision: 'deny' });
    // It ends the turn, and nobody answers it.
    expect(await ask({ session: 'stopped', context: { toolName: 'buy' } })).toMatchObject({ decision: 'allow' });
  });

  test.each<[string, Asked]>([
    ['an input that was shortened', { context: { toolInput: { truncated: true, preview: 'x' } } }],
    ['a shortened input as text', { context: { toolInput: '{"truncated":true}' } }],
    ['a text that is cut off', { context: { toolInput: '{"to":"Yst' } }],
    ['a text within a text', { context: { toolInput: '"{}"' } }],
    ['an input of which a part was shortened', { context: { toolInput: { edits: [{ text: { truncated: true } }] } } }],
    ['a mark in another spelling', { context: { toolInput: { $isTruncated: 'yes' } } }],
    ['a shortened context', { context: { truncated: true } }],
    ['a shortened event', { event: { truncated: true } }],
    ['no input at all', { context: { toolInput: null } }],
    ['a list as input', { context: { toolInput: [] } }],
    ['a session that no run owns', { event: { sessionId: 'session-2' } }],
    ['no session', { event: { sessionId: '' } }],
    ['another harness', { event: { harnessArn: `${arn}x` } }],
    ['another event', { event: { event: 'after_tool_call' } }],
    ['a tool without a name', { context: { toolName: '' } }],
    ['a tool whose name no tool can have', { context: { toolName: 'find_/etc' } }],
    ['no context', { event: { context: null } }],
    ['a tool use without an id', { context: { toolUseId: 'a b' } }],
  ])('%s', async (_, asked) => {
    expect(await ask(asked)).toMatchObject({ decision: 'deny' });
  });

  test.each([undefined, null, 'text', 7, []])('the event %j, and throws nothing', async (event) => {
    const answer = await guard({ gate, operational: memoryOperational(), harnessArn: arn, ...around }, event);
    expect(answer.decision).toBe('deny');
  });

  test('when the sessions cannot be read', async () => {
    const operational = {
      findSession: async () => {
        throw new Error('secret detail');
      },
    };
    const context = { toolName: 'find_x', toolUseId: 'call-1', toolInput: {} };
    const event = { event: 'before_tool_call', harnessArn: arn, sessionId, context };
    const { decision, reason } = await guard({ gate, operational, harnessArn: arn, ...around }, event);
    expect(decision).toBe('deny');
    expect(reason).not.toContain('secret detail');
  });
});

test('a session is known as soon as its first turn is sent, and no other one', async () => {
  const made = bench({
    harness: scriptedHarness([calling(buying('c1'))]),
    gate: gateFile({ harness: { arn, tools, timeoutSeconds: 60 } }),
  });
  await made.drive();
  const context = { toolName: 'find_x', toolUseId: 'call-1', toolInput: {} };
  const of = (session: string) => ({ event: 'before_tool_call', harnessArn: arn, sessionId: session, context });
  const ports = { ...made.ports, harnessArn: arn };
  expect(await guard(ports, of(sessionIdOf(execution, 0)))).toMatchObject({ decision: 'allow' });
  expect(await guard(ports, of(sessionIdOf(execution, 1)))).toMatchObject({ decision: 'deny' });
});

test('a stop closes the session of the run that it stops, and no other', async () => {
  const gated = gateFile({ harness: { arn, tools, timeoutSeconds: 60 } });
  const made = bench({ harness: scriptedHarness([calling(buying('c1'))]), gate: gated });
  await made.drive();
  const other = { sessionId, runId: 'run-1' as RunId, harnessArn: arn, epoch: 0, grantSalt: 'salt' };
  await made.ports.operational.putSession(other);
  const body = JSON.stringify({ runId: made.runId });
  await operate(made.ports, { path: '/runs/stop', userArn: 'arn:aws:iam::123456789012:user/ops', body });
  expect(await made.ports.operational.findSession(sessionIdOf(execution, 0))).toMatchObject({ stopped: true });
  expect(await made.ports.operational.findSession(sessionId)).toMatchObject({ stopped: false });
});

test('a reason begins with the tool use and fits into what the service takes', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `tool_number_${index}_with_a_long_name`,
      { description: 'X.', inputSchema: { type: 'object' }, rule: 'refuse' },
    ]),
  );
  const ports = { gate: gateFile({ tools: many }), operational: memoryOperational(), harnessArn: arn, ...around };
  await ports.operational.putSession({
    sessionId,
    runId: 'run-1' as RunId,
    harnessArn: arn,
    epoch: 0,
    grantSalt: 'salt',
  });
  const context = { toolName: 'shell', toolUseId: 'call-1', toolInput: {} };
  const { reason } = await guard(ports, { event: 'before_tool_call', harnessArn: arn, sessionId, context });
  expect(reason.startsWith('call-1: ')).toBe(true);
  expect(reason.length).toBe(1_024);
});
