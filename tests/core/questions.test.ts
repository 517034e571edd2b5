import { describe, expect, test } from 'vitest';
import type { Choice, QuestionRaised } from '../../lib/core/action-entries.ts';
import type { ApprovalClosed, ApprovalRequested, VerdictKind } from '../../lib/core/approval-entries.ts';
import type { Entry } from '../../lib/core/entries.ts';
import type { ApproverId, RequestId, ToolUseId, VerdictId } from '../../lib/core/ids.ts';
import { type GoingOn, nextStep } from '../../lib/core/next-step.ts';
import { identicalBefore } from '../../lib/core/repeated-calls.ts';
import {
  type At,
  deadline,
  digest,
  recorded,
  requested,
  retired,
  runOf,
  runStarted,
  sealed,
  startedAt,
  turnFailed,
  turnFinished,
  turnStarted,
  verdict,
} from '../support/history.ts';

const caps = { turns: 1, approvals: 5, refusalsInARow: 2, continuations: 1, failuresInARow: 3 };
const rules: GoingOn = { caps, onCap: 'ask', inDoubt: 'ask' };
const q1 = 'q1' as ToolUseId;
const requestId = 'request-q1' as RequestId;

const step = (history: readonly (Entry | At)[], changes: Partial<GoingOn> = {}, now = startedAt + 10_000) =>
  nextStep(runOf(...history), { ...rules, ...changes }, now);

const raised = (changes: Partial<QuestionRaised> = {}): QuestionRaised => ({
  type: 'question.raised',
  epoch: 0,
  toolUseId: q1,
  about: 'cap',
  rule: 'caps.turns',
  input: sealed('question'),
  policyVersion: 'policy-1',
  choices: ['continue', 'end'],
  ...changes,
});
const doubt = raised({ about: 'in-doubt', rule: 'turn.in-doubt', choices: ['restart', 'end'] });

const request = (quorum?: number): ApprovalRequested => ({
  ...requested(1),
  requestId,
  calls: [
    {
      toolUseId: q1,
      digest,
      approvers: ['morgan' as ApproverId, 'alex' as ApproverId],
      deadline,
      ...(quorum === undefined ? {} : { quorum }),
    },
  ],
});
const said = (kind: VerdictKind, by = 'morgan') =>
  verdict('q1', { requestId, verdict: kind, approverId: by as ApproverId, verdictId: `${by}-${kind}` as VerdictId });
const ending = (outcome: ApprovalClosed['outcome'], ...verdicts: string[]): ApprovalClosed => ({
  type: 'approval.closed',
  requestId,
  toolUseId: q1,
  outcome,
  verdicts: verdicts.map((id) => id as VerdictId),
});
const answered = (kind: Choice) =>
  [
    said(kind),
    ending(({ continue: 'continued', restart: 'restarted', end: 'ended' } as const)[kind], `morgan-${kind}`),
  ] as const;

const cut: readonly Entry[] = [runStarted(), turnStarted(1), turnFinished(1, 'max_iterations_exceeded')];
const lost: readonly Entry[] = [runStarted(), turnStarted(1), turnFailed(1, 'in-doubt')];
const atCap = [...cut, raised(), request()];
const inDoubt = [...lost, doubt, request()];

