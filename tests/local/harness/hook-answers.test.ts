import { describe, expect, test } from 'vitest';
import { capContext, maxContextBytes } from '../../../lib/local/harness/hook-context.ts';
import type { HarnessHook } from '../../../lib/local/harness/hooks.ts';
import { startBench } from './bench.ts';
import { allow, guardArn, type HookPayload, lambdaHook, outline, startHooked } from './hooks-bench.ts';

const script = `
agent: A
tools: { look: { text: seen } }
dialogue: [{ call: look }, { say: 'It said: {{result.text}}' }]
`;
const guarded = (target: Parameters<typeof lambdaHook>[1] = {}) => [lambdaHook('before_tool_call', target)];
const hookEventsOf = ({ events }: Awaited<ReturnType<Awaited<ReturnType<typeof startHooked>>['say']>>) =>
  events.flatMap(({ hookEvent }) => hookEvent ?? []);

describe.each([
  ['deny', undefined, 'not run'],
  ['deny', 'deny', 'not run'],
  ['allow', 'allow', 'seen'],
] as const)('no valid answer comes to %s with the failure mode %s', (decision, failureMode, said) => {
  const hooks = guarded(failureMode === undefined ? {} : { failureMode });

  test.each([
    ['no JSON', 'allow'],
    ['nothing', 'null'],
    ['another word', '{"decision":"ALLOW"}'],
    ['no decision', '{"reason":"fine"}'],
    ['a reason that is no text', '{"decision":"allow","reason":1}'],
    ['a reason of 1025 characters', JSON.stringify({ decision: 'allow', reason: 'x'.repeat(1025) })],
  ])('%s', async (_, payload) => {
    const bench = await startHooked({ script, hooks, decide: () => payload });
    const heard = await bench.say('Go');
    expect(heard.text).toContain(said);
    expect(hookEventsOf(heard)).toMatchObject([{ decision, reason: expect.stringContaining('failure mode') }]);
  });

  test('an error of the function', async () => {
    // Its payload would pass for an answer.
    const payload = '{"decision":"allow","reason":"Boom"}';
    const invoke = async () => ({ payload, functionError: 'Unhandled', executedVersion: '1' });
    const bench = await startHooked({ script, hooks, invoke });
    const heard = await bench.say('Go');
    expect(heard.text).toContain(said);
    expect(hookEventsOf(heard)).toMatchObject([{ decision, reason: expect.stringContaining('failed (') }]);
  });

  test('a function that cannot be invoked', async () => {
    const bench = await startHooked({ script, hooks, invoke: () => Promise.reject(new Error('is throttled')) });
    const heard = await bench.say('Go');
    expect(heard.text).toContain(said);
    expect(hookEventsOf(heard)).toMatchObject([{ decision, reason: expect.stringContaining('is throttled') }]);
  });

  test('a function that does not answer in its time', async () => {
    const called = Promise.withResolvers<void>();
    const decide = (): Promise<object> => {
      called.resolve();
      return new Promise(() => {});
    };
    const bench = await startHooked({ script, hooks: guarded({ timeoutSeconds: 5, ...hooks[0]?.target }), decide });
    const saying = bench.say('Go');
    await called.promise;
    bench.advance(5);
    const heard = await saying;
    expect(heard.text).toContain(said);
    expect(hookEventsOf(heard)).toMatchObject([{ decision, reason: expect.stringContaining('within 5 seconds') }]);
  });
});

test('a reason of 1024 characters is passed on whole, and none is none', async () => {
  const reason = 'x'.repeat(1024);
  const long = await startHooked({ script, hooks: guarded(), decide: () => ({ decision: 'allow', reason }) });
  expect(hookEventsOf(await long.say('Go'))).toMatchObject([{ name: 'before_tool_call', decision: 'allow', reason }]);
  const bare = await startHooked({ script, hooks: guarded(), decide: allow });
  expect(hookEventsOf(await bare.say('Go'))[0]).not.toHaveProperty('reason');
});

