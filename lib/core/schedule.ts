import type { ApprovalEscalated, Stage } from './approval-entries.ts';
import type { ApproverId, RequestId } from './ids.ts';
import { isAsking, isLost } from './notice-state.ts';
import { decidersOf, isVeto, quorumOf } from './quorum.ts';
import { type Asked, askedIn, type NoticeState, type Run } from './run.ts';

// All instants in the ledger are written by toISOString, so their order as texts is their order in time.

/** The stages of what is open that are still to come, in order. What is due already is taken up by whoever asks, at once. */
export function stagesToCome({ requested, escalated = [] }: Asked, now: number): readonly Stage[] {
  const instant = new Date(now).toISOString();
  return (requested?.schedule ?? []).filter(
    (stage) => stage.at > instant && !(stage.kind === 'escalation' && stage.to.every((id) => escalated.includes(id))),
  );
}

/** When something happens by itself to what is open: its next stage, or its deadline. */
export function wakeAtOf(asked: Asked, now: number): string {
  const deadline = asked.requested?.deadline ?? '';
  const [next] = stagesToCome(asked, now);
  return next !== undefined && next.at < deadline ? next.at : deadline;
}

/** The calls or the question of a request that people can answer at this moment. */
export function openIn(run: Run, requestId: RequestId, now: number): readonly Asked[] {
  if (run.finished !== undefined) return [];
  return askedIn(run, requestId).filter(
    ({ closed, requested }) => closed === undefined && requested !== undefined && Date.parse(requested.deadline) > now,
  );
}

/** Who may decide and is sent notices about it. Whoever reads a topic is asked by it or not at all. */
export function askedBy(asked: Asked): readonly ApproverId[] {
  const { escalated = [], requested } = asked;
  const notified = requested?.notify;
  const isNotified = (id: ApproverId) =>
    notified === undefined || notified.includes(id) || escalated.includes(id) || id.startsWith('topic:');
  return decidersOf(asked).filter(isNotified);
}

/** Who is told that a question is open and has no say in it. */
export function informedOf(asked: Asked): readonly ApproverId[] {
  const deciders = decidersOf(asked);
  return [...new Set(asked.requested?.notify ?? [])].filter((id) => !deciders.includes(id));
}

/** Who is asked about something and has not answered it. */
export function silentOn(asked: Asked): readonly ApproverId[] {
  return askedBy(asked).filter((id) => canStillAnswer(asked, id));
}

/** Whether this person may decide and has not said anything yet to what is asked about now. */
export function canStillAnswer(asked: Asked, id: ApproverId): boolean {
  return decidersOf(asked).includes(id) && !asked.verdicts.some(({ approverId }) => approverId === id);
}

/** The notices of a request that ask this person. */
export function noticesAsking(run: Run, requestId: RequestId, id: ApproverId): readonly NoticeState[] {
  return [...run.notices.values()].filter(
    ({ planned }) => planned.requestId === requestId && planned.approverId === id && isAsking(planned.kind),
  );
}

/** Whether all that was tried to reach this person about a request is lost. */
function isUnreachable(run: Run, requestId: RequestId, id: ApproverId): boolean {
  const theirs = noticesAsking(run, requestId, id);
  return theirs.length > 0 && theirs.every(isLost);
}

/** An escalation that has come: by its instant, or because too few of those who are asked can be reached. */
export interface DueEscalation {
  readonly stage: Extract<Stage, { kind: 'escalation' }>;
  readonly because: ApprovalEscalated['because'];
}

/** What is to be escalated now; `undefined` where nothing is, or where it was. */
export function dueEscalation(run: Run, asked: Asked, now: number): DueEscalation | undefined {
  const { requested, requestId, escalated = [] } = asked;
  const stage = requested?.schedule?.find((one) => one.kind === 'escalation');
  if (stage === undefined || requestId === undefined || stage.to.every((id) => escalated.includes(id)))
    return undefined;
  if (Date.parse(stage.at) <= now) return { stage, because: 'schedule' };
  return canStillDecide(run, requestId, asked) ? undefined : { stage, because: 'unreachable' };
}

function canStillDecide(run: Run, requestId: RequestId, asked: Asked): boolean {
  const saidNo = asked.verdicts.filter(({ verdict }) => isVeto(verdict)).map(({ approverId }) => approverId);
  const hasAnswered = (id: ApproverId) => asked.verdicts.some(({ approverId }) => approverId === id);
  const left = decidersOf(asked).filter(
    (id) => !saidNo.includes(id) && (hasAnswered(id) || !isUnreachable(run, requestId, id)),
  );
  return left.length >= quorumOf(asked.requested);
}

/**
 * The instant of the newest reminder that this person should have had by now; `undefined` for none. Whoever was asked only after
 * an instant is not reminded for it, and of several that passed unnoticed only the last counts.
 */
export function dueReminder(
  run: Run,
  { open, id, now }: { readonly open: readonly Asked[]; readonly id: ApproverId; readonly now: number },
): string | undefined {
  const instant = new Date(now).toISOString();
  const theirs = open.filter((asked) => silentOn(asked).includes(id));
  const due = theirs.flatMap(({ requested }) =>
    (requested?.schedule ?? []).flatMap(({ kind, at }) => (kind === 'reminder' && at <= instant ? [at] : [])),
  );
  const newest = due.toSorted().at(-1);
  const [first] = theirs;
  if (newest === undefined || first?.requestId === undefined) return undefined;
  const notices = noticesAsking(run, first.requestId, id);
  const wasAsked = notices.some((notice) => !isLost(notice) && (notice.sentAt ?? instant) < newest);
  const wasReminded = notices.some(({ planned }) => planned.kind === 'reminder' && (planned.stageAt ?? '') >= newest);
  return wasAsked && !wasReminded ? newest : undefined;
}
