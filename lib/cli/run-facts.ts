import { decidersOf } from '../core/quorum.ts';
import { type CallState, guardOf, isDecided, type NoticeState, type QuestionState, type Run } from '../core/run.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';
import { type ReportedTold, toldOf } from '../gate/report-told.ts';
import { type SetAside, setAsideOf } from '../gate/set-aside.ts';
import { openStart } from '../gate/start-content.ts';
import { type RunSummary, summarizeRun } from '../gate/summarize-run.ts';
import { questionNames } from '../gate/view-question.ts';
import { type AskedFacts, askedFacts } from './asked-facts.ts';
import { type CameTo, cameTo } from './came-to.ts';
import type { CliPorts } from './ports.ts';
import { type Answers, answersIn, answersTo } from './quorum-words.ts';
import { requesterOf } from './run-list.ts';

/** All that `show` says of a run. */
export interface RunFacts {
  readonly runId: string;
  readonly state: RunSummary['state'];
  readonly gate: string;
  readonly stage: string;
  readonly harness: { readonly arn: string; readonly qualifier: string };
  readonly guard: 'guarded' | 'unguarded';
  readonly executionArn: string;
  readonly startedAt: string;
  readonly requester: string;
  readonly prompt: string;
  readonly turns: number;
  /** The harness's sessions, in the order in which the run had them; all but the last were given up. */
  readonly sessions: readonly string[];
  readonly calls: readonly CallFacts[];
  /** What people were asked about the run itself. */
  readonly questions: readonly CallFacts[];
  readonly notices: readonly NoticeFacts[];
  /** What is in the way, oldest first. */
  readonly troubles: readonly string[];
  readonly reason?: string;
  readonly endedAt?: string;
}

/** With who answered, what, and how sure the gate is that it was they. */
export interface CallFacts
  extends Pick<Answers, 'verdicts' | 'choices'>,
    Partial<Pick<Answers, 'quorum' | 'approved'>>,
    CameTo {
  readonly toolUseId: string;
  readonly tool: string;
  readonly state: string;
  readonly requestId?: string;
  readonly deadline?: string;
  readonly digest?: string;
  readonly asked?: readonly string[];
  /** Where people are asked: who, until when, and what happens until then. */
  readonly asking?: AskedFacts;
  /** Answers to the call as it was before an edit; they count no more. */
  readonly superseded?: Answers['verdicts'];
  /** What was said when there was nothing left to say: kept, and counted for nothing. */
  readonly setAside?: readonly SetAside[];
  /** What the agent was told of the call. */
  readonly told?: readonly ReportedTold[];
  /** Who changed the arguments, when, and from which digest. */
  readonly edits?: readonly { readonly by: string; readonly at: string; readonly from: string }[];
}

export interface NoticeFacts {
  readonly approver: string;
  readonly kind: string;
  readonly channel: string;
  readonly state: 'sent' | 'came back' | 'not sent yet' | 'given up';
  /** As SES or SNS gave it. */
  readonly messageId?: string;
  /** The service's name for the newest failure. */
  readonly error?: string;
}

/** Reads a run for people: its state, its calls, its notices, and what is in the way. */
export async function runFacts(ports: Pick<CliPorts, 'contents' | 'ledger' | 'now'>, run: Run): Promise<RunFacts> {
  const { gate, stage, harness, executionArn } = run.started;
  return {
    runId: run.id,
    state: summarizeRun(run).state,
    gate,
    stage,
    harness,
    guard: guardOf(run),
    executionArn,
    startedAt: run.startedAt,
    requester: await requesterOf(ports, run),
    prompt: (await openStart(ports, run))?.prompt ?? '(erased)',
    turns: run.turns.length,
    sessions: [...new Set(run.turns.map(({ started }) => started.sessionId))],
    calls: await Promise.all(
      run.calls.map(async (call) => ({
        ...(await callFacts(ports, run, call)),
        ...(await cameTo(ports, run, call)),
        told: await toldOf(ports, run, call),
      })),
    ),
    questions: await Promise.all(run.questions.map((question) => questionFacts(ports, run, question))),
    notices: [...run.notices.values()].map(noticeFacts),
    troubles: troublesOf(run),
    ...(run.finished === undefined ? {} : { reason: run.finished.reason, endedAt: run.finished.at }),
  };
}

