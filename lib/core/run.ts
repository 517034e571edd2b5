import type {
  ActionChecked,
  ActionFinished,
  ActionStarted,
  ActionUnverified,
  GrantMade,
  PolicySealed,
  QuestionRaised,
} from './action-entries.ts';
import type {
  ApprovalClosed,
  ApprovalRequested,
  CallEdited,
  Outcome,
  RequestedCall,
  Ruled,
  VerdictRecorded,
  VerdictSetAside,
} from './approval-entries.ts';
import type { Head } from './commit.ts';
import type {
  CallRecorded,
  RunFinished,
  RunStarted,
  Sealed,
  TurnFailed,
  TurnFinished,
  TurnRefused,
  TurnStarted,
  Usage,
} from './entries.ts';
import type { GuardState } from './gate-file.ts';
import type { ApproverId, NoticeId, RequestId, RunId, ToolUseId } from './ids.ts';
import type { NoticeDoubtful, NoticeFailed, NoticePlanned, NoticeReturned, NoticeSent } from './notice-entries.ts';
import type { ExecutionDied, RunStopRequested } from './operation-entries.ts';

/** One attempt at a turn. A refused attempt is followed by another with the same turn number. */
export interface TurnState {
  readonly started: TurnStarted;
  /** ISO instant of the mark. */
  readonly startedAt: string;
  readonly end?: TurnFinished | TurnFailed | TurnRefused;
}

/** What people are asked about, a call or a question, and what they have said. */
export interface Asked {
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
  readonly requestId?: RequestId;
  readonly requested?: RequestedCall;
  /** Who may decide beside those of `requested`, since an escalation. */
  readonly escalated?: readonly ApproverId[];
  /** On what is asked about now: an edit makes those before it `superseded`. */
  readonly verdicts: readonly (VerdictRecorded & { readonly at: string })[];
  readonly superseded?: readonly (VerdictRecorded & { readonly at: string })[];
  /** In order; `input`, `policy` and `requested` are those of the newest. */
  readonly edits?: readonly (CallEdited & { readonly at: string })[];
  /** What the model asked for, where a person edited it since. */
  readonly original?: { readonly input: Sealed; readonly policy: Ruled; readonly requested: RequestedCall };
  readonly closed?: ApprovalClosed & { readonly at: string };
}

/** A question about the run itself. It is no call: the model never hears of it. */
export interface QuestionState extends Asked {
  readonly raised: QuestionRaised & { readonly at: string };
}

export interface CallState extends Asked {
  readonly turn: number;
  readonly name: string;
  /** What people are asked about and what is carried out: the model's own, or as a person edited it. */
  readonly input: Sealed;
  readonly reading: CallRecorded['reading'];
  /** Set when the harness ran it by itself. */
  readonly ran?: 'success' | 'error';
  /** What our guard said of it, where the harness runs it. */
  readonly guard?: 'cleared' | 'denied';
  /** The turn at whose stop it was ours to answer; not set for calls behind a tool that the harness has yet to run. */
  readonly handedIn?: number;
  readonly policy?: Ruled;
  /** ISO instant of `policy`. */
  readonly judgedAt?: string;
  readonly action?: ActionState;
  /** Made for an approved call that the harness is to run. */
  readonly grant?: GrantMade;
  readonly delivered: boolean;
}

/** What became of a call that the gate carries out. */
export interface ActionState {
  readonly attempts: readonly (ActionStarted & { readonly at: string })[];
  /** An attempt before the newest one ended in a way that nobody knows: the executor may have acted on it. */
  readonly doubtful?: true;
  /** Of the newest attempt. */
  readonly finished?: ActionFinished & { readonly at: string };
  readonly checked?: (ActionChecked | ActionUnverified) & { readonly at: string };
}

export interface NoticeState {
  readonly planned: NoticePlanned;
  /** ISO instant. */
  readonly plannedAt: string;
  /** Attempts that were begun; the plan itself begins the first of what is sent at once. */
  readonly attempts: number;
  /** ISO instant of the newest attempt's mark; absent before the first. */
  readonly attemptAt?: string;
  readonly doubts: readonly NoticeDoubtful[];
  readonly sent?: NoticeSent;
  /** ISO instant of the first sending that is known. */
  readonly sentAt?: string;
  readonly failures: readonly NoticeFailed[];
  /** What the mail service said of it later, if anything. */
  readonly returned?: NoticeReturned;
}

