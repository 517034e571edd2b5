import { noticeIdOf, type RequestId, runNewsIdOf } from './ids.ts';
import type { NoticeEntry, NoticePlanned } from './notice-entries.ts';
import { isDue, isNews, isOfOpenRequest, standingOf, takesNoMail } from './notice-state.ts';
import type { Hearer } from './requester.ts';
import {
  type Asked,
  askedIn,
  type CallState,
  isApprovingOutcome,
  isQuestion,
  type NoticeState,
  needsAction,
  type Run,
} from './run.ts';
import { subjectNameOf } from './wrapped-call.ts';

/** Who hears what comes of a run, as the gate file says. */
export interface NewsRules {
  /** Whether approvers hear what came of what they were asked, and whoever was told of it. */
  readonly outcomes: boolean;
  /** The people who asked for the run. */
  readonly hearers: readonly Hearer[];
  /** `running` also where one that died was redriven: nobody need hear any more that it was broken off. */
  readonly execution: 'running' | 'over';
}

/** What is to be told now and was not planned yet. Each notice has an id that follows from what it is about, so it is planned once. */
export function dueNews(run: Run, { outcomes, hearers, execution }: NewsRules): readonly NoticePlanned[] {
  const news = [
    ...(outcomes ? [...run.requests.keys()].flatMap((requestId) => outcomeNews(run, requestId)) : []),
    ...hearers.flatMap((hearer) => requesterNews(run, hearer, { execution })),
  ];
  return news.filter((planned) => !run.notices.has(planned.noticeId) && !takesNoMail(run, planned));
}

// Whoever tells has a few tries, seconds apart. Where it cannot even begin, the run goes on after this long.
const newsWaitsMs = 120_000;

/** Notices of `dueNews` that were planned and are still worth a try. */
export function newsToSend(run: Run, now: number): readonly NoticeState[] {
  return unsentNews(run).filter((notice) => isInTime(notice, now) && isStillSo(run, notice.planned));
}

/**
 * Ends, in the record, what is not worth a try any more: nobody came to send it in time, or it would no longer be true. What
 * somebody may still be sending is theirs to end.
 */
export function lapsedNews(run: Run, now: number): readonly NoticeEntry[] {
  return unsentNews(run).flatMap((notice): readonly NoticeEntry[] => {
    const { noticeId } = notice.planned;
    const error = isStillSo(run, notice.planned) ? 'NotSentInTime' : 'NoLongerSo';
    const standing = standingOf(notice, now);
    if (standing === 'under-way' || (error === 'NotSentInTime' && isInTime(notice, now))) return [];
    const failed: NoticeEntry = { type: 'notice.failed', noticeId, error, again: 'given-up' };
    // It may have reached them.
    return standing === 'in-doubt'
      ? [{ type: 'notice.doubtful', noticeId, attempt: notice.attempts }, failed]
      : [failed];
  });
}

function unsentNews(run: Run): readonly NoticeState[] {
  return [...run.notices.values()].filter((notice) => isNews(notice.planned.kind) && isDue(notice));
}

function isInTime({ plannedAt }: NoticeState, now: number): boolean {
  return now < Date.parse(plannedAt) + newsWaitsMs;
}

/** Whether it would still be true: that a run waits for people, or lies broken off, can end before anybody heard of it. */
function isStillSo(run: Run, { tells, requestId, stageAt }: NoticePlanned): boolean {
  if (tells === 'waiting') return isWaiting(run, askedIn(run, requestId));
  return tells !== 'broken-off' || (run.finished === undefined && run.died?.diedAt === stageAt);
}

function isWaiting(run: Run, asked: readonly Asked[]): boolean {
  return run.finished === undefined && asked.some(({ closed }) => closed === undefined);
}

