import { isStillNeeded } from '../core/due-notices.ts';
import type { Entry } from '../core/entries.ts';
import type { RunId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { isDue, standingOf } from '../core/notice-state.ts';
import type { NoticeState } from '../core/run.ts';
import { decideAndAppend, type LedgerPorts } from './append.ts';

/** `ours`: this invocation planned the notice, and nobody else has begun to send it. */
export type PlanMark = 'ours';

/**
 * Marks the next attempt at a notice. `needless`: it was sent or given up, or an answer came first. `under-way`: whoever marked
 * the attempt before may still be at it.
 */
export async function beginNotice(
  ports: LedgerPorts,
  runId: RunId,
  { planned, plan }: { readonly planned: NoticePlanned; readonly plan?: PlanMark },
): Promise<'begun' | 'under-way' | 'needless'> {
  let begun: 'begun' | 'under-way' | 'needless' = 'needless';
  await decideAndAppend(ports, runId, (run, now) => {
    begun = 'needless';
    const notice = run?.notices.get(planned.noticeId);
    if (run === undefined || notice === undefined) return undefined;
    if (!isDue(notice) || !isStillNeeded(run, planned, now)) return undefined;
    const isOurs = plan === 'ours' && notice.attempts === 1 && notice.failures.length + notice.doubts.length === 0;
    const standing = isOurs ? 'ours' : standingOf(notice, now);
    const isLost = standing === 'in-doubt' && notice.doubts.length > 0;
    if (!isLost) begun = standing === 'under-way' ? 'under-way' : 'begun';
    return marks(notice, standing);
  });
  return begun;
}

// Sent at least once and at most twice: after one attempt in doubt there is one more, and none after a second.
function marks(notice: NoticeState, standing: ReturnType<typeof standingOf> | 'ours'): readonly Entry[] | undefined {
  const { noticeId } = notice.planned;
  const attempt = notice.attempts + 1;
  switch (standing) {
    case 'ours':
    case 'under-way':
      return undefined;
    case 'free':
      return [{ type: 'notice.started', noticeId, attempt }];
    case 'in-doubt': {
      const doubtful: Entry = { type: 'notice.doubtful', noticeId, attempt: notice.attempts };
      if (notice.doubts.length === 0) return [doubtful, { type: 'notice.started', noticeId, attempt }];
      return [doubtful, { type: 'notice.failed', noticeId, error: 'InDoubtTwice', again: 'given-up' }];
    }
  }
}
