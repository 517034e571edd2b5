import { describe, expect, test } from 'vitest';
import type { Entry } from '../../lib/core/entries.ts';
import { type GoingOn, nextStep } from '../../lib/core/next-step.ts';
import {
  type At,
  asked,
  closed,
  deadline,
  judged,
  recorded,
  requested,
  results,
  retired,
  runFinished,
  runOf,
  runStarted,
  startedAt,
  turnFailed,
  turnFinished,
  turnRefused,
  turnStarted,
  verdict,
} from '../support/history.ts';

const caps = { turns: 5, approvals: 5, refusalsInARow: 2, continuations: 1, failuresInARow: 3 };
const failing: GoingOn = { caps, inDoubt: 'fail' };
const restarting: GoingOn = { caps, inDoubt: 'restart' };

const step = (history: readonly (Entry | At)[], rules = failing, now = startedAt + 10_000) =>
  nextStep(runOf(...history), rules, now);

const first: readonly Entry[] = [runStarted(), turnStarted(1)];
const handed: readonly Entry[] = [...first, recorded(1, 'c1'), turnFinished(1, 'tool_use', { handed: ['c1'] })];
const approved: readonly Entry[] = [...asked, verdict('c1'), closed('c1', 'approved')];
const resumed: readonly Entry[] = [...approved, turnStarted(2, results('c1'))];

describe('turns', () => {
  test.each<[string, readonly Entry[], GoingOn, object]>([
    ['a new run sends the prompt', [runStarted()], failing, { kind: 'take-turn', turn: 1, sends: { kind: 'prompt' } }],
    ['a marked turn is waited for', first, failing, { kind: 'busy', until: '2026-03-02T09:01:00.000Z' }],
    [
      'a throttled turn is sent again under its number',
      [...first, turnRefused(1, 'ThrottlingException', 'may-be-sent-again')],
      failing,
      { kind: 'take-turn', turn: 1, sends: { kind: 'prompt' } },
    ],
    [
      'a turn that may not be sent fails the run',
      [...first, turnRefused(1, 'AccessDeniedException', 'would-be-refused-again')],
      restarting,
      { kind: 'finish', outcome: 'failed', reason: 'harness.refused.AccessDeniedException' },
    ],
    [
      'results that are invalid cost the session',
      [...resumed, turnRefused(2, 'ValidationException', 'would-be-refused-again')],
      failing,
      { kind: 'retire', because: 'session-lost' },
    ],
    [
      'a turn in doubt fails the run',
      [...first, turnFailed(1, 'in-doubt')],
      failing,
      { kind: 'finish', outcome: 'failed', reason: 'turn.in-doubt' },
    ],
    [
      'or costs the session',
      [...first, turnFailed(1, 'in-doubt')],
      restarting,
      { kind: 'retire', because: 'in-doubt' },
    ],
    [
      'a prompt that its session refuses would be refused again',
      [...first, turnFailed(1, 'session-lost')],
      restarting,
      { kind: 'finish', outcome: 'failed', reason: 'turn.session-lost' },
    ],
    [
      'results that the session refuses cost the session',
      [...resumed, turnFailed(2, 'session-lost')],
      failing,
      { kind: 'retire', because: 'session-lost' },
    ],
    [
      'a new session is told what was',
      [...resumed, turnFailed(2, 'session-lost'), retired(0)],
      failing,
      { kind: 'take-turn', turn: 3, sends: { kind: 'restated' } },
    ],
    [
      'a third lost session ends the run',
      [
        ...first,
        turnFailed(1, 'in-doubt'),
        retired(0),
        turnStarted(2, { kind: 'restated' }, 1),
        turnFailed(2, 'in-doubt'),
        retired(1),
        turnStarted(3, { kind: 'restated' }, 2),
        turnFailed(3, 'in-doubt'),
      ],
      restarting,
      { kind: 'finish', outcome: 'failed', reason: 'session.lost-again' },
    ],
    [
      'the model ends the run',
      [...first, turnFinished(1, 'end_turn')],
      failing,
      { kind: 'finish', outcome: 'done', reason: 'end_turn' },
    ],
    [
      'a stop that nobody knows fails it',
      [...first, turnFinished(1, 'novelty')],
      failing,
      { kind: 'finish', outcome: 'failed', reason: 'stop.novelty' },
    ],
    [
      'a turn that was cut off is continued',
      [...first, turnFinished(1, 'timeout_exceeded')],
      failing,
      { kind: 'take-turn', turn: 2, sends: { kind: 'continue' } },
    ],
    [
      'but not above the cap',
      [
        ...first,
        turnFinished(1, 'timeout_exceeded'),
        turnStarted(2, { kind: 'continue' }),
        turnFinished(2, 'max_iterations_exceeded'),
      ],
      failing,
      { kind: 'finish', outcome: 'stopped', reason: 'caps.continuations' },
    ],
    [
      'nor while a result is owed',
      [...resumed, turnFinished(2, 'timeout_exceeded')],
      failing,
      { kind: 'finish', outcome: 'failed', reason: 'stop.timeout_exceeded.results-not-taken' },
    ],
    [
      'turns are capped',
      [...first, turnFinished(1, 'timeout_exceeded')],
      { ...failing, caps: { ...caps, turns: 1 } },
      { kind: 'finish', outcome: 'stopped', reason: 'caps.turns' },
    ],
    ['a finished run is over', [...first, turnFinished(1, 'end_turn'), runFinished()], failing, { kind: 'over' }],
  ])('%s', (_, history, rules, expected) => {
    expect(step(history, rules)).toEqual(expected);
  });

  test('a mark is in doubt from the very instant until which its turn might have run', () => {
    const until = startedAt + 60_000;
    expect(step(first, failing, until - 1).kind).toBe('busy');
    expect(step(first, failing, until)).toMatchObject({ kind: 'doubt', turn: { started: { turn: 1 } } });
  });
});

