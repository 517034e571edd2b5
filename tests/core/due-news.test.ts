import { describe, expect, test } from 'vitest';
import { dueNews, lapsedNews, newsToSend } from '../../lib/core/due-news.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { type ApproverId, type NoticeId, runNewsIdOf } from '../../lib/core/ids.ts';
import type { NoticePlanned } from '../../lib/core/notice-entries.ts';
import { hearersOf } from '../../lib/core/requester.ts';
import { gateFile } from '../support/gate-files.ts';
import {
  asked,
  closed,
  requested,
  results,
  runFinished,
  runId,
  runOf,
  startedAt,
  turnStarted,
  verdict,
} from '../support/history.ts';

const { requestId } = requested(1);
const noticeOf = (noticeId: string, changes: Partial<NoticePlanned> = {}): NoticePlanned => ({
  type: 'notice.planned',
  noticeId: noticeId as NoticeId,
  requestId,
  kind: 'request',
  channel: 'mail',
  approverId: 'morgan' as ApproverId,
  ...changes,
});
const sent = (noticeId: string): Entry => ({ type: 'notice.sent', noticeId: noticeId as NoticeId, messageId: 'm' });
const refused = (noticeId: string): Entry => ({
  type: 'notice.failed',
  noticeId: noticeId as NoticeId,
  error: 'MessageRejected',
  again: 'given-up',
});
const outcomes = { outcomes: true, hearers: [], execution: 'over' } as const;
const history = [...asked, noticeOf('n1'), sent('n1')] as const;

