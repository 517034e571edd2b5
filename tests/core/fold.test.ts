import { describe, expect, test } from 'vitest';
import type { Entry } from '../../lib/core/entries.ts';
import { foldRun } from '../../lib/core/fold.ts';
import type {
  ApproverId,
  AttemptId,
  ContentId,
  NoticeId,
  RequestId,
  RunId,
  SessionId,
  ToolUseId,
  VerdictId,
} from '../../lib/core/ids.ts';
import { owedCalls } from '../../lib/core/run.ts';
import {
  type At,
  asked,
  chainOf,
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
  turnFailed,
  turnFinished,
  turnRefused,
  turnStarted,
  verdict,
} from '../support/history.ts';

const oneTurn: readonly Entry[] = [runStarted(), turnStarted(1)];
const handed: readonly Entry[] = [...oneTurn, recorded(1, 'c1'), turnFinished(1, 'tool_use', { handed: ['c1'] })];
const approved: readonly Entry[] = [...asked, verdict('c1'), closed('c1', 'approved')];

describe('a history', () => {
  test('is nothing when it is empty', () => {
    expect(foldRun([])).toBeUndefined();
  });

  test('of an approved call has its verdict, its outcome and the head of its chain', () => {
    const commits = chainOf(
      ...approved,
      turnStarted(2, results('c1')),
      turnFinished(2, 'end_turn', { delivered: ['c1'] }),
    );
    const run = foldRun(commits);
    expect(run?.calls).toMatchObject([
      {
        toolUseId: 'c1',
        handedIn: 1,
        closed: { outcome: 'approved' },
        verdicts: [{ approverId: 'morgan' }],
        delivered: true,
      },
    ]);
    expect(run?.head).toEqual({ seq: commits.length - 1, hash: commits.at(-1)?.hash });
    expect(run?.usage).toEqual({ inputTokens: 20, outputTokens: 10, totalTokens: 30 });
  });

  test('keeps calls of different sessions apart although the model gave them the same id', () => {
    const run = runOf(
      ...handed,
      retired(0),
      turnStarted(2, { kind: 'restated' }, 1),
      recorded(2, 'c1'),
      turnFinished(2, 'tool_use', { handed: ['c1'] }),
    );
    expect(run.calls.map((call) => [call.epoch, call.handedIn])).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(owedCalls(run)).toHaveLength(1);
  });

  test('owes what was handed over and neither run by the harness nor delivered', () => {
    const run = runOf(
      ...oneTurn,
      ...['c1', 'c2', 'c3'].map((id) => recorded(1, id)),
      {
        type: 'call.ran',
        turn: 1,
        attemptId: turnStarted(1).attemptId,
        toolUseId: 'c1' as ToolUseId,
        status: 'success',
      },
      turnFinished(1, 'tool_use', { handed: ['c2'] }),
    );
    expect(owedCalls(run).map((call) => call.toolUseId)).toEqual(['c2']);
  });

  test('may have a verdict set aside behind its end, and nothing else', () => {
    const late: Entry = {
      type: 'verdict.set-aside',
      requestId: 'request-1' as RequestId,
      toolUseId: 'c1' as ToolUseId,
      approverId: 'alex' as ApproverId,
      verdict: 'reject',
      why: 'too-late',
      linkHash: 'x',
    };
    expect(runOf(...approved, runFinished('stopped'), late).setAside).toHaveLength(1);
    expect(() => runOf(...approved, runFinished('stopped'), judged('c1', 'ask'))).toThrow(/the run is finished/);
    const edited = { contentId: 'x' as ContentId, commitment: 'x', size: 1 };
    expect(runOf(...approved, { ...late, verdict: 'edit', edited }).setAside).toMatchObject([{ edited }]);
    expect(() => runOf(...approved, { ...late, edited })).toThrow(/only an edit has arguments/);
  });
});

