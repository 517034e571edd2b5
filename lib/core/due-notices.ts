import type { ApprovalEscalated } from './approval-entries.ts';
import type { Entry } from './entries.ts';
import { type ApproverId, noticeIdOf, type RequestId } from './ids.ts';
import type { NoticeKind, NoticePlanned } from './notice-entries.ts';
import { isAsking } from './notice-state.ts';
import type { Asked, Run } from './run.ts';
import {
  askedBy,
  canStillAnswer,
  type DueEscalation,
  dueEscalation,
  dueReminder,
  informedOf,
  noticesAsking,
  openIn,
  silentOn,
} from './schedule.ts';

/**
 * What is to be said about a request now: who is asked, told, reminded, asked in addition or asked anew. Each person gets one
 * notice for all calls of the request, and each notice has an id that follows from what it is about: once it is in the record,
 * it is due no more.
 */
export function dueNotices(
  run: Run,
  { requestId, now }: { readonly requestId: RequestId; readonly now: number },
): readonly Entry[] {
  const open = openIn(run, requestId, now);
  const escalations = open.flatMap((asked) => {
    const due = dueEscalation(run, asked, now);
    return due === undefined ? [] : [{ asked, due }];
  });
  const notices = [
    ...unique(open.flatMap(askedBy)).flatMap((id) => askingNotice(run, { requestId, open, id, now })),
    ...escalations.flatMap((one) => escalationNotices(requestId, one)),
    ...unique(open.flatMap(informedOf))
      .filter((id) => !open.some((asked) => askedBy(asked).includes(id)))
      .map((id) => planned(requestId, { kind: 'information', id })),
  ];
  const once = new Map(notices.map((notice) => [notice.noticeId, notice]));
  return [
    ...escalations.map(({ asked, due }) => escalated(requestId, asked, due)),
    ...[...once.values()].filter(({ noticeId }) => !run.notices.has(noticeId)),
  ];
}

/** Whether a planned notice would still say something true and useful; an answer that came meanwhile makes it needless. */
export function isStillNeeded(run: Run, { requestId, kind, approverId }: NoticePlanned, now: number): boolean {
  const open = openIn(run, requestId, now);
  if (kind === 'information') return open.some((asked) => informedOf(asked).includes(approverId));
  if (isAsking(kind)) return open.some((asked) => canStillAnswer(asked, approverId));
  return true;
}

interface OnPerson {
  readonly requestId: RequestId;
  readonly open: readonly Asked[];
  readonly id: ApproverId;
  readonly now: number;
}

// The first of them that applies says all that the others would.
function askingNotice(run: Run, { requestId, open, id, now }: OnPerson): readonly NoticePlanned[] {
  if (!open.some((asked) => silentOn(asked).includes(id))) return [];
  if (noticesAsking(run, requestId, id).length === 0) return [planned(requestId, { kind: 'request', id })];
  const digest = unseenEdit(run, { requestId, open, id });
  if (digest !== undefined) return [planned(requestId, { kind: 'changed', about: digest, id })];
  const stageAt = dueReminder(run, { open, id, now });
  return stageAt === undefined ? [] : [planned(requestId, { kind: 'reminder', about: stageAt, stageAt, id })];
}

/** The digest of the newest edit that this person is asked about and was sent nothing since. */
function unseenEdit(run: Run, { requestId, open, id }: Omit<OnPerson, 'now'>): string | undefined {
  const edits = open
    .filter((asked) => silentOn(asked).includes(id))
    .flatMap(({ edits = [] }) => edits.slice(-1))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const newest = edits.at(-1);
  if (newest === undefined) return undefined;
  const isTold = noticesAsking(run, requestId, id).some(({ plannedAt }) => plannedAt > newest.at);
  return isTold ? undefined : newest.requested.digest;
}

interface Escalating {
  readonly asked: Asked;
  readonly due: DueEscalation;
}

function escalationNotices(requestId: RequestId, { asked, due }: Escalating): readonly NoticePlanned[] {
  const before = askedBy(asked);
  const { at, to } = due.stage;
  return to
    .filter((id) => !before.includes(id))
    .map((id) => planned(requestId, { kind: 'escalation', about: at, stageAt: at, id }));
}

function escalated(requestId: RequestId, { toolUseId }: Asked, { stage, because }: DueEscalation): ApprovalEscalated {
  return { type: 'approval.escalated', requestId, toolUseId, to: stage.to, because };
}

interface Plan {
  readonly kind: NoticeKind;
  readonly id: ApproverId;
  /** What tells it from others of its kind. */
  readonly about?: string;
  readonly stageAt?: string;
}

function planned(requestId: RequestId, { kind, id, about, stageAt }: Plan): NoticePlanned {
  return {
    type: 'notice.planned',
    noticeId: noticeIdOf(requestId, { kind: about === undefined ? kind : `${kind}/${about}`, recipient: id }),
    requestId,
    kind,
    channel: id.startsWith('topic:') ? 'topic' : 'mail',
    approverId: id,
    ...(stageAt === undefined ? {} : { stageAt }),
  };
}

function unique(ids: readonly ApproverId[]): readonly ApproverId[] {
  return [...new Set(ids)];
}
