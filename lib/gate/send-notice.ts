import type { Entry } from '../core/entries.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import type { NoticeState, Run } from '../core/run.ts';
import { decideAndAppend, type LedgerPorts } from './append.ts';
import { approverAddress, peopleAsked } from './approvers-asked.ts';
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

/** Planned, not sent, and not given up. */
export function isDue(notice: NoticeState): boolean {
  return notice.sent === undefined && !notice.failures.some((failure) => failure.again === 'given-up');
}

/**
 * Sends one planned notice and records what became of it. A notice that was sent and whose record was lost is sent once more.
 * @returns the error's name where it will be tried again
 */
export async function sendNotice(
  ports: NoticePorts,
  run: Run,
  { planned, write }: { readonly planned: NoticePlanned; readonly write: (request: RequestView) => Promise<Letter> },
): Promise<string | undefined> {
  const { noticeId, requestId, approverId } = planned;
  const request = await viewRequest(ports, run, { requestId, approverId });
  if (request === undefined) return undefined;
  const letter = await write(request);
  const failures = run.notices.get(noticeId)?.failures.length ?? 0;
  const answer = lastTry(failures, await deliver(ports, run, { planned, letter }));
  const linkHash = letter.linkHash === undefined ? {} : { linkHash: letter.linkHash };
  const entry: Entry =
    answer.kind === 'sent'
      ? { type: 'notice.sent', noticeId, ...linkHash, messageId: answer.messageId }
      : { type: 'notice.failed', noticeId, error: answer.error, again: answer.again };
  // A question that arrives when the run is over changes nothing; that people were told of the end is evidence.
  await decideAndAppend(ports, run.id, (now) =>
    now === undefined || (now.finished !== undefined && planned.kind === 'request') ? undefined : [entry],
  );
  return answer.kind === 'failed' && answer.again === 'will-be-tried-again' ? answer.error : undefined;
}

// The pauses between them begin at half a minute and grow by 3 % each: five hours in all. Who was not reached by then will not
// be by itself, and every other answer would have to wait for the next, longer pause.
const mostTries = 100;

function lastTry(failures: number, answer: SendAnswer): SendAnswer {
  return answer.kind === 'failed' && failures + 1 >= mostTries ? { ...answer, again: 'given-up' } : answer;
}

async function deliver(
  ports: NoticePorts,
  run: Run,
  { planned, letter }: { readonly planned: NoticePlanned; readonly letter: Letter },
): Promise<SendAnswer> {
  const { noticeId, approverId } = planned;
  if (planned.channel === 'topic') {
    const topicArn = ports.topicArnOf(approverId.slice('topic:'.length));
    if (topicArn === undefined) return { kind: 'failed', error: 'TopicNotInGateFile', again: 'given-up' };
    return ports.courier.publish({ topicArn, noticeId }, letter.topic);
  }
  const asked = run.requests.get(planned.requestId);
  const people = asked === undefined ? ports.gate : await peopleAsked(ports, run, asked);
  const address = approverAddress(people, approverId);
  if (address === undefined) return { kind: 'failed', error: 'ApproverNotInGateFile', again: 'given-up' };
  return ports.courier.mail({ address, noticeId }, letter.mail);
}