test('several functions are asked at the same time, and one of them can deny', async () => {
  const hooks = ['a', 'b', 'c'].map((name) => lambdaHook('before_tool_call', { name }));
  const all = Promise.withResolvers<void>();
  const names: string[] = [];
  const decide = async ({ name }: HookPayload) => {
    // Nobody answers before all were asked: one after the other would never end.
    if (names.push(name) === hooks.length) all.resolve();
    await all.promise;
    return { decision: name === 'b' ? 'deny' : 'allow', reason: `${name} said so` };
  };
  const bench = await startHooked({ script, hooks, decide });
  const heard = await bench.say('Go');
  expect(names).toEqual(['a', 'b', 'c']);
  expect(hookEventsOf(heard).map(({ name, decision }) => `${name} ${decision}`)).toEqual([
    'a allow',
    'b deny',
    'c allow',
  ]);
  expect(heard.text).toContain('b denied it. b said so');
});

test('topics and buses are told and decide nothing', async () => {
  const hooks: readonly HarnessHook[] = [
    {
      name: 'topic',
      event: 'before_tool_call',
      target: { kind: 'sns', topicArn: 'arn:aws:sns:us-east-1:123456789012:t' },
    },
    {
      name: 'bus',
      event: 'after_invocation',
      target: { kind: 'eventBridge', eventBusArn: 'arn:aws:events:us-east-1:123456789012:event-bus/b' },
    },
  ];
  const bench = await startBench({ script, harness: { hooks } });
  const heard = await bench.say('Go');
  expect(outline(heard).filter((word) => word.includes('_tool_call') || word.includes('_invocation'))).toEqual([
    'before_tool_call undefined',
    'after_invocation undefined',
  ]);
  expect(bench.server.hookCalls().map(({ event, target }) => `${event} ${target.kind}`)).toEqual([
    'before_tool_call sns',
    'after_invocation eventBridge',
  ]);
  expect(JSON.parse(bench.server.hookCalls()[0]?.payload ?? '')).toMatchObject({
    name: 'topic',
    context: { toolName: 'look' },
  });
});

test('the calls of functions are recorded with what came of them', async () => {
  const bench = await startHooked({ script, hooks: guarded(), decide: () => ({ decision: 'deny', reason: 'no' }) });
  await bench.say('Go');
  expect(bench.server.hookCalls()).toMatchObject([
    { event: 'before_tool_call', target: { functionArn: guardArn }, answer: { decision: 'deny', reason: 'no' } },
  ]);
});

describe('contexts', () => {
  const big = (bytes: number) => 'x'.repeat(bytes);

  test('of more than 64 KiB come with a marker in the place of what is largest', async () => {
    const input = JSON.stringify({ path: 'a', text: big(maxContextBytes) });
    const bench = await startHooked({
      script: `agent: A\ntools: { look: { text: seen } }\ndialogue: [{ call: { tool: look, rawInput: ${JSON.stringify(input)} } }, { say: x }]`,
      hooks: guarded(),
    });
    await bench.say('Go');
    const { context } = bench.invocations[0]?.payload ?? {};
    expect(context).toMatchObject({ toolName: 'look', toolInput: { truncated: true, originalBytes: input.length } });
    expect(JSON.stringify(context).length).toBeLessThan(maxContextBytes);
  });

  test.each([0, 1])('are cut above the limit only: %i byte more', (more) => {
    const empty = JSON.stringify({ a: '' }).length;
    const capped = capContext({ a: big(maxContextBytes - empty + more) });
    expect(typeof capped.a).toBe(more === 0 ? 'string' : 'object');
  });

  test('cannot escape the cut by looking like it', () => {
    const capped = capContext({ toolInput: { truncated: true, text: big(maxContextBytes) }, toolName: 'look' });
    expect(JSON.stringify(capped).length).toBeLessThan(maxContextBytes);
  });
});

describe('hooks that cannot be deployed', () => {
  const start = (hooks: readonly HarnessHook[]) => startHooked({ script, hooks });

  test('are refused by name and number', async () => {
    await expect(start([...guarded(), ...guarded()])).rejects.toThrow('two of them have the name before_tool_call');
    const many = Array.from({ length: 21 }, (_, at) => lambdaHook('after_invocation', { name: `h${at}` }));
    await expect(start(many)).rejects.toThrow('at most 20, but 21 were given');
    await expect(start(guarded({ name: 'with space' }))).rejects.toThrow('hook 0: name');
  });

  test.each([0, 901, 1.5])('are refused with a timeout of %d seconds', async (timeoutSeconds) => {
    await expect(start(guarded({ timeoutSeconds }))).rejects.toThrow('timeoutSeconds');
  });

  test('need somebody who invokes their functions', async () => {
    await expect(startBench({ script, harness: { hooks: guarded() } })).rejects.toThrow('needs invokeFunction');
  });
});
