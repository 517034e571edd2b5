import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMachine, functionArn, openTestDesk, returns, start, type TestDesk, throws, until } from './desk.ts';

let desk: TestDesk;
let running = 0;
let most = 0;
beforeEach(async () => {
  running = 0;
  most = 0;
  desk = await openTestDesk(async (arn, payload) => {
    if (arn.endsWith(':hangs')) return new Promise(() => undefined);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return JSON.parse(payload) === 'bad' ? throws('Bad') : returns(JSON.parse(payload));
  });
});
afterEach(() => desk.remove());

const run = async (states: object, input: unknown = {}) => {
  const [StartAt = ''] = Object.keys(states);
  return until(desk, await start(desk, await createMachine(desk, 'machine', { StartAt, States: states }), input));
};
const call = { StartAt: 'Call', States: { Call: { Type: 'Task', Resource: functionArn('f'), End: true } } };
const each = (more: object) => ({ Each: { Type: 'Map', ItemProcessor: call, End: true, ...more } });

describe('a Map', () => {
  test.each([
    [1, 1],
    [3, 3],
    [0, 9],
  ])(
    'with MaxConcurrency %i runs %i iterations at a time, and its output is in the order of its items',
    async (MaxConcurrency, expected) => {
      const items = [1, 2, 3, 4, 5, 6, 7, 8, 9];
      const ended = await run(each({ MaxConcurrency }), items);
      expect(JSON.parse(ended.output ?? '')).toEqual(items);
      expect(most).toBe(expected);
    },
  );

  test('fails with the first failure, and aborts what was running', async () => {
    const processor = {
      StartAt: 'Which',
      States: {
        Which: {
          Type: 'Choice',
          Choices: [{ Condition: "{% $states.input = 'bad' %}", Next: 'Call' }],
          Default: 'Hang',
        },
        Call: call.States.Call,
        Hang: { Type: 'Task', Resource: functionArn('hangs'), End: true },
      },
    };
    const ended = await run(each({ ItemProcessor: processor }), ['good', 'bad']);
    expect(ended).toMatchObject({ status: 'FAILED', error: 'Bad' });
    const types = ended.events.map((event) => event.type);
    expect(types.slice(-5)).toEqual([
      'MapIterationFailed',
      'TaskStateAborted',
      'MapIterationAborted',
      'MapStateFailed',
      'ExecutionFailed',
    ]);
  });

  test.each([
    [{ ToleratedFailureCount: 1 }, ['bad', 1, 2], 'SUCCEEDED', undefined],
    [{ ToleratedFailureCount: 1 }, ['bad', 'bad', 2], 'FAILED', 'States.ExceedToleratedFailureThreshold'],
    [{ ToleratedFailurePercentage: 50 }, ['bad', 1], 'SUCCEEDED', undefined],
    [
      { ToleratedFailurePercentage: 50, ToleratedFailureCount: 0 },
      ['bad', 1],
      'FAILED',
      'States.ExceedToleratedFailureThreshold',
    ],
  ])('with %j over %j is %s', async (more, items, status, error) => {
    const ended = await run(each({ MaxConcurrency: 1, ...more }), items);
    expect([ended.status, ended.error]).toEqual([status, error]);
    if (status === 'SUCCEEDED') expect(JSON.parse(ended.output ?? '')).toEqual(items.filter((item) => item !== 'bad'));
  });

  test('gives its iterations their item and index in the context, the inner one over the outer', async () => {
    const show = '{% [$states.context.Map.Item.Index, $states.context.Map.Item.Value] %}';
    const inner = { StartAt: 'Show', States: { Show: { Type: 'Pass', Output: show, End: true } } };
    const ended = await run({
      Outer: {
        Type: 'Map',
        Items: [['a', 'b']],
        ItemProcessor: { StartAt: 'Inner', States: { Inner: { Type: 'Map', ItemProcessor: inner, End: true } } },
        End: true,
      },
    });
    expect(JSON.parse(ended.output ?? '')).toEqual([
      [
        [0, 'a'],
        [1, 'b'],
      ],
    ]);
  });
});

