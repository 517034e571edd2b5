import type { Sealed } from '../core/entries.ts';
import type { ApproverId } from '../core/ids.ts';
import { isNews } from '../core/notice-state.ts';
import { decidersOf } from '../core/quorum.ts';
import type { Asked, NoticeState, Run } from '../core/run.ts';
import { informedOf, stagesToCome } from '../core/schedule.ts';
import { approverOf, type People } from './approvers-asked.ts';
import type { Contents } from './ports.ts';
import { openText } from './seal.ts';
import type { AskedView, CallView, SaidView, StageView } from './views.ts';

/** Who is asked about a call or told of it, in the order of the gate file; whoever was added by an escalation stands behind. */
export function askedViews(run: Run, asked: Asked, people: People): readonly AskedView[] {
  const deciders = decidersOf(asked);
  return [...deciders, ...informedOf(asked)].map((id) => {
    const { now, before } = saidBy(asked, id);
    return {
      id,
      name: approverOf(people, id).name,
      role: roleOf(asked, id),
      ...(now === undefined ? {} : { answer: { verdict: now.verdict, at: now.at } }),
      ...(before === undefined ? {} : { before: { verdict: before.verdict, at: before.at } }),
      notice: noticeStanding(newestNotice(run, asked, id)),
    };
  });
}

/** The same with what they wrote: of two who are asked, one may have written what the other needs to know. All is read at once. */
export function askedInWords(
  { contents }: { readonly contents: Contents },
  run: Run,
  { asked, people }: { readonly asked: Asked; readonly people: People },
): Promise<readonly AskedView[]> {
  const inWords = async (said: SaidView, comment: Sealed | undefined): Promise<SaidView> =>
    comment === undefined ? said : { ...said, words: await openText({ contents }, run.id, comment) };
  return Promise.all(
    askedViews(run, asked, people).map(async ({ answer, before, ...view }) => {
      const said = saidBy(asked, view.id);
      return {
        ...view,
        ...(answer === undefined ? {} : { answer: await inWords(answer, said.now?.comment) }),
        ...(before === undefined ? {} : { before: await inWords(before, said.before?.comment) }),
      };
    }),
  );
}

/** The newest verdict of a person; `before` where they have given one only on the call as it was before an edit. */
function saidBy({ verdicts, superseded = [] }: Asked, id: ApproverId) {
  const isTheirs = ({ approverId }: { readonly approverId: ApproverId }) => approverId === id;
  const now = verdicts.findLast(isTheirs);
  return { now, before: now === undefined ? superseded.findLast(isTheirs) : undefined };
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
