import { dueNotices } from '../core/due-notices.ts';
import { CountersignError, NoticesUnsent } from '../core/errors.ts';
import type { NoticeId, RequestId, RunId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { type AskingKind, isAsking, isDue } from '../core/notice-state.ts';
import { askedIn, type NoticeState, type Run } from '../core/run.ts';
import { openIn, stagesToCome } from '../core/schedule.ts';
import { decideAndAppend, loadRun } from './append.ts';
import { makeLink } from './approval-link.ts';
import { gateStop, type StopReading } from './gate-stop.ts';
import type { Callback, Message, Operational } from './ports.ts';
import { type Letter, type NoticePorts, sendNotice } from './send-notice.ts';
import type { RequestView } from './views.ts';

export interface AskPorts extends NoticePorts, StopReading {
  readonly operational: Pick<Operational, 'putTaskToken' | 'putLink'>;
  readonly callback: Callback;
  /** The page for a link's secret; the base is configuration. */
  readonly linkOf: (linkSecret: string) => string;
  readonly render: {
    readonly mail: AskingMessages;
    readonly topic: AskingMessages;
    /** For people who may not decide: there is no link. */
    readonly information: {
      readonly mail: (request: RequestView) => Message;
      readonly topic: (request: RequestView) => Message;
    };
  };
}

/** One way of asking for each reason to ask. */
type AskingMessages = Readonly<Record<AskingKind, (request: RequestView, link: string) => Message>>;

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
  await waitForAlmostDue(ports, run, requestId);
  const unsent = await sendNotices(ports, input);
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

// Two machines differ by less than this.
const mostSkewMs = 2_000;

// Whoever said until when to wait may have had a clock ahead of this one, and left out a stage that this one does not see yet:
// nobody would come back for it before the next.
async function waitForAlmostDue(ports: AskPorts, run: Run, requestId: RequestId): Promise<void> {
  const now = ports.clock();
  const next = openIn(run, requestId, now).flatMap((asked) => stagesToCome(asked, now).slice(0, 1));
  const waits = next.map(({ at }) => Date.parse(at) - now).filter((ms) => ms <= mostSkewMs);
  if (waits.length > 0) await ports.pause(Math.max(...waits));
}

/** Plans what is due and sends it, until nothing more comes of it: who cannot be reached may bring an escalation forward. */
async function sendNotices(
  ports: AskPorts,
  { runId, requestId }: Pick<AskInput, 'runId' | 'requestId'>,
): Promise<readonly string[] | 'gate-stopped'> {
  const tried = new Map<NoticeId, string | undefined>();
  for (;;) {
    const plan = await decideAndAppend(ports, runId, (run, now) =>
      run === undefined ? undefined : dueNotices(run, { requestId, now }),
    );
    const ours = new Set(plan?.entries.flatMap((entry) => (entry.type === 'notice.planned' ? [entry.noticeId] : [])));
    const run = await loadRun(ports, runId);
    const due = [...(run?.notices.values() ?? [])].filter(
      (notice) => isOfAsk(notice, requestId) && isDue(notice) && !tried.has(notice.planned.noticeId),
    );
    if (run === undefined || due.length === 0) return [...tried.values()].filter((error) => error !== undefined);
    for (const { planned } of due) {
      // Behind the plan, which is the mark of a notice.
      if ((await gateStop(ports)) !== undefined) return 'gate-stopped';
      const write = (request: RequestView) => letterOf(ports, planned, { run, request });
      const plan = ours.has(planned.noticeId) ? { plan: 'ours' as const } : {};
      tried.set(planned.noticeId, await sendNotice(ports, run, { planned, write, ...plan }));
    }
  }
}

function isOfAsk({ planned }: NoticeState, requestId: RequestId): boolean {
  return planned.requestId === requestId && (planned.kind === 'information' || isAsking(planned.kind));
}

// Each notice that asks has a link of its own, made only when it is sent.
async function letterOf(
  ports: AskPorts,
  planned: NoticePlanned,
  { run, request }: { readonly run: Run; readonly request: RequestView },
): Promise<Letter> {
  const { noticeId, requestId, approverId, kind } = planned;
  const { render } = ports;
  const { mail, topic } = render.information;
  if (!isAsking(kind)) return { mail: mail(request), topic: topic(request) };
  const { linkSecret, linkHash } = await makeLink(ports, { runId: run.id, requestId, approverId, noticeId });
  const link = ports.linkOf(linkSecret);
  return { mail: render.mail[kind](request, link), topic: render.topic[kind](request, link), linkHash };
}