describe('variables', () => {
  test('of an iteration are its own, and those around it can be read', async () => {
    const set = {
      StartAt: 'Set',
      States: {
        Set: { Type: 'Pass', Assign: { mine: '{% $outer + $states.input %}' }, Next: 'Get' },
        Get: { Type: 'Pass', Output: '{% $mine %}', End: true },
      },
    };
    const ended = await run({
      First: { Type: 'Pass', Assign: { outer: 10 }, Next: 'Each' },
      Each: { Type: 'Map', Items: [1, 2, 3], ItemProcessor: set, Next: 'Last' },
      Last: { Type: 'Pass', Output: { seen: '{% $states.input %}', leaked: '{% $exists($mine) %}' }, End: true },
    });
    expect(JSON.parse(ended.output ?? '')).toEqual({ seen: [11, 12, 13], leaked: false });
  });

  test('take their new values together, after all were worked out with the old ones', async () => {
    const ended = await run({
      First: { Type: 'Pass', Assign: { a: 1, b: 2 }, Next: 'Swap' },
      Swap: { Type: 'Pass', Assign: { a: '{% $b %}', b: '{% $a %}' }, Output: '{% [$a, $b] %}', Next: 'Last' },
      Last: { Type: 'Pass', Output: { before: '{% $states.input %}', after: '{% [$a, $b] %}' }, End: true },
    });
    expect(JSON.parse(ended.output ?? '')).toEqual({ before: [1, 2], after: [2, 1] });
  });
});

test('a Parallel fails with its first branch to fail, and the others are aborted', async () => {
  const hang = { StartAt: 'Hang', States: { Hang: { Type: 'Task', Resource: functionArn('hangs'), End: true } } };
  const wrong = { StartAt: 'Wrong', States: { Wrong: { Type: 'Fail', Error: 'Wrong', Cause: 'said so' } } };
  const ended = await run({ Both: { Type: 'Parallel', Branches: [hang, wrong], End: true } });
  expect(ended).toMatchObject({ status: 'FAILED', error: 'Wrong', cause: 'said so' });
  expect(ended.events.map((event) => event.type).slice(-6)).toEqual([
    'FailStateEntered',
    'LambdaFunctionScheduled',
    'LambdaFunctionStarted',
    'TaskStateAborted',
    'ParallelStateFailed',
    'ExecutionFailed',
  ]);
});

type Shape = { readonly kind: 'Pass' | 'Parallel' | 'Map'; readonly inner: readonly Shape[] };
const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 2 },
    fc.constant({ kind: 'Pass' as const, inner: [] }),
    fc.record({
      kind: fc.constantFrom('Parallel' as const, 'Map' as const),
      inner: fc.array(tie('shape'), { minLength: 1, maxLength: 2 }),
    }),
  ),
}));

function sequence(shapes: readonly Shape[], names: () => string): { StartAt: string; States: Record<string, object> } {
  const named = shapes.map((one) => ({ one, name: names() }));
  const States = named.map(({ one, name }, index) => {
    const next = named[index + 1]?.name;
    const way = next === undefined ? { End: true } : { Next: next };
    if (one.kind === 'Parallel')
      return [
        name,
        { Type: 'Parallel', Branches: one.inner.map((each) => sequence([each], names)), Output: [1, 2], ...way },
      ];
    if (one.kind === 'Map')
      return [name, { Type: 'Map', Items: [1, 2], ItemProcessor: sequence(one.inner, names), Output: [1, 2], ...way }];
    return [name, { Type: 'Pass', ...way }];
  });
  return { StartAt: named[0]?.name ?? '', States: Object.fromEntries(States) };
}

test('whatever the nesting: events are numbered without a gap, name an earlier one, and every state entered is left', async () => {
  let machines = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(shape, { minLength: 1, maxLength: 3 }), async (shapes) => {
      let states = 0;
      machines += 1;
      const machine = sequence(shapes, () => `S${++states}`);
      const ended = await until(desk, await start(desk, await createMachine(desk, `machine-${machines}`, machine)));
      expect(ended.status).toBe('SUCCEEDED');
      const { events } = ended;
      expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1));
      for (const event of events) expect(event.previousEventId).toBeLessThan(event.id ?? 0);
      const count = (ending: string) => events.filter((event) => event.type?.endsWith(ending)).length;
      expect(count('StateEntered')).toBe(count('StateExited'));
    }),
    { numRuns: 25 },
  );
});
