import type { ActionStatus } from '../core/action-entries.ts';
import type { Entry } from '../core/entries.ts';
import type { GateMetric } from '../core/gate-metrics.ts';
import { isNews } from '../core/notice-state.ts';

/** One commit as far as it is counted. */
export interface CountedCommit {
  /** ISO instant. */
  readonly at: string;
  readonly entries: readonly Entry[];
}

// A wake-up takes a second. Five minutes later, somebody or something else came by: the deadline, a retry, an operator.
const stuckAfterMs = 5 * 60_000;

/** What a commit gives to count, seen together with the chain before it. The record tells it, so no branch of the gate has to. */
export function countEntries(earlier: readonly CountedCommit[], added: CountedCommit): readonly GateMetric[] {
  const all = [...earlier, added].flatMap(({ entries }) => entries);
  return [
    ...added.entries.flatMap((entry) => countOf(entry, all)),
    ...(isLate(earlier.at(-1), added) ? (['WaitStuck'] as const) : []),
  ];
}

function countOf(entry: Entry, all: readonly Entry[]): readonly GateMetric[] {
  switch (entry.type) {
    case 'guard.missing':
      return ['GuardMissing'];
    case 'action.finished':
      return endsOfActions[entry.status] ?? [];
    case 'action.refuted':
      return ['ActionRefuted'];
    case 'notice.failed': {
      if (entry.again !== 'given-up') return [];
      return isLastOfRequest(entry.noticeId, all) ? ['NoticeRefused', 'NobodyReached'] : ['NoticeRefused'];
    }
    case 'notice.returned': {
      if (entry.lasts !== 'for-good') return [];
      return isLastOfRequest(entry.noticeId, all) ? ['NoticeReturned', 'NobodyReached'] : ['NoticeReturned'];
    }
    case 'approval.closed': {
      if (entry.outcome !== 'expired') return [];
      const notices = noticesOf(entry.requestId, all).map((notice) => standing(notice, all));
      // All of them given up was counted when the last one was.
      const isUnreached = !notices.includes('sent') && (notices.length === 0 || notices.includes('open'));
      return isUnreached ? ['NobodyReached'] : [];
    }
    default:
      return [];
  }
}

const endsOfActions: Readonly<Partial<Record<ActionStatus, readonly GateMetric[]>>> = {
  unknown: ['ActionUnknown'],
  failed: ['ActionFailed'],
  prevented: ['ActionFailed'],
};

// Of those that ask: whoever is told of an end and not reached has nothing to answer.
function isLastOfRequest(noticeId: string, all: readonly Entry[]): boolean {
  const requestId = requestOf(noticeId, all);
  const asking = requestId === undefined ? [] : noticesOf(requestId, all);
  return asking.includes(noticeId) && asking.every((notice) => standing(notice, all) === 'lost');
}

function requestOf(noticeId: string, all: readonly Entry[]) {
  return all.flatMap((entry) =>
    entry.type === 'notice.planned' && entry.noticeId === noticeId ? [entry.requestId] : [],
  )[0];
}

function noticesOf(requestId: string, all: readonly Entry[]): readonly string[] {
  return all.flatMap((entry) =>
    entry.type === 'notice.planned' && entry.kind === 'request' && entry.requestId === requestId
      ? [entry.noticeId]
      : [],
  );
}

function standing(noticeId: string, all: readonly Entry[]): 'sent' | 'lost' | 'open' {
  const own = all.filter((entry) => 'noticeId' in entry && entry.noticeId === noticeId);
  if (own.some((entry) => entry.type === 'notice.returned' && entry.lasts === 'for-good')) return 'lost';
  if (own.some(({ type }) => type === 'notice.sent')) return 'sent';
  return own.some((entry) => entry.type === 'notice.failed' && entry.again === 'given-up') ? 'lost' : 'open';
}

// A verdict that closed a call is followed by news or a turn as soon as the run was woken.
function isLate(before: CountedCommit | undefined, added: CountedCommit): boolean {
  const wasDecided = before?.entries.some(({ type }) => type === 'verdict.recorded') ?? false;
  // What was decided may be told before the turn that follows it.
  const goesOn = added.entries.some(
    (entry) => entry.type === 'turn.started' || (entry.type === 'notice.planned' && isNews(entry.kind)),
  );
  return wasDecided && goesOn && Date.parse(added.at) - Date.parse(before?.at ?? added.at) > stuckAfterMs;
}