describe('a cap', () => {
  test('asks people instead of ending the run, with what was used and what is allowed', () => {
    expect(step(cut)).toMatchObject({
      kind: 'question',
      about: 'cap',
      rule: 'caps.turns',
      used: 1,
      allowed: 1,
      choices: ['continue', 'end'],
    });
    expect(step(cut, { onCap: 'stop' })).toMatchObject({ kind: 'finish', outcome: 'stopped', reason: 'caps.turns' });
  });

  test('waits for the answer until its deadline, and silence ends the run', () => {
    expect(step(atCap)).toEqual({ kind: 'wait', requestId, wakeAt: deadline });
    expect(step(atCap, {}, Date.parse(deadline))).toMatchObject({ kind: 'expire', calls: [{ toolUseId: q1 }] });
    const expired = [...atCap, { at: deadline, entries: [ending('expired')] }];
    expect(step(expired)).toMatchObject({ kind: 'finish', outcome: 'stopped', reason: 'caps.turns' });
  });

  test('is raised once by its own size where people let the run go on', () => {
    const on = [...atCap, ...answered('continue')];
    expect(step(on)).toMatchObject({ kind: 'take-turn', turn: 2 });
    const again = [...on, turnStarted(2, { kind: 'continue' }), turnFinished(2, 'max_iterations_exceeded')];
    expect(step(again, { caps: { ...caps, continuations: 9 } })).toMatchObject({
      kind: 'question',
      used: 2,
      allowed: 2,
    });
  });

  test('on continuations and on wall time is raised too', () => {
    const twice = [...cut, turnStarted(2, { kind: 'continue' }), turnFinished(2, 'max_iterations_exceeded')];
    const many = { ...caps, turns: 9 };
    expect(step(twice, { caps: many })).toMatchObject({ kind: 'question', rule: 'caps.continuations' });
    const on = [...twice, raised({ rule: 'caps.continuations' }), request(), ...answered('continue')];
    expect(step(on, { caps: many })).toMatchObject({ kind: 'take-turn' });
    const timed = { ...many, wallTimeSeconds: 5 };
    const later = [...cut, raised({ rule: 'caps.wallTime' }), request(), ...answered('continue')];
    expect(step(later, { caps: timed }, startedAt + 10_000)).toMatchObject({ kind: 'take-turn' });
    expect(step(later, { caps: timed }, startedAt + 12_000)).toMatchObject({ kind: 'question', rule: 'caps.wallTime' });
  });

  test('is asked about anew where the question was cancelled', () => {
    expect(step([...atCap, ending('cancelled')])).toMatchObject({ kind: 'question' });
  });

  test('ends the run by one person, also after another let it go on', () => {
    const two = [...cut, raised(), request(2), said('continue'), said('end', 'alex'), ending('ended', 'alex-end')];
    expect(step(two)).toMatchObject({ kind: 'finish', outcome: 'stopped', reason: 'caps.turns' });
  });

  test('counts an answer as a new verdict for calls that are repeated', () => {
    expect(identicalBefore(runOf(...atCap, ...answered('continue')), 'any')).toBe(0);
  });
});

describe('a turn in doubt', () => {
  test('asks, and a restart gives the session up exactly once', () => {
    expect(step(lost)).toMatchObject({ kind: 'question', rule: 'turn.in-doubt', choices: ['restart', 'end'] });
    const restarted = [...inDoubt, ...answered('restart')];
    expect(step(restarted)).toEqual({ kind: 'retire', because: 'in-doubt' });
    const anew = [...restarted, { ...retired(0), because: 'in-doubt' as const }];
    expect(step(anew, { caps: { ...caps, turns: 5 } })).toMatchObject({
      kind: 'take-turn',
      sends: { kind: 'restated' },
    });
  });

  test('ends the run as stopped where people say so', () => {
    expect(step([...inDoubt, ...answered('end')])).toMatchObject({ outcome: 'stopped', reason: 'turn.in-doubt' });
  });
});

describe('a record is not believed', () => {
  test.each<[string, readonly Entry[], RegExp]>([
    [
      'when a turn starts while people are asked',
      [...atCap, turnStarted(2, { kind: 'continue' })],
      /asked about the run/,
    ],
    ['when a session is retired meanwhile', [...inDoubt, retired(0)], /asked about the run/],
    ['when a second question is raised meanwhile', [...atCap, raised({ toolUseId: 'q2' as ToolUseId })], /already/],
    ['when a question about a cap offers a restart', [...cut, raised({ choices: ['restart', 'end'] })], /no choice/],
    ['when nobody could end the run', [...cut, raised({ choices: ['continue'] })], /nobody could end/],
    ['when there is no turn in doubt', [...cut, doubt], /no turn has failed/],
    ['when a question is approved like a call', [...atCap, said('approve')], /cannot be chosen/],
    [
      'when it was closed otherwise than people said',
      [...inDoubt, said('restart'), ending('continued', 'morgan-restart')],
      /no verdict/,
    ],
    ['when too few let it go on', [...cut, raised(), request(2), ...answered('continue')], /1 of 2/],
    [
      'when a call is let go on like a run',
      [...cut.slice(0, 2), recorded(1, 'c1'), said('continue')],
      /no call|no request/,
    ],
    ['when it goes on past its deadline', [...atCap, ending('expired')], /had not come/],
  ])('%s', (_, history, why) => {
    expect(() => runOf(...history)).toThrow(why);
  });
});
