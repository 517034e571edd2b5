import type { NoticeKind, NoticePlanned } from './notice-entries.ts';
import type { NoticeState, Run } from './run.ts';

/** Notices that ask for a verdict: each has a link of its own. */
export type AskingKind = 'request' | 'reminder' | 'escalation' | 'changed';

const asking: readonly NoticeKind[] = ['request', 'reminder', 'escalation', 'changed'] satisfies readonly AskingKind[];

export function isAsking(kind: NoticeKind): kind is AskingKind {
  return asking.includes(kind);
}

/** Notices that say that people are asked: whoever has one will want to know what came of it. */
export function isOfOpenRequest(kind: NoticeKind): boolean {
  return isAsking(kind) || kind === 'information';
}

/** Notices that say what came of something: nobody has to answer them, and they may come when the run is over. */
export function isNews(kind: NoticeKind): boolean {
  return kind === 'outcome' || kind === 'requester';
}

/**
 * Whether the plan of a notice is the mark of its first attempt: what Ask plans is sent at once, and so is a code. Else it is
 * planned in the commit of what happened and sent by another function, or by a second step that may fail on its own; that one
 * says when it begins.
 */
export function isBegunByPlan({ kind, attempt }: NoticePlanned): boolean {
  return kind === 'information' || kind === 'code' || (isAsking(kind) && attempt === undefined);
}

/** Planned, not sent, and not given up. */
export function isDue(notice: NoticeState): boolean {
  return notice.sent === undefined && !isGivenUp(notice);
}

export function isGivenUp({ failures }: NoticeState): boolean {
  return failures.some(({ again }) => again === 'given-up');
}

/** Sent to nobody who could read it: given up, or returned by an address that takes no mail. */
export function isLost(notice: NoticeState): boolean {
  if (notice.sent === undefined) return isGivenUp(notice);
  return notice.returned?.lasts === 'for-good';
}

/**
 * Whether somebody's address is known to take no mail of ours: the newest that was sent there bounced for good, or its owner
 * complained of any. A reject says something of one mail alone.
 */
export function takesNoMail(
  { notices }: Pick<Run, 'notices'>,
  { channel, approverId }: Pick<NoticePlanned, 'channel' | 'approverId'>,
): boolean {
  if (channel !== 'mail') return false;
  const theirs = [...notices.values()].filter(
    ({ planned, sent }) => planned.channel === 'mail' && planned.approverId === approverId && sent !== undefined,
  );
  const newest = theirs.at(-1)?.returned;
  const hasBounced = newest?.because === 'bounce' && newest.lasts === 'for-good';
  return hasBounced || theirs.some(({ returned }) => returned?.because === 'complaint');
}

// More than any function that sends may take, with its start: whoever wrote a mark is gone by then.
const mayRunMs = 90_000;

/** What stands in the way of the next attempt: nothing, another that may still be running, or one of which nobody knows the end. */
export function standingOf(notice: NoticeState, now: number): 'free' | 'under-way' | 'in-doubt' {
  const ended = notice.failures.length + notice.doubts.length;
  if (notice.attempts <= ended || notice.attemptAt === undefined) return 'free';
  return now < Date.parse(notice.attemptAt) + mayRunMs ? 'under-way' : 'in-doubt';
}