/** One for each person or topic that was asked or told, once nothing more will come of the request. */
function outcomeNews(run: Run, requestId: RequestId): readonly NoticePlanned[] {
  const asked = askedIn(run, requestId);
  if (!asked.every((one) => isSettled(run, one))) return [];
  const notices = [...run.notices.values()].filter(({ planned }) => planned.requestId === requestId);
  // Whoever was told that it is cancelled knows all that there is.
  const isCancelled = ({ approverId }: NoticePlanned) =>
    notices.some(({ planned }) => planned.kind === 'cancelled' && planned.approverId === approverId);
  const reached = notices.filter(({ planned, sent }) => isOfOpenRequest(planned.kind) && sent !== undefined);
  const people = new Map(reached.map(({ planned }) => [planned.approverId, planned]));
  return [...people.values()]
    .filter((planned) => !isCancelled(planned))
    .map(({ channel, approverId }) => {
      const noticeId = noticeIdOf(requestId, { kind: 'outcome', recipient: approverId });
      return { type: 'notice.planned', noticeId, requestId, kind: 'outcome', channel, approverId };
    });
}

/** Whether nothing more will come of what people were asked about: it was decided, and carried out or told where it may be. */
function isSettled(run: Run, asked: ReturnType<typeof askedIn>[number]): boolean {
  if (run.finished !== undefined) return true;
  if (asked.closed === undefined) return false;
  if (isQuestion(asked) || !isApprovingOutcome(asked.closed.outcome)) return true;
  if (asked.policy?.carriedOutBy === 'gate') return !needsAction(asked);
  return asked.grant === undefined ? asked.delivered : asked.epoch < run.epoch || wasMade(run, asked);
}

/**
 * Whether the agent made the call that it was granted, as far as the run's own chain can say: whoever writes the notice reads the
 * grant's chain and says what is true, so one that comes for another call of the same tool comes too early and says nothing wrong.
 */
function wasMade(run: Run, granted: CallState): boolean {
  return run.calls.some(
    ({ epoch, turn, name, ran, guard }) =>
      epoch === granted.epoch &&
      turn > granted.turn &&
      name === subjectNameOf(granted) &&
      (ran !== undefined || guard === 'denied'),
  );
}

function requesterNews(
  run: Run,
  { id, hears }: Hearer,
  { execution }: Pick<NewsRules, 'execution'>,
): readonly NoticePlanned[] {
  const news = (
    requestId: RequestId,
    about: Pick<NoticePlanned, 'stageAt'> & { readonly tells: NoticePlanned['tells'] & {} },
  ) => {
    const kind = ['requester', about.tells, about.stageAt].filter((part) => part !== undefined).join('/');
    const noticeId = noticeIdOf(requestId, { kind, recipient: id });
    return {
      type: 'notice.planned',
      noticeId,
      requestId,
      kind: 'requester',
      channel: 'mail',
      approverId: id,
      ...about,
    } as const;
  };
  const requests = [...run.requests.keys()].map((requestId) => ({ requestId, asked: askedIn(run, requestId) }));
  const all = [
    ...requests
      .filter(({ asked }) => isWaiting(run, asked))
      .map(({ requestId }) => news(requestId, { tells: 'waiting' })),
    ...requests.flatMap(({ requestId, asked }) =>
      [...new Set(asked.flatMap(expiredAt))].map((stageAt) => news(requestId, { tells: 'expired', stageAt })),
    ),
    ...(run.finished === undefined ? brokenOff(run, execution) : [{ tells: 'finished' as const }]).map((about) =>
      news(runNewsIdOf(run.id), about),
    ),
  ];
  // To whoever hears of the end: for them it is one, until an operator has it go on.
  return all.filter(({ tells }) => hears.includes(tells === 'broken-off' ? 'finished' : tells));
}

function brokenOff({ died }: Run, execution: NewsRules['execution']) {
  return died === undefined || execution === 'running' ? [] : [{ tells: 'broken-off' as const, stageAt: died.diedAt }];
}

// Calls of one request expire each by itself: those of one instant are told of together.
function expiredAt({ closed }: Asked): readonly string[] {
  return closed?.outcome === 'expired' ? [closed.at] : [];
}
