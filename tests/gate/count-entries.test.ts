import { describe, expect, test } from 'vitest';
import type { Entry } from '../../lib/core/entries.ts';
import type { NoticeId, RequestId, ToolUseId } from '../../lib/core/ids.ts';
import { type CountedCommit, countEntries } from '../../lib/gate/count-entries.ts';

const requestId = 'req-1' as RequestId;
const at = (seconds: number) => new Date(Date.UTC(2027, 0, 1) + seconds * 1000).toISOString();
const commit = (seconds: number, ...entries: readonly Entry[]): CountedCommit => ({ at: at(seconds), entries });

const planned = (id: string) =>
  ({
    type: 'notice.planned',
    noticeId: id as NoticeId,
    requestId,
    kind: 'request',
    channel: 'mail',
    approverId: id,
  }) as Entry;
const sent = (id: string) => ({ type: 'notice.sent', noticeId: id, linkHash: '', messageId: '' }) as Entry;
const failed = (id: string, again: 'given-up' | 'will-be-tried-again') =>
  ({ type: 'notice.failed', noticeId: id, error: 'MessageRejected', again }) as Entry;
const returned = (id: string, lasts: 'for-good' | 'for-now') =>
  ({ type: 'notice.returned', noticeId: id, messageId: '', because: 'bounce', lasts, returnedAt: at(2) }) as Entry;
const closed = (outcome: 'expired' | 'approved'): Entry => ({
  type: 'approval.closed',
  requestId,
  toolUseId: 'c1' as ToolUseId,
  outcome,
  verdicts: [],
});
const verdict = { type: 'verdict.recorded' } as Entry;
const turn = { type: 'turn.started' } as Entry;

describe('what a commit gives to count', () => {
  test.each<readonly [string, readonly CountedCommit[], CountedCommit, readonly string[]]>([
    ['a mail that may be tried again', [commit(0, planned('a'))], commit(1, failed('a', 'will-be-tried-again')), []],
    [
      'a mail that was refused while another approver was reached',
      [commit(0, planned('a'), planned('b')), commit(1, sent('b'))],
      commit(2, failed('a', 'given-up')),
      ['NoticeRefused'],
    ],
    [
      'the last mail of a request that was refused, when no other arrived',
      [commit(0, planned('a'), planned('b')), commit(1, failed('b', 'given-up'))],
      commit(2, failed('a', 'given-up')),
      ['NoticeRefused', 'NobodyReached'],
    ],
    [
      'a mail that came back for good after it was sent, when no other arrived',
      [commit(0, planned('a'), planned('b')), commit(1, failed('b', 'given-up'), sent('a'))],
      commit(2, returned('a', 'for-good')),
      ['NoticeReturned', 'NobodyReached'],
    ],
    ['a mail that came back for now', [commit(0, planned('a'), sent('a'))], commit(2, returned('a', 'for-now')), []],
    [
      'news that nobody took, which asked nobody anything',
      [commit(0, { ...planned('a'), kind: 'requester' } as Entry)],
      commit(2, failed('a', 'given-up')),
      ['NoticeRefused'],
    ],
    [
      'a request that expired while its mails were still being tried',
      [commit(0, planned('a')), commit(1, failed('a', 'will-be-tried-again'))],
      commit(2, closed('expired')),
      ['NobodyReached'],
    ],
    [
      'a request that expired although it was read',
      [commit(0, planned('a')), commit(1, sent('a'))],
      commit(2, closed('expired')),
      [],
    ],
    ['a request that expired before anything was planned', [], commit(2, closed('expired')), ['NobodyReached']],
    ['a turn soon after a verdict', [commit(0, verdict, closed('approved'))], commit(5, turn), []],
    ['a turn long after a verdict', [commit(0, verdict, closed('approved'))], commit(301, turn), ['WaitStuck']],
    ['a turn long after anything else', [commit(0, closed('expired'))], commit(4_000, turn), []],
    ['a tool that ran unasked', [], commit(0, { type: 'guard.missing' } as Entry), ['GuardMissing']],
  ])('of %s', (_, earlier, added, metrics) => {
    expect(countEntries(earlier, added)).toEqual(metrics);
  });
});
