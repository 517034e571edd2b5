import { CountersignError, NoticesUnsent } from '../core/errors.ts';
import { sha256Hex } from '../core/hashes.ts';
import { type ApproverId, noticeIdOf, type RequestId, type RunId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { askedIn, type Run } from '../core/run.ts';
import { decideAndAppend, loadRun } from './append.ts';
import { gateStop, type StopReading } from './gate-stop.ts';
import type { Callback, Message, Operational } from './ports.ts';
import { isDue, type Letter, type NoticePorts, sendNotice } from './send-notice.ts';
import type { RequestView } from './views.ts';

export interface AskPorts extends NoticePorts, StopReading {
  readonly operational: Pick<Operational, 'putTaskToken' | 'putLink'>;
  readonly callback: Callback;
  /** The page for a link's secret; the base is configuration. */
  readonly linkOf: (linkSecret: string) => string;
  readonly render: {
    readonly mail: (request: RequestView, link: string) => Message;
    readonly topic: (request: RequestView, link: string) => Message;
  };
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
  if (unsent === 'gate-stopped') {
    // Whoever stopped may have looked for the token before it was there; Advance settles the run.
    await ports.callback.wake(taskToken);
    return;
  }
  if (unsent.length > 0)
    throw new NoticesUnsent(
      `${unsent.length} notices of ${requestId} could not be sent now (${unsent.join(', ')}). They will be tried again.`,
    );
}

function isSettled(run: Run, requestId: RequestId, now: number): boolean {
  const open = askedIn(run, requestId).filter(({ closed }) => closed === undefined);
  if (run.finished !== undefined || open.length === 0) return true;
  return open.some((call) => Date.parse(call.requested?.deadline ?? '') <= now);
}

async function sendNotices(
  ports: AskPorts,
  runId: RunId,
  requestId: RequestId,
): Promise<readonly string[] | 'gate-stopped'> {
  await decideAndAppend(ports, runId, (run) => (run === undefined ? undefined : unplanned(run, requestId)));
  const run = await loadRun(ports, runId);
  if (run === undefined) return [];
  const due = [...run.notices.values()].filter(
    (notice) => notice.planned.requestId === requestId && notice.planned.kind === 'request' && isDue(notice),
  );
  const errors: string[] = [];
  for (const { planned } of due) {
    // Behind the plan, which is the mark of a notice.
    if ((await gateStop(ports)) !== undefined) return 'gate-stopped';
    const error = await sendNotice(ports, run, {
      planned,
      write: (request) => withLink(ports, planned, { run, request }),
    });
    if (error !== undefined) errors.push(error);
  }
  return errors;
}

function unplanned(run: Run, requestId: RequestId): readonly NoticePlanned[] {
  const asked = askedIn(run, requestId).flatMap(({ requested }) => requested?.approvers ?? []);
  return [...new Set(asked)]
    .map((approverId) => planFor(requestId, approverId))
    .filter((notice) => !run.notices.has(notice.noticeId));
}

function planFor(requestId: RequestId, approverId: ApproverId): NoticePlanned {
  const noticeId = noticeIdOf(requestId, { kind: 'request', recipient: approverId });
  const channel = approverId.startsWith('topic:') ? 'topic' : 'mail';
  return { type: 'notice.planned', noticeId, requestId, kind: 'request', channel, approverId };
}

// Each notice has a link of its own, made only when it is sent.
async function withLink(
  ports: AskPorts,
  planned: NoticePlanned,
  { run, request }: { readonly run: Run; readonly request: RequestView },
): Promise<Letter> {
  const { noticeId, requestId, approverId } = planned;
  const linkSecret = Buffer.from(ports.randomness.bytes(32)).toString('base64url');
  const linkHash = sha256Hex(linkSecret);
  await ports.operational.putLink({ linkHash, runId: run.id, requestId, approverId, noticeId });
  const link = ports.linkOf(linkSecret);
  return { mail: ports.render.mail(request, link), topic: ports.render.topic(request, link), linkHash };
}
