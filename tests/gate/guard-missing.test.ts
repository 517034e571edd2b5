import { describe, expect, test } from 'vitest';
import type { StreamEvent } from '../../lib/harness/stream-event.ts';
import { bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { type Reply, resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { assistant, bareStop, buying, calling, ending, hooked, resultEvents } from '../support/stream.ts';

const arn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
const unguarded = gateFile({ harness: { arn, timeoutSeconds: 60, unguarded: true } });

async function start(replies: readonly Reply[], gate = gateFile()) {
  const made = bench({ harness: scriptedHarness(replies), gate });
  const rest = await made.drive();
  const entries = async () => (await made.commits()).flatMap((commit) => commit.entries);
  const typed = async (type: string) => (await entries()).filter((entry) => entry.type === type);
  return { ...made, rest, typed };
}

/** A turn in which the harness takes a call of its own, with these hooks, and the model then ends. */
function taking(hooks: readonly StreamEvent[], results = [{ id: 'own', status: 'success' }]): readonly StreamEvent[] {
  return [
    ...assistant({ calls: [{ id: 'own', tool: 'shell' }] }, 'tool_use'),
    ...hooks,
    ...resultEvents(results),
    ...assistant({ text: 'Done.' }, 'end_turn'),
  ];
}

const done = { kind: 'ended', next: { next: 'done' } };
const failed = { kind: 'ended', next: { next: 'failed', cause: expect.stringContaining('"reason":"guard.missing"') } };
const denied = [{ id: 'own', status: 'error' }];

describe('a call that the harness ran by itself', () => {
  test('is in order where the guard allowed it', async () => {
    const { rest, typed } = await start([taking([hooked('allow', 'own')])]);
    expect(rest).toMatchObject(done);
    expect(await typed('guard.missing')).toEqual([]);
  });

  test.each<[string, readonly StreamEvent[]]>([
    ['no hook at all', []],
    ['a hook that asks nobody', [{ hookEvent: { type: 'before_tool_call', name: 'trail' } }]],
    ['the hook of another point', [{ hookEvent: { type: 'after_tool_call', decision: 'allow', reason: 'own: yes' } }]],
    ['an allow for another call', [hooked('allow', 'own2'), hooked('allow', 'ow')]],
    ["another hook's allow", [{ hookEvent: { type: 'before_tool_call', decision: 'allow', reason: 'fine' } }]],
    ['a denial that was not heeded', [hooked('deny', 'own')]],
    ['an allow beside a denial that was not heeded', [hooked('allow', 'own'), hooked('deny', 'own')]],
    [
      'a foreign denial, though it did run',
      [{ hookEvent: { type: 'before_tool_call', decision: 'deny', reason: 'x' } }],
    ],
  ])('ends the run with %s', async (_, hooks) => {
    const { rest, typed } = await start([taking(hooks)]);
    expect(rest).toMatchObject(failed);
    expect(await typed('guard.missing')).toMatchObject([{ toolUseIds: ['own'], turn: 1 }]);
    expect(await typed('run.finished')).toMatchObject([{ outcome: 'failed', reason: 'guard.missing' }]);
  });

  test('ends the run also where its result is not streamed', async () => {
    const unseen = (hooks: readonly StreamEvent[]) => [
      ...assistant({ calls: [{ id: 'own', tool: 'browser' }] }, 'tool_use'),
      ...hooks,
      ...assistant({ text: 'Done.' }, 'end_turn'),
    ];
    expect((await start([unseen([])])).rest).toMatchObject(failed);
    expect((await start([unseen([hooked('allow', 'own')])])).rest).toMatchObject(done);
    expect((await start([unseen([hooked('deny', 'own')])])).rest).toMatchObject(done);
  });

  test('ends the run where it bears the name of a gated tool, though the guard lets those pass to the gate', async () => {
    const imposter = [
      ...assistant({ calls: [buying('own')] }, 'tool_use'),
      hooked('allow', 'own', 'the gate answers this tool'),
      ...resultEvents([{ id: 'own' }]),
      ...assistant({ text: 'Bought.' }, 'end_turn'),
    ];
    const { rest, typed, courier } = await start([imposter]);
    expect(rest).toMatchObject(failed);
    expect(await typed('guard.missing')).toMatchObject([{ toolUseIds: ['own'] }]);
    expect(courier.sent).toEqual([]);
  });

  test('ends the run before anybody is asked, and settles what is owed', async () => {
    const { rest, typed, courier } = await start([
      [
        ...assistant({ calls: [{ id: 'own', tool: 'shell' }] }, 'tool_use'),
        ...resultEvents([{ id: 'own' }]),
        ...calling(buying('b1')),
      ],
    ]);
    expect(rest).toMatchObject(failed);
    expect(courier.sent).toEqual([]);
    expect(await typed('session.retired')).toMatchObject([{ because: 'run-ended', owed: ['b1'] }]);
  });

  test('ends the run also where the turn broke on the way', async () => {
    const { rest } = await start([
      [...assistant({ calls: [{ id: 'own', tool: 'shell' }] }, 'tool_use'), ...resultEvents([{ id: 'own' }])],
    ]);
    expect(rest).toMatchObject(failed);
  });

  test('is nobody’s business where the gate file says that the harness is unguarded', async () => {
    const { rest, run } = await start([taking([])], unguarded);
    expect(rest).toMatchObject({ ...done, next: { output: { guard: 'unguarded' } } });
    expect((await run()).started.guard).toBe('unguarded');
  });
});

describe('a call that the guard denied', () => {
  test('is recorded with what the model was told', async () => {
    const { rest, typed, contents } = await start([taking([hooked('deny', 'own', 'use buy')], denied)]);
    expect(rest).toMatchObject({ ...done, next: { output: { guard: 'guarded' } } });
    expect(await typed('call.denied')).toMatchObject([{ toolUseId: 'own', reason: { size: 12 } }]);
    expect(contents.everything()).toContain('own: use buy');
  });

  test('is recorded without words of ours where the service denied because the guard did not answer', async () => {
    const foreign = { hookEvent: { type: 'before_tool_call', decision: 'deny', reason: 'The hook timed out' } };
    const { rest, typed } = await start([taking([foreign], denied)]);
    expect(rest).toMatchObject(done);
    const [entry] = await typed('call.denied');
    expect(entry).not.toHaveProperty('reason');
  });

  test('does not excuse another one', async () => {
    const foreign = { hookEvent: { type: 'before_tool_call', decision: 'deny', reason: 'The hook timed out' } };
    const { rest, typed } = await start([
      [
        ...assistant(
          {
            calls: [
              { id: 'a', tool: 'shell' },
              { id: 'b', tool: 'shell' },
            ],
          },
          'tool_use',
        ),
        foreign,
        ...resultEvents([
          { id: 'a', status: 'error' },
          { id: 'b', status: 'error' },
        ]),
        ...assistant({ text: 'Done.' }, 'end_turn'),
      ],
    ]);
    expect(rest).toMatchObject(failed);
    expect(await typed('guard.missing')).toMatchObject([{ toolUseIds: ['b'] }]);
  });
});

test('a call that was cleared in one turn may run in the next, behind the answer to one of ours', async () => {
  const mixed = calling(buying('b1'), { id: 'own', tool: 'shell' });
  const after = [...resultEvents([{ id: 'b1' }, { id: 'own' }]), ...assistant({ text: 'Done.' }, 'end_turn')];
  const { decide, drive, typed } = await start([[hooked('allow', 'own'), ...mixed], after]);
  await decide('approve', { call: 'b1' });
  expect(await drive()).toMatchObject(done);
  expect(await typed('calls.cleared')).toMatchObject([{ toolUseIds: ['own'] }]);
});

test('our own calls and their replayed results need no hook', async () => {
  const { decide, drive, harness } = await start([
    calling(buying('b1'), buying('b2')),
    [...resultEvents([{ id: 'b1' }]), ...bareStop('tool_use')],
    ending('Done.', 'b1', 'b2'),
  ]);
  await decide('approve', { call: 'b1' });
  await decide('reject', { call: 'b2' });
  expect(await drive()).toMatchObject(done);
  expect(resultsIn(harness.requests[2]).map(({ id }) => id)).toEqual(['b2']);
});
