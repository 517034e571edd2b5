import type { Entry } from '../core/entries.ts';
import type { RequestId, RunId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { isNews } from '../core/notice-state.ts';
import type { Run } from '../core/run.ts';
import { decideAndAppend, type LedgerPorts, loadRun } from './append.ts';
import { approverAddress, peopleAsked, requesterAddress } from './approvers-asked.ts';
import { beginNotice, type PlanMark } from './begin-notice.ts';
import type { Courier, Message, SendAnswer } from './ports.ts';
import { type ViewPorts, viewRequest } from './view-request.ts';
import type { RequestView } from './views.ts';

/** What sending notices takes, whatever they say. */
export interface NoticePorts extends LedgerPorts, ViewPorts {
  readonly courier: Courier;
  readonly topicArnOf: (topicId: string) => string | undefined;
}

/** A notice's message, for both ways of sending it; `linkHash` where it has a link. */
export interface Letter {
  readonly mail: Message;
  readonly topic: Message;
  readonly linkHash?: string;
}

export interface Sending {
  readonly planned: NoticePlanned;
  readonly write: (request: RequestView) => Promise<Letter>;
  /** @default the plan is somebody else's */
  readonly plan?: PlanMark;
}

/**
 * Sends one planned notice, if it is still of use, and records what became of it. Each attempt is marked before it is made; one
 * whose end nobody knows is followed by one more and no other.
 * @returns the error's name where it will be tried again
 */
export async function sendNotice(
  ports: NoticePorts,
  { id }: Pick<Run, 'id'>,
  sending: Sending,
): Promise<string | undefined> {
  const { planned, write } = sending;
  return sendLetter(ports, id, {
    ...sending,
    letterIn: async (run) => {
      const request = await viewRequest(ports, run, planned);
      return request === undefined ? undefined : write(request);
    },
  });
}

/** The same, whatever the letter is made from; nothing is sent where there is none. */
export async function sendLetter(
  ports: NoticePorts,
  id: RunId,
  sending: Pick<Sending, 'planned' | 'plan'> & { readonly letterIn: (run: Run) => Promise<Letter | undefined> },
): Promise<string | undefined> {
  const { planned } = sending;
  const begun = await beginNotice(ports, id, sending);
  if (begun !== 'begun') return begun === 'under-way' ? 'NoticeUnderWay' : undefined;
  // Behind the mark, so that nothing older is shown than what was there when the notice was begun.
  const run = await loadRun(ports, id);
  const letter = run === undefined ? undefined : await sending.letterIn(run);
  if (run === undefined || letter === undefined) return undefined;
  const answer = lastTry(run, planned, await deliver(ports, run, { planned, letter }));
  await decideAndAppend(ports, id, (now) =>
    now === undefined ? undefined : outcomeOf(now, { planned, letter, answer }),
  );
  return answer.kind === 'sent' || (answer.kind === 'failed' && answer.again === 'given-up') ? undefined : answer.error;
}

// The pauses between them begin at half a minute and grow by 3 % each: five hours in all. Who was not reached by then will not
// be by itself, and every other answer would have to wait for the next, longer pause.
const mostTries = 100;

// What nobody has to answer must not hold the run up.
const mostTriesOfNews = 3;

function lastTry(run: Run, { noticeId, kind }: NoticePlanned, answer: SendAnswer): SendAnswer {
  const most = isNews(kind) ? mostTriesOfNews : mostTries;
  const notice = run.notices.get(noticeId);
  if (answer.kind === 'unanswered' && (notice?.doubts.length ?? 0) > 0) {
    return { kind: 'failed', error: 'InDoubtTwice', again: 'given-up' };
  }
  const isLast = answer.kind === 'failed' && (notice?.failures.length ?? 0) + 1 >= most;
  return isLast ? { ...answer, again: 'given-up' } : answer;
}

interface Sent {
  readonly planned: NoticePlanned;
  readonly letter: Letter;
  readonly answer: SendAnswer;
}

function outcomeOf(run: Run, { planned, letter, answer }: Sent): readonly Entry[] {
  const { noticeId } = planned;
  const attempt = run.notices.get(noticeId)?.attempts ?? 1;
  switch (answer.kind) {
    case 'sent': {
      const linkHash = letter.linkHash === undefined ? {} : { linkHash: letter.linkHash };
      return [{ type: 'notice.sent', noticeId, ...linkHash, messageId: answer.messageId }];
    }
    case 'unanswered':
      return [{ type: 'notice.doubtful', noticeId, attempt }];
    case 'failed':
      return [{ type: 'notice.failed', noticeId, error: answer.error, again: answer.again }];
  }
}

async function deliver(
  ports: NoticePorts,
  run: Run,
  { planned, letter }: { readonly planned: NoticePlanned; readonly letter: Letter },
): Promise<SendAnswer> {
  const { noticeId, requestId, approverId } = planned;
  if (planned.channel === 'topic') {
    const topicArn = ports.topicArnOf(approverId.slice('topic:'.length));
    if (topicArn === undefined) return { kind: 'failed', error: 'TopicNotInGateFile', again: 'given-up' };
    return ports.courier.publish({ topicArn, noticeId }, letter.topic);
  }
  const asked = run.requests.get(requestId);
  const people = asked === undefined ? ports.gate : await peopleAsked(ports, run, asked);
  const address = requesterAddress(ports.gate, approverId) ?? approverAddress(people, approverId);
  if (address === undefined) return { kind: 'failed', error: 'ApproverNotInGateFile', again: 'given-up' };
  const inReplyTo = firstMailTo(run, { requestId, approverId });
  const to = { address, runId: run.id, noticeId, kind: planned.kind };
  return ports.courier.mail({ ...to, ...(inReplyTo === undefined ? {} : { inReplyTo }) }, letter.mail);
}

/** What the mail service called the first mail about a request to this person: whatever follows is in its thread. */
function firstMailTo(
  run: Run,
  { requestId, approverId }: { readonly requestId: RequestId; readonly approverId: NoticePlanned['approverId'] },
): string | undefined {
  const theirs = [...run.notices.values()].filter(
    ({ planned, sent }) =>
      planned.requestId === requestId &&
      planned.approverId === approverId &&
      planned.channel === 'mail' &&
      sent !== undefined,
  );
  return theirs[0]?.sent?.messageId;
}