type FactPorts = Pick<CliPorts, 'contents' | 'now'>;

async function callFacts(ports: FactPorts, run: Run, call: CallState): Promise<CallFacts> {
  const { requested, requestId, superseded = [] } = call;
  const { verdicts, ...far } = answersTo(call);
  return {
    toolUseId: call.toolUseId,
    tool: subjectNameOf(call),
    state: stateOf(run, call),
    verdicts,
    ...(call.edits === undefined
      ? {}
      : { edits: call.edits.map(({ approverId: by, at, from }) => ({ by, at, from })) }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(requested === undefined
      ? {}
      : {
          deadline: requested.deadline,
          digest: requested.digest,
          asked: decidersOf(call),
          asking: askedFacts(run, call, ports.now()),
          superseded: answersIn(superseded),
          setAside: await setAsideOf(ports, run, call),
          ...far,
        }),
  };
}

async function questionFacts(ports: FactPorts, run: Run, question: QuestionState): Promise<CallFacts> {
  const { toolUseId, requestId, requested, raised, closed } = question;
  return {
    toolUseId,
    tool: `${questionNames[raised.about]} (${raised.rule})`,
    state: closed?.outcome ?? 'open',
    ...answersTo(question),
    ...(requestId === undefined ? {} : { requestId }),
    ...(requested === undefined
      ? {}
      : {
          deadline: requested.deadline,
          digest: requested.digest,
          asked: decidersOf(question),
          asking: askedFacts(run, question, ports.now()),
          setAside: await setAsideOf(ports, run, question),
        }),
  };
}

function stateOf({ unguardedCalls }: Run, call: CallState): string {
  if (unguardedCalls.includes(call.toolUseId)) return `run without the guard's leave (${call.ran ?? 'no result seen'})`;
  // The harness answers a denied call itself, with an error: that is no run.
  if (call.guard === 'denied') return 'denied by the guard';
  if (call.ran !== undefined) return `run by the harness (${call.ran})`;
  if (call.closed !== undefined) return call.closed.outcome;
  if (call.requested !== undefined) return 'open';
  if (call.policy === undefined) return 'not judged';
  return isDecided(call) ? `${call.policy.decision} by ${call.policy.rule}` : 'to be asked';
}

function noticeFacts({ planned, sent, failures, returned }: NoticeState): NoticeFacts {
  const failure = failures.at(-1);
  const cameTo = returned === undefined ? 'sent' : 'came back';
  const state = sent !== undefined ? cameTo : failure?.again === 'given-up' ? 'given up' : 'not sent yet';
  const { approverId: approver, kind, channel } = planned;
  return {
    approver,
    kind,
    channel,
    state,
    ...(sent === undefined ? {} : { messageId: sent.messageId }),
    ...(failure === undefined ? {} : { error: failure.error }),
  };
}

function troublesOf({ started: { executionArn }, turns, stopRequested, died }: Run): readonly string[] {
  const failed = turns.flatMap(({ started, startedAt, end }) => {
    const turn = `turn ${started.turn} of ${startedAt}`;
    if (end === undefined) return [`${turn} has not ended; it may run until ${started.mayRunUntil}`];
    if (end.type === 'turn.failed')
      return [`${turn} failed: ${end.failure}${end.error === undefined ? '' : `, ${end.error}`}`];
    return end.type === 'turn.refused' ? [`${turn} was refused by the harness: ${end.error}`] : [];
  });
  return [
    ...failed,
    ...(stopRequested === undefined ? [] : [`a stop was asked for at ${stopRequested.at}`]),
    ...(died === undefined
      ? []
      : [
          `its execution died (${died.status}) at ${died.diedAt}; aws stepfunctions redrive-execution --execution-arn ${executionArn} goes on with it`,
        ]),
  ];
}
