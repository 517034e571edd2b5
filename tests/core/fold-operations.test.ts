import { describe, expect, test } from 'vitest';
import type { Entry } from '../../lib/core/entries.ts';
import type { AttemptId, NoticeId, RequestId, ToolUseId } from '../../lib/core/ids.ts';
import { type GoingOn, nextStep } from '../../lib/core/next-step.ts';
import type { ExecutionDied, GuardMissing, RunStopRequested } from '../../lib/core/operation-entries.ts';
import { guardOf, openCalls } from '../../lib/core/run.ts';
import {
  asked,
  closed,
  judged,
  recorded,
  requested,
  results,
  retired,
  runFinished,
  runOf,
  runStarted,
  sealed,
  startedAt,
  turnFailed,
  turnFinished,
  turnStarted,
  verdict,
} from '../support/history.ts';

const rules: GoingOn = {
  caps: { turns: 5, approvals: 5, refusalsInARow: 2, continuations: 1, failuresInARow: 3 },
  inDoubt: 'fail',
};
const stop: RunStopRequested = { type: 'run.stop-requested', by: sealed('by') };
const died: ExecutionDied = { type: 'execution.died', status: 'ABORTED', diedAt: '2026-03-02T09:00:30.000Z' };
const attempt = { turn: 1, attemptId: 'attempt-1' as AttemptId };
const missing: GuardMissing = { type: 'guard.missing', ...attempt, toolUseIds: ['own' as ToolUseId] };
const cancelled = closed('c1', 'cancelled', []);
const guarded: readonly Entry[] = [runStarted({ guard: 'guarded' }), turnStarted(1), recorded(1, 'own', 'shell')];
const ran = (status: 'success' | 'error'): Entry => ({
  type: 'call.ran',
  ...attempt,
  toolUseId: 'own' as ToolUseId,
  status,
});
const denied: Entry = { type: 'call.denied', ...attempt, toolUseId: 'own' as ToolUseId, reason: sealed('why') };

const step = (...history: readonly Entry[]) => nextStep(runOf(...history), rules, startedAt + 10_000);
const stopped = { kind: 'finish', outcome: 'stopped', reason: 'operator' };

describe('a run that is to stop', () => {
  test.each<[string, readonly Entry[]]>([
    ['before its first turn', [runStarted(), stop]],
    ['while people are asked', [...asked, stop, cancelled]],
    ['when an answer is there to send', [...asked, verdict('c1'), closed('c1', 'approved'), stop]],
    ['when its last turn ended', [runStarted(), turnStarted(1), stop, turnFinished(1, 'end_turn')]],
  ])('ends as stopped %s', (_, history) => {
    expect(step(...history)).toEqual(stopped);
  });

  test('waits for the turn that is under way', () => {
    expect(step(runStarted(), turnStarted(1), stop)).toMatchObject({ kind: 'busy' });
  });

  test.each<[string, readonly Entry[]]>([
    ['no further turn', [...asked, stop, cancelled, turnStarted(2, results('c1'))]],
    ['no further question', [...asked.slice(0, 5), stop, requested(1, 'c1')]],
    ['no second stop', [...asked, stop, stop]],
    ['no verdict on what was cancelled', [...asked, stop, cancelled, verdict('c1')]],
  ])('takes %s', (_, history) => {
    expect(() => runOf(...history)).toThrow(/cannot stand there/);
  });
});