describe('news', () => {
  test('of an outcome are due once it is decided and told, to those alone who got a mail that asked', () => {
    expect(dueNews(runOf(...history), outcomes)).toEqual([]);
    const rejected = [verdict('c1', { verdict: 'reject' }), closed('c1', 'rejected')];
    const due = dueNews(runOf(...history, ...rejected), outcomes);
    expect(due).toMatchObject([{ kind: 'outcome', approverId: 'morgan', requestId }]);
    expect(dueNews(runOf(...history, ...rejected, ...due), outcomes)).toEqual([]);
    expect(dueNews(runOf(...asked, noticeOf('n1'), refused('n1'), ...rejected), outcomes)).toEqual([]);
    // The agent has not been told yet.
    expect(dueNews(runOf(...history, verdict('c1'), closed('c1', 'approved')), outcomes)).toEqual([]);
    expect(dueNews(runOf(...history, ...rejected), { ...outcomes, outcomes: false })).toEqual([]);
  });

  test('of an outcome are due to whoever was only told that others are asked', () => {
    const informed = { kind: 'information', approverId: 'robin' as ApproverId } as const;
    const told = [...history, noticeOf('n2', informed), sent('n2')];
    const due = dueNews(runOf(...told, verdict('c1', { verdict: 'reject' }), closed('c1', 'rejected')), outcomes);
    expect(due.map(({ kind, approverId }) => [kind, approverId])).toEqual([
      ['outcome', 'morgan'],
      ['outcome', 'robin'],
    ]);
    const unsent = [...history, noticeOf('n2', informed), refused('n2')];
    expect(dueNews(runOf(...unsent, closed('c1', 'cancelled', [])), outcomes)).toHaveLength(1);
  });

  test.each([
    ['bounced for good', 'bounce', 'for-good', 0],
    ['complained of', 'complaint', 'for-good', 0],
    ['bounced for now', 'bounce', 'for-now', 1],
    ['was rejected for what was in it', 'reject', 'for-good', 1],
  ] as const)('after a mail that %s: %s %s', (_, because, lasts, count) => {
    const back: Entry = {
      type: 'notice.returned',
      noticeId: 'n1' as NoticeId,
      messageId: 'm',
      because,
      lasts,
      returnedAt: '2026-03-02T09:00:10.000Z',
    };
    const rejected = [verdict('c1', { verdict: 'reject' }), closed('c1', 'rejected')];
    expect(dueNews(runOf(...history, back, ...rejected), outcomes)).toHaveLength(count);
    // A later one that arrived shows that the address was mended; who complained wants none at all.
    const again = [...history, back, noticeOf('n2', { kind: 'reminder' }), sent('n2'), ...rejected];
    expect(dueNews(runOf(...again), outcomes)).toHaveLength(because === 'complaint' ? 0 : 1);
  });

  test('may follow the end of a run, where nothing that asks may; only the end itself may be about no request', () => {
    const id = 'requester:sam' as ApproverId;
    const ended = [...history, runFinished('stopped')];
    const [due, ...others] = dueNews(runOf(...ended), {
      ...outcomes,
      outcomes: false,
      hearers: [{ id, hears: ['waiting', 'finished'] }],
    });
    expect(others).toEqual([]);
    expect(due).toMatchObject({ kind: 'requester', tells: 'finished', requestId: runNewsIdOf(runId) });
    if (due === undefined) throw new Error('Nothing is due.');
    expect(runOf(...ended, due).notices.get(due.noticeId)?.planned).toEqual(due);
    expect(() => runOf(...ended, noticeOf('n2', { kind: 'reminder' }))).toThrow();
    expect(() => runOf(...ended, { ...due, tells: 'waiting' })).toThrow('no request');
  });

  test('are worth a try for two minutes, and not once they were sent or given up', () => {
    const outcome = noticeOf('n2', { kind: 'outcome' });
    const planned = [...history, verdict('c1', { verdict: 'reject' }), closed('c1', 'rejected'), outcome];
    const run = runOf(...planned);
    const at = Date.parse(run.notices.get(outcome.noticeId)?.plannedAt ?? '');
    expect(at).toBeGreaterThanOrEqual(startedAt);
    expect(newsToSend(run, at + 119_999)).toHaveLength(1);
    expect(newsToSend(run, at + 120_000)).toEqual([]);
    expect(newsToSend(runOf(...planned, sent('n2')), at)).toEqual([]);
    expect(newsToSend(runOf(...planned, refused('n2')), at)).toEqual([]);
  });

  test('that nobody sent in time are given up, but not while somebody may still be sending them', () => {
    const noticeId = 'n2' as NoticeId;
    const outcome = noticeOf(noticeId, { kind: 'outcome' });
    const planned = [...history, verdict('c1', { verdict: 'reject' }), closed('c1', 'rejected'), outcome];
    const at = Date.parse(runOf(...planned).notices.get(noticeId)?.plannedAt ?? '');
    const givenUp = { type: 'notice.failed', noticeId, error: 'NotSentInTime', again: 'given-up' };
    expect(lapsedNews(runOf(...planned), at + 119_999)).toEqual([]);
    expect(lapsedNews(runOf(...planned), at + 120_000)).toEqual([givenUp]);
    const begun = runOf(...planned, { type: 'notice.started', noticeId, attempt: 1 });
    const begunAt = Date.parse(begun.notices.get(noticeId)?.attemptAt ?? '');
    expect(begunAt).toBeGreaterThan(at);
    expect(lapsedNews(begun, begunAt + 89_999)).toEqual([]);
    // Whoever began it is gone by then, and may have sent it.
    expect(lapsedNews(begun, begunAt + 120_000)).toEqual([{ type: 'notice.doubtful', noticeId, attempt: 1 }, givenUp]);
  });

  test('that are no longer so are not told: that a run waits once it was stopped, or lies broken off once it goes on', () => {
    const died: Entry = { type: 'execution.died', status: 'ABORTED', diedAt: '2026-03-02T09:00:30.000Z' };
    const cancelled = closed('c1', 'cancelled', []);
    const dead = [...history, died, cancelled];
    for (const [before, after] of [
      [history, [cancelled]],
      [dead, [turnStarted(2, results('c1'))]],
    ] as const) {
      const [due] = dueNews(runOf(...before), {
        ...outcomes,
        outcomes: false,
        hearers: [{ id: 'requester:sam' as ApproverId, hears: ['waiting', 'finished'] }],
      });
      if (due === undefined) throw new Error('Nothing is due.');
      const { noticeId } = due;
      expect(newsToSend(runOf(...before, due), startedAt)).toHaveLength(1);
      expect(lapsedNews(runOf(...before, due), startedAt)).toEqual([]);
      const gone = runOf(...before, due, ...after);
      expect(newsToSend(gone, startedAt)).toEqual([]);
      expect(lapsedNews(gone, startedAt)).toEqual([
        { type: 'notice.failed', noticeId, error: 'NoLongerSo', again: 'given-up' },
      ]);
    }
  });
});

test('a run is theirs whom its start names by id or address, however it is spelled, and nobody else hears of it', () => {
  const gate = gateFile({
    requesters: {
      sam: { mail: 'sam@example.com', hears: ['finished'] },
      robin: { mail: 'robin@example.com', hears: ['waiting'] },
    },
  });
  const heard = (requester: string) => hearersOf(gate, { requester }).map(({ id }) => id);
  expect(heard('sam')).toEqual(['requester:sam']);
  expect(heard(' ROBIN@example.com ')).toEqual(['requester:robin']);
  expect(heard('sa')).toEqual([]);
  expect(heard('')).toEqual([]);
});
