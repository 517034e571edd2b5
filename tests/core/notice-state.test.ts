import { describe, expect, test } from 'vitest';
import type { Entry } from '../../lib/core/entries.ts';
import type { ApproverId, NoticeId, RequestId } from '../../lib/core/ids.ts';
import type { NoticePlanned } from '../../lib/core/notice-entries.ts';
import { isDue, isLost, standingOf } from '../../lib/core/notice-state.ts';
import { asked, runOf, startedAt } from '../support/history.ts';

const noticeId = 'notice-1' as NoticeId;
const planned = (changes: Partial<NoticePlanned> = {}): NoticePlanned => ({
  type: 'notice.planned',
  noticeId,
  requestId: 'request-1' as RequestId,
  kind: 'request',
  channel: 'mail',
  approverId: 'morgan' as ApproverId,
  ...changes,
});
const started = (attempt: number): Entry => ({ type: 'notice.started', noticeId, attempt });
const doubtful = (attempt: number): Entry => ({ type: 'notice.doubtful', noticeId, attempt });
const failed = (again: 'given-up' | 'will-be-tried-again'): Entry => ({
  type: 'notice.failed',
  noticeId,
  error: 'Throttled',
  again,
});
const sent: Entry = { type: 'notice.sent', noticeId, messageId: 'm-1' };
const returned = (lasts: 'for-good' | 'for-now'): Entry => ({
  type: 'notice.returned',
  noticeId,
  messageId: 'm-1',
  because: 'bounce',
  lasts,
  returnedAt: '2026-03-02T09:00:10.000Z',
});

function noticeOf(...entries: readonly Entry[]) {
  const notice = runOf(...asked, ...entries).notices.get(noticeId);
  if (notice === undefined) throw new Error('There is no notice.');
  return notice;
}

describe('the next attempt at a notice', () => {
  // Entries are a second apart, and the plan is the seventh.
  const now = startedAt + 10_000;

  test.each<readonly [string, readonly Entry[], 'free' | 'under-way' | 'in-doubt', number]>([
    ['waits for whoever planned what is sent at once', [planned()], 'under-way', now],
    ['is in doubt a minute and a half after the plan', [planned()], 'in-doubt', startedAt + 6_000 + 90_000],
    ['is free where somebody had it sent again', [planned({ attempt: 2 })], 'free', now],
    ['is free where another function sends it', [planned({ kind: 'cancelled' })], 'free', now],
    ['is free after a failure', [planned(), failed('will-be-tried-again')], 'free', now],
    ['is free after a doubt', [planned(), doubtful(1)], 'free', now],
    ['waits for whoever began it', [planned(), doubtful(1), started(2)], 'under-way', now],
    ['counts from its own mark', [planned(), doubtful(1), started(2)], 'under-way', startedAt + 8_000 + 89_999],
  ])('%s', (_, entries, standing, at) => {
    expect(standingOf(noticeOf(...entries), at)).toBe(standing);
  });

  test('has the next number, and a doubt is of the newest', () => {
    expect(noticeOf(planned({ kind: 'outcome' }), started(1))).toMatchObject({ attempts: 1 });
    expect(() => noticeOf(planned(), started(1))).toThrow('attempt 1 was the one before it');
    expect(() => noticeOf(planned(), started(3))).toThrow('attempt 1 was the one before it');
    expect(() => noticeOf(planned(), started(2), doubtful(1))).toThrow('the newest attempt is 2');
  });
});

test.each<readonly [string, readonly Entry[], 'due' | 'reached' | 'lost']>([
  ['planned', [planned()], 'due'],
  ['failed for now', [planned(), failed('will-be-tried-again')], 'due'],
  ['given up', [planned(), failed('given-up')], 'lost'],
  ['sent', [planned(), sent], 'reached'],
  ['returned for now', [planned(), sent, returned('for-now')], 'reached'],
  ['returned for good', [planned(), sent, returned('for-good')], 'lost'],
])('a notice that was %s', (_, entries, standing) => {
  const notice = noticeOf(...entries);
  expect([isDue(notice), isLost(notice)]).toEqual([standing === 'due', standing === 'lost']);
});