describe('a dead execution', () => {
  test('leaves a run that goes on with the cancelled answers, and is forgotten with the next turn', () => {
    const history = [...asked, died, cancelled];
    expect(runOf(...history).died).toMatchObject({ status: 'ABORTED' });
    expect(openCalls(runOf(...history))).toEqual([]);
    expect(step(...history)).toMatchObject({ kind: 'take-turn', sends: results('c1') });
    expect(runOf(...history, turnStarted(2, results('c1'))).died).toBeUndefined();
  });

  test('may cost the session without that counting as a loss', () => {
    const given: Entry = { ...retired(0), because: 'execution-died' };
    const run = runOf(...asked, died, cancelled, given);
    expect([run.epoch, run.sessionsLost]).toEqual([1, 0]);
    expect(step(...asked, died, cancelled, given)).toMatchObject({ kind: 'take-turn', sends: { kind: 'restated' } });
    expect(() => runOf(...asked, cancelled, given)).toThrow(/no execution of it died/);
  });

  test('however often it dies, a redrive goes on, and a session that is lost then is the first', () => {
    const history: Entry[] = [runStarted()];
    for (let epoch = 0; epoch < 4; epoch += 1) {
      history.push(
        turnStarted(epoch + 1, { kind: epoch === 0 ? 'prompt' : 'restated' }, epoch),
        turnFinished(epoch + 1, 'tool_use'),
        died,
        { ...retired(epoch), because: 'execution-died' },
      );
    }
    const lost = [turnStarted(5, { kind: 'restated' }, 4), turnFailed(5, 'session-lost')];
    expect(step(...history, ...lost)).toEqual({ kind: 'retire', because: 'session-lost' });
  });
});

describe('the guard in a record', () => {
  test('was there or not as the run began; records that are older than it had none', () => {
    expect(guardOf(runOf(...guarded))).toBe('guarded');
    expect(guardOf(runOf(runStarted()))).toBe('unguarded');
  });

  test('that was missing ends the run, whatever its turn came to', () => {
    const history = [...guarded, ran('success'), missing, turnFinished(1, 'end_turn')];
    expect(step(...history)).toEqual({ kind: 'finish', outcome: 'failed', reason: 'guard.missing' });
    expect(() => runOf(...history, turnStarted(2))).toThrow(/guard was missing/);
  });

  test('denies what did not succeed', () => {
    expect(runOf(...guarded, ran('error'), denied).calls[0]?.guard).toBe('denied');
    expect(() => runOf(...guarded, ran('success'), denied)).toThrow(/does not succeed/);
  });

  test('says nothing of a run that has none', () => {
    const bare = [runStarted({ guard: 'unguarded' }), turnStarted(1), recorded(1, 'own', 'shell'), ran('error')];
    expect(() => runOf(...bare, denied)).toThrow(/has no guard/);
    expect(() => runOf(...bare, missing)).toThrow(/has no guard/);
  });
});

describe('a verdict', () => {
  const asking = requested(1, 'c1');
  const signed = { ...asking, calls: asking.calls.map((call) => ({ ...call, assurance: 'iam' as const })) };
  const demanding = [...asked.slice(0, 5), signed];

  test('by a link is not believed where a signed request was demanded', () => {
    expect(() => runOf(...demanding, verdict('c1'))).toThrow(/not enough/);
    expect(runOf(...demanding, verdict('c1', { assurance: 'iam' })).calls[0]?.verdicts).toHaveLength(1);
  });
});

test('after the end only evidence is appended: late verdicts, and that people were told', () => {
  const noticeId = 'notice-1' as NoticeId;
  const planned: Entry = {
    type: 'notice.planned',
    noticeId,
    requestId: 'request-1' as RequestId,
    kind: 'cancelled',
    channel: 'mail',
    approverId: requested(1, 'c1').calls[0]?.approvers[0] ?? asking(),
  };
  const over = [...asked, stop, cancelled, planned, runFinished('stopped')];
  expect(runOf(...over, { type: 'notice.sent', noticeId, messageId: 'm' }).notices.get(noticeId)?.sent).toBeDefined();
  expect(() => runOf(...over, { ...planned, noticeId: 'notice-2' as NoticeId })).toThrow(/is finished/);
  expect(() => runOf(...over, judged('c1', 'ask'))).toThrow(/is finished/);
});

function asking(): never {
  throw new Error('Nobody is asked.');
}