describe('an impossible history is refused:', () => {
  test.each<[string, readonly (Entry | At)[], RegExp]>([
    ['a chain that begins with a turn', [turnStarted(1)], /begins with run\.started/],
    ['a chain that starts another run', [runStarted({ runId: 'run-other' as RunId })], /another run/],
    ['a run that starts twice', [runStarted(), runStarted()], /starts once/],
    ['a second end', [runStarted(), runFinished(), runFinished()], /finished/],
    ['an end while a turn is under way', [...oneTurn, runFinished()], /under way/],
    ['a turn in the middle of another', [...oneTurn, turnStarted(2)], /no end/],
    ['a turn that leaves a number out', [runStarted(), turnStarted(2)], /turn before is number 0/],
    ['a turn that is sent again after it ended', [...handed, turnStarted(1)], /turn before is number 1/],
    [
      'a turn in the session of another epoch',
      [runStarted(), turnStarted(1, { kind: 'prompt' }, 1)],
      /another session/,
    ],
    [
      'a turn in a session of somebody else',
      [runStarted(), { ...turnStarted(1), sessionId: 'session-x' as SessionId }],
      /another session/,
    ],
    ['the end of a turn that never began', [runStarted(), turnFinished(1, 'end_turn')], /no such attempt/],
    ['a second end of a turn', [...handed, turnFailed(1, 'in-doubt')], /no such attempt/],
    ['a call outside a turn', [...handed, recorded(1, 'c2')], /no such attempt/],
    ['a call that is recorded twice', [...oneTurn, recorded(1, 'c1'), recorded(1, 'c1')], /recorded before/],
    [
      'a hand-over of a call that nobody made',
      [...oneTurn, turnFinished(1, 'tool_use', { handed: ['c9'] })],
      /no call c9/,
    ],
    [
      'a delivery of a result that was not sent',
      [...oneTurn, recorded(1, 'c1'), turnFinished(1, 'end_turn', { delivered: ['c1'] })],
      /not sent/,
    ],
    ['a result without an answer', [...asked, turnStarted(2, results('c1'))], /no answer/],
    ['a result of a call that is not owed', [...handed, turnStarted(2, results('c9'))], /no answer/],
    [
      'a result that was delivered before',
      [
        ...approved,
        turnStarted(2, results('c1')),
        turnFinished(2, 'tool_use', { delivered: ['c1'] }),
        turnStarted(3, results('c1')),
      ],
      /no answer/,
    ],
    ['a policy for a call that is not ours', [...oneTurn, recorded(1, 'c1'), judged('c1', 'ask')], /not ours/],
    ['a policy that is applied twice', [...handed, judged('c1', 'refuse'), judged('c1', 'allow')], /applied before/],
    ['a request for a call that was allowed', [...handed, judged('c1', 'allow'), requested(1, 'c1')], /did not ask/],
    ['a request that nobody judged', [...handed, requested(1, 'c1')], /did not ask/],
    ['a second request', [...asked, requested(1, 'c1')], /made before/],
    ['a verdict without a request', [...handed, judged('c1', 'ask'), verdict('c1')], /no call c1/],
    [
      'a verdict on another request',
      [...asked, verdict('c1', { requestId: 'request-2' as RequestId })],
      /no call c1|no request/,
    ],
    ['a verdict on another digest', [...asked, verdict('c1', { digest: 'f'.repeat(64) })], /another digest/],
    [
      'a verdict of somebody who was not asked',
      [...asked, verdict('c1', { approverId: 'eve' as ApproverId })],
      /not asked/,
    ],
    [
      'a second verdict of one approver',
      [...asked, verdict('c1'), verdict('c1', { verdictId: 'verdict-2' as VerdictId })],
      /verdict before/,
    ],
    ['a verdict at the very deadline', [...asked, { at: deadline, entries: [verdict('c1')] }], /deadline was/],
    ['a verdict after the outcome', [...approved, verdict('c1', { approverId: 'alex' as ApproverId })], /closed/],
    ['an approval that nobody gave', [...asked, closed('c1', 'approved', [])], /no verdict approves/],
    ['an approval by a verdict that was never recorded', [...asked, closed('c1', 'approved')], /never recorded/],
    [
      'an approval by a rejection',
      [...asked, verdict('c1', { verdict: 'reject' }), closed('c1', 'approved')],
      /no verdict approves/,
    ],
    ['a rejection by an approval', [...asked, verdict('c1'), closed('c1', 'rejected')], /no verdict rejects/],
    ['an expiry before the deadline', [...asked, closed('c1', 'expired', [])], /had not come/],
    ['a second outcome', [...approved, closed('c1', 'approved')], /closed/],
    ['an outcome without a request', [...handed, judged('c1', 'ask'), closed('c1', 'expired', [])], /no call c1/],
    ['an end of a session that is another', [...handed, retired(1)], /epoch 0/],
    ['an end of a session in the middle of a turn', [...oneTurn, retired(0)], /under way/],
    [
      'a notice that was never planned',
      [...asked, { type: 'notice.sent', noticeId: 'n' as NoticeId, linkHash: 'x', messageId: 'm' }],
      /never planned/,
    ],
    ['an entry of no known type', [runStarted(), JSON.parse('{"type":"run.paused"}')], /unknown to this version/],
  ])('%s', (_, history, why) => {
    expect(() => runOf(...history)).toThrow(
      expect.objectContaining({ code: 'tampered', message: expect.stringMatching(why) }),
    );
  });

  test('the message names the commit and the entry', () => {
    expect(() => runOf(runStarted(), runStarted())).toThrow(/Commit 1 holds an entry run\.started/);
  });
});

test('a refused turn may be sent again under its number, or be followed by the next', () => {
  const refused = [...oneTurn, turnRefused(1, 'ThrottlingException', 'may-be-sent-again')];
  const again = { ...turnStarted(1), attemptId: 'attempt-again' as AttemptId };
  expect(runOf(...refused, again).turns).toHaveLength(2);
  expect(runOf(...refused, turnStarted(2)).turns).toHaveLength(2);
});

test('an expiry at the deadline stands', () => {
  expect(runOf(...asked, { at: deadline, entries: [closed('c1', 'expired', [])] }).calls[0]?.closed).toMatchObject({
    outcome: 'expired',
    at: deadline,
  });
});
