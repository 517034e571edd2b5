import type { ActionStatus } from '../core/action-entries.ts';
import type { Entry } from '../core/entries.ts';
import type { GateMetric } from '../core/gate-metrics.ts';

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
      const requestId = requestOf(entry.noticeId, all);
      const isLast =
        requestId !== undefined && noticesOf(requestId, all).every((notice) => standing(notice, all) === 'given-up');
      return isLast ? ['NoticeRefused', 'NobodyReached'] : ['NoticeRefused'];
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

function standing(noticeId: string, all: readonly Entry[]): 'sent' | 'given-up' | 'open' {
  const own = all.filter(
    (entry) => (entry.type === 'notice.sent' || entry.type === 'notice.failed') && entry.noticeId === noticeId,
  );
  if (own.some(({ type }) => type === 'notice.sent')) return 'sent';
  return own.some((entry) => entry.type === 'notice.failed' && entry.again === 'given-up') ? 'given-up' : 'open';
}

// A verdict that closed a call is followed by a turn as soon as the run was woken.
function isLate(before: CountedCommit | undefined, added: CountedCommit): boolean {
  const wasDecided = before?.entries.some(({ type }) => type === 'verdict.recorded') ?? false;
  const goesOn = added.entries.some(({ type }) => type === 'turn.started');
  return wasDecided && goesOn && Date.parse(added.at) - Date.parse(before?.at ?? added.at) > stuckAfterMs;
}
