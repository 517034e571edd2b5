import type { ApproverId } from '../core/ids.ts';
import { isNews } from '../core/notice-state.ts';
import { decidersOf } from '../core/quorum.ts';
import type { Asked, NoticeState, Run } from '../core/run.ts';
import { informedOf, stagesToCome } from '../core/schedule.ts';
import { approverOf, type People } from './approvers-asked.ts';
import type { AskedView, CallView, StageView } from './views.ts';

/** Who is asked about a call or told of it, in the order of the gate file; whoever was added by an escalation stands behind. */
export function askedViews(run: Run, asked: Asked, people: People): readonly AskedView[] {
  const deciders = decidersOf(asked);
  return [...deciders, ...informedOf(asked)].map((id) => {
    const verdict = asked.verdicts.findLast(({ approverId }) => approverId === id);
    return {
      id,
      name: approverOf(people, id).name,
      role: roleOf(asked, id),
      ...(verdict === undefined ? {} : { answer: { verdict: verdict.verdict, at: verdict.at } }),
      notice: noticeStanding(newestNotice(run, asked, id)),
    };
  });
}

/** Those who asked for the run and may not decide. */
export function requesterViews({ requested }: Asked, people: People): CallView['requesters'] {
  return (requested?.requesters ?? []).map((id) => ({ id, name: approverOf(people, id).name }));
}

/** What happens from now on while nobody decides, in order. */
export function scheduleViews(asked: Asked, people: People, now: number): readonly StageView[] {
  return stagesToCome(asked, now).map((stage) =>
    stage.kind === 'reminder'
      ? stage
      : { ...stage, to: stage.to.map((id) => ({ id, name: approverOf(people, id).name })) },
  );
}

function roleOf(asked: Asked, id: ApproverId): AskedView['role'] {
  if (asked.requested?.approvers.includes(id)) return 'decides';
  return asked.escalated?.includes(id) ? 'escalated' : 'informed';
}

function newestNotice(run: Run, { requestId }: Asked, id: ApproverId): NoticeState | undefined {
  const theirs = [...run.notices.values()].filter(
    ({ planned }) =>
      planned.requestId === requestId && planned.approverId === id && planned.kind !== 'code' && !isNews(planned.kind),
  );
  return theirs.at(-1);
}

function noticeStanding(notice: NoticeState | undefined): AskedView['notice'] {
  if (notice === undefined) return 'none';
  if (notice.returned !== undefined) return 'returned';
  if (notice.sent !== undefined) return 'sent';
  return notice.failures.some(({ again }) => again === 'given-up') ? 'failed' : 'planned';
}
