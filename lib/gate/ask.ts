import type { Entry, NoticePlanned } from '../core/entries.ts';
import { CountersignError, NoticesUnsent } from '../core/errors.ts';
import { sha256Hex } from '../core/hashes.ts';
import { type ApproverId, noticeIdOf, type RequestId, type RunId } from '../core/ids.ts';
import type { NoticeState, Run } from '../core/run.ts';
import { decideAndAppend, type LedgerPorts, loadRun } from './append.ts';
import type { Callback, Courier, Message, Operational, SendAnswer } from './ports.ts';
import { type ViewPorts, viewRequest } from './view-request.ts';
import type { RequestView } from './views.ts';

export interface AskPorts extends LedgerPorts, ViewPorts {
  readonly operational: Operational;
  readonly callback: Callback;
  readonly courier: Courier;
  /** The page for a link's secret; the base is configuration. */
  readonly linkOf: (linkSecret: string) => string;
  readonly render: {
    readonly mail: (request: RequestView, link: string) => Message;
    readonly topic: (request: RequestView, link: string) => Message;
  };
  readonly topicArnOf: (topicId: string) => string | undefined;
}

export interface AskInput {
  readonly runId: RunId;
  readonly requestId: RequestId;
  readonly taskToken: string;
  /** `$states.context.State.EnteredTime`, ISO. */
  readonly enteredAt: string;
}

/**
 * Puts the wake-up in place, then the question. Called once per entering of the waiting state, and again by its retries.
 * The token is kept before the ledger is read: a verdict that comes after the reading finds the token, and one that came
 * before is found by the reading.
 * @throws NoticesUnsent when a notice could not be sent just now, for the state machine to come again
 */
export async function ask(ports: AskPorts, input: AskInput): Promise<void> {
  const { runId, requestId, taskToken } = input;
  await ports.operational.putTaskToken(input);
  const run = await loadRun(ports, runId);
  const request = run?.requests.get(requestId);
  if (run === undefined || request === undefined) {
    throw new CountersignError('not-found', `There is no request ${requestId} in the run ${runId}.`);
  }
  if (isSettled(run, requestId, ports.clock())) {
    await ports.callback.wake(taskToken);
    return;
  }
  const unsent = await sendNotices(ports, runId, requestId);
  if (unsent.length > 0)
    throw new NoticesUnsent(
      `${unsent.length} notices of ${requestId} could not be sent now (${unsent.join(', ')}). They will be tried again.`,
    );
}

function isSettled(run: Run, requestId: RequestId, now: number): boolean {
  const open = run.calls.filter((call) => call.requestId === requestId && call.closed === undefined);
  if (run.finished !== undefined || open.length === 0) return true;
  return open.some((call) => Date.parse(call.requested?.deadline ?? '') <= now);
}

async function sendNotices(ports: AskPorts, runId: RunId, requestId: RequestId): Promise<readonly string[]> {
  await decideAndAppend(ports, runId, (run) => (run === undefined ? undefined : unplanned(run, requestId)));
  const run = await loadRun(ports, runId);
  if (run === undefined) return [];
  const due = [...run.notices.values()].filter((notice) => notice.planned.requestId === requestId && isDue(notice));
  const errors: string[] = [];
  for (const { planned } of due) {
    const error = await sendNotice(ports, run, planned);
    if (error !== undefined) errors.push(error);
  }
  return errors;
}

function unplanned(run: Run, requestId: RequestId): readonly NoticePlanned[] {
  const asked = run.calls
    .filter((call) => call.requestId === requestId)
    .flatMap((call) => call.requested?.approvers ?? []);
  return [...new Set(asked)]
    .map((approverId) => planFor(requestId, approverId))
    .filter((notice) => !run.notices.has(notice.noticeId));
}

function planFor(requestId: RequestId, approverId: ApproverId): NoticePlanned {
  const noticeId = noticeIdOf(requestId, { kind: 'request', recipient: approverId });
  const channel = approverId.startsWith('topic:') ? 'topic' : 'mail';
  return { type: 'notice.planned', noticeId, requestId, kind: 'request', channel, approverId };
}

function isDue(notice: NoticeState): boolean {
  return notice.sent === undefined && !notice.failures.some((failure) => failure.again === 'given-up');
}

// Each notice has a link of its own. A notice that was sent and whose record was lost is sent once more, with another link.
async function sendNotice(ports: AskPorts, run: Run, planned: NoticePlanned): Promise<string | undefined> {
  const { noticeId, requestId, approverId } = planned;
  const request = await viewRequest(ports, run, { requestId, approverId });
  if (request === undefined) return undefined;
  const linkSecret = Buffer.from(ports.randomness.bytes(32)).toString('base64url');
  const linkHash = sha256Hex(linkSecret);
  await ports.operational.putLink({ linkHash, runId: run.id, requestId, approverId, noticeId });
  const failures = run.notices.get(noticeId)?.failures.length ?? 0;
  const answer = lastTry(failures, await deliver(ports, planned, { request, link: ports.linkOf(linkSecret) }));
  const entry: Entry =
    answer.kind === 'sent'
      ? { type: 'notice.sent', noticeId, linkHash, messageId: answer.messageId }
      : { type: 'notice.failed', noticeId, error: answer.error, again: answer.again };
  await decideAndAppend(ports, run.id, (now) =>
    now === undefined || now.finished !== undefined ? undefined : [entry],
  );
  return answer.kind === 'failed' && answer.again === 'will-be-tried-again' ? answer.error : undefined;
}

// With a pause of half a minute between them that is most of an hour. More would fill the execution's history, which ends it
// at 25,000 events, before a long deadline comes.
const mostTries = 100;

function lastTry(failures: number, answer: SendAnswer): SendAnswer {
  return answer.kind === 'failed' && failures + 1 >= mostTries ? { ...answer, again: 'given-up' } : answer;
}

async function deliver(
  ports: AskPorts,
  planned: NoticePlanned,
  { request, link }: { readonly request: RequestView; readonly link: string },
): Promise<SendAnswer> {
  const { noticeId, approverId } = planned;
  if (planned.channel === 'topic') {
    const topicArn = ports.topicArnOf(approverId.slice('topic:'.length));
    if (topicArn === undefined) return { kind: 'failed', error: 'TopicNotInGateFile', again: 'given-up' };
    return ports.courier.publish({ topicArn, noticeId }, ports.render.topic(request, link));
  }
  const approver = Object.hasOwn(ports.gate.approvers, approverId) ? ports.gate.approvers[approverId] : undefined;
  if (approver === undefined) return { kind: 'failed', error: 'ApproverNotInGateFile', again: 'given-up' };
  return ports.courier.mail({ address: approver.mail, noticeId }, ports.render.mail(request, link));
}