/** The state of a run: nothing but a fold over its chain. */
export interface Run {
  readonly id: RunId;
  readonly head: Head;
  readonly started: RunStarted;
  readonly startedAt: string;
  /** The epoch that the next turn belongs to. */
  readonly epoch: number;
  /** Of the epochs before it, those that ended by themselves: where people killed the execution, no session was lost. */
  readonly sessionsLost: number;
  readonly turns: readonly TurnState[];
  /** All calls of all epochs in the order in which the model made them. */
  readonly calls: readonly CallState[];
  /** About the run itself, in the order in which they were raised. */
  readonly questions: readonly QuestionState[];
  readonly requests: ReadonlyMap<RequestId, ApprovalRequested>;
  readonly notices: ReadonlyMap<NoticeId, NoticeState>;
  readonly setAside: readonly (VerdictSetAside & { readonly at: string })[];
  /** Calls that the harness ran without our guard; any of them ends the run. */
  readonly unguardedCalls: readonly ToolUseId[];
  readonly stopRequested?: (RunStopRequested & { readonly at: string }) | undefined;
  /** Set while the execution is dead; a turn after a redrive takes it away. */
  readonly died?: (ExecutionDied & { readonly at: string }) | undefined;
  /** The gate files that judged this run's calls, by policy version. */
  readonly policies: ReadonlyMap<string, PolicySealed>;
  readonly usage: Usage;
  readonly finished?: RunFinished & { readonly at: string };
}

/** Whether the run's harness asks our guard before it runs a tool. */
export function guardOf(run: Run): GuardState {
  return run.started.guard ?? 'unguarded';
}

/** The calls that people could still answer. */
export function openCalls(run: Run): readonly CallState[] {
  return run.calls.filter((call) => call.requested !== undefined && call.closed === undefined);
}

/** The question that the run waits for. */
export function openQuestion(run: Run): QuestionState | undefined {
  return run.questions.find(({ closed }) => closed === undefined);
}

/** Calls and questions that people could still answer. */
export function openAsked(run: Run): readonly Asked[] {
  return [...openCalls(run), ...run.questions.filter(({ closed }) => closed === undefined)];
}

/** What a request asks about: its calls, or its question. */
export function askedIn(run: Run, requestId: RequestId): readonly (CallState | QuestionState)[] {
  return [...run.calls, ...run.questions].filter((asked) => asked.requestId === requestId);
}

/** Whether it is the run itself that is asked about. */
export function isQuestion<T extends Asked>(asked: T | QuestionState): asked is QuestionState {
  return 'raised' in asked;
}

/** The calls that the current session still waits for, in the model's order. */
export function owedCalls(run: Run): readonly CallState[] {
  return run.calls.filter(
    (call) => call.epoch === run.epoch && call.handedIn !== undefined && call.ran === undefined && !call.delivered,
  );
}

/** The call of the current session, by the model's id. */
export function callOfEpoch(run: Run, toolUseId: ToolUseId): CallState | undefined {
  return run.calls.find((call) => call.epoch === run.epoch && call.toolUseId === toolUseId);
}

/** Whether an answer for this call exists: closed by people, or settled by the policy alone. */
export function isAnswered(call: CallState): boolean {
  return isDecided(call) && !needsAction(call) && !needsGrant(call);
}

/** Whether people or rules have said what is to become of a call. */
export function isDecided(call: CallState): boolean {
  // Of what people were asked about, they say so: also where one of them made of it what the rules let pass.
  if (call.closed !== undefined || call.requested !== undefined) return call.closed !== undefined;
  return call.policy !== undefined && call.policy.decision !== 'ask';
}

/** Whether an outcome lets a call be carried out. Everything that is not named here means no. */
export function isApprovingOutcome(outcome: Outcome): boolean {
  return outcome === 'approved' || outcome === 'approved-with-edits';
}

/** Whether a decided call may be carried out. Everything that is not named here means no. */
export function passes(call: CallState): boolean {
  if (call.closed !== undefined) return isApprovingOutcome(call.closed.outcome);
  return call.requested === undefined && call.policy?.decision === 'allow';
}

/** Whether the gate still has to carry a call out, or to look at what came of it. */
export function needsAction(call: CallState): boolean {
  if (call.policy?.carriedOutBy !== 'gate' || !passes(call)) return false;
  const finished = call.action?.finished;
  if (finished === undefined || finished.status === 'retry') return true;
  return finished.toVerify === true && call.action?.checked === undefined;
}

/** Whether an approved call still has no grant. */
export function needsGrant(call: CallState): boolean {
  return call.policy?.carriedOutBy === 'harness' && passes(call) && call.grant === undefined;
}

/** The call or question of a request, by its id. */
export function askedOf(
  run: Run,
  place: { readonly requestId: RequestId; readonly toolUseId: ToolUseId },
): CallState | QuestionState | undefined {
  return askedIn(run, place.requestId).find(({ toolUseId }) => toolUseId === place.toolUseId);
}