describe('calls', () => {
  test.each<[string, readonly Entry[], object]>([
    [
      'a stop for a tool that owes nothing fails the run',
      [...first, turnFinished(1, 'tool_use')],
      { kind: 'finish', outcome: 'failed', reason: 'stop.tool_use.owing-nothing' },
    ],
    ['calls are judged first', handed, { kind: 'judge', calls: [{ toolUseId: 'c1' }] }],
    [
      'then those that the rules do not settle are asked about',
      [...handed, judged('c1', 'ask')],
      { kind: 'request', turn: 1, calls: [{ toolUseId: 'c1' }] },
    ],
    ['then people are waited for', asked, { kind: 'wait', requestId: 'request-1', wakeAt: deadline }],
    [
      'a recorded verdict alone closes nothing',
      [...asked, verdict('c1')],
      { kind: 'wait', requestId: 'request-1', wakeAt: deadline },
    ],
    ['then the answer goes out', approved, { kind: 'take-turn', turn: 2, sends: results('c1') }],
    [
      'an allowed call needs nobody',
      [...handed, judged('c1', 'allow')],
      { kind: 'take-turn', turn: 2, sends: results('c1') },
    ],
    [
      'nor does a refused one',
      [...handed, judged('c1', 'refuse')],
      { kind: 'take-turn', turn: 2, sends: results('c1') },
    ],
    [
      'results that were not taken are not sent for ever',
      [...resumed, turnFinished(2, 'tool_use')],
      { kind: 'finish', outcome: 'failed', reason: 'stop.tool_use.results-not-taken' },
    ],
  ])('%s', (_, history, expected) => {
    expect(step(history)).toMatchObject(expected);
  });

  test('an open call expires at its deadline, not a millisecond before', () => {
    const due = Date.parse(deadline);
    expect(step(asked, failing, due - 1).kind).toBe('wait');
    expect(step(asked, failing, due)).toMatchObject({ kind: 'expire', calls: [{ toolUseId: 'c1' }] });
  });

  test('only the calls that nobody answered expire', () => {
    const history = [
      ...first,
      recorded(1, 'c1'),
      recorded(1, 'c2'),
      turnFinished(1, 'tool_use', { handed: ['c1', 'c2'] }),
      judged('c1', 'ask'),
      judged('c2', 'ask'),
      requested(1, 'c1', 'c2'),
      verdict('c1'),
      closed('c1', 'approved'),
    ];
    expect(step(history, failing, Date.parse(deadline))).toMatchObject({
      kind: 'expire',
      calls: [{ toolUseId: 'c2' }],
    });
  });

  test('a run waits for its earliest deadline', () => {
    const later = '2026-03-02T12:00:00.000Z';
    const request = requested(1, 'c1', 'c2');
    const calls = request.calls.map((call, at) => ({ ...call, deadline: at === 0 ? later : deadline }));
    const history = [
      ...first,
      recorded(1, 'c1'),
      recorded(1, 'c2'),
      turnFinished(1, 'tool_use', { handed: ['c1', 'c2'] }),
      judged('c1', 'ask'),
      judged('c2', 'ask'),
      { ...request, calls },
    ];
    expect(step(history)).toMatchObject({ kind: 'wait', wakeAt: deadline });
  });

  test('of very many calls as many are judged at once as fit into one commit', () => {
    const ids = Array.from({ length: 130 }, (_, at) => `c${at}`);
    const history = [
      ...first,
      ...ids.map((id) => recorded(1, id)),
      turnFinished(1, 'tool_use', { handed: ids }),
      ...ids.slice(0, 100).map((id) => judged(id, 'refuse')),
    ];
    expect(step(history.slice(0, -100))).toMatchObject({ kind: 'judge', calls: { length: 100 } });
    expect(step(history)).toMatchObject({ kind: 'judge', calls: { length: 30 } });
  });

  test('turns of nothing but refusals stop the run at the cap; one turn with many refusals does not', () => {
    const refusedTurn = (turn: number, ...ids: readonly string[]): readonly Entry[] => [
      ...ids.map((id) => recorded(turn, id)),
      turnFinished(turn, 'tool_use', {
        handed: ids,
        delivered: turn === 1 ? [] : [`t${turn - 1}a`, `t${turn - 1}b`],
      }),
      ...ids.map((id) => judged(id, 'refuse')),
    ];
    const one = [...first, ...refusedTurn(1, 't1a', 't1b')];
    expect(step(one)).toMatchObject({ kind: 'take-turn' });
    const two = [...one, turnStarted(2, results('t1a', 't1b')), ...refusedTurn(2, 't2a', 't2b')];
    expect(step(two)).toEqual({ kind: 'finish', outcome: 'stopped', reason: 'caps.refusalsInARow' });
  });

  test('results of two calls go out together in the order of the model', () => {
    const history = [
      ...first,
      recorded(1, 'c2'),
      recorded(1, 'c1'),
      turnFinished(1, 'tool_use', { handed: ['c2', 'c1'] }),
      judged('c1', 'allow'),
      judged('c2', 'refuse'),
    ];
    expect(step(history)).toMatchObject({ sends: { toolUseIds: ['c2', 'c1'] } });
  });
});
