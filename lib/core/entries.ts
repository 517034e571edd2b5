import type { ActionEntry } from './action-entries.ts';
import type { ApprovalEntry, Assurance } from './approval-entries.ts';
import type { GuardState } from './gate-file.ts';
import type { AttemptId, ContentId, RunId, SessionId, ToolUseId } from './ids.ts';
import type { NoticeEntry } from './notice-entries.ts';
import type { OperationEntry } from './operation-entries.ts';

/** A text or value kept outside the chain: the entry commits to it, the content table may forget it. */
export interface Sealed {
  readonly contentId: ContentId;
  /** SHA-256 over a 32-byte salt and the bytes, 64 hex digits. */
  readonly commitment: string;
  /** Bytes. */
  readonly size: number;
}

export type RunOutcome = 'done' | 'failed' | 'stopped';

/** Tokens as the service counted them, summed over the model calls of one turn. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
}

export interface RunStarted {
  readonly type: 'run.started';
  readonly runId: RunId;
  readonly executionArn: string;
  readonly machineArn: string;
  readonly executionName: string;
  readonly executionStartedAt: string;
  readonly gate: string;
  readonly stage: string;
  readonly harness: { readonly arn: string; readonly qualifier: string };
  readonly policyVersion: string;
  readonly requesterAssurance: Assurance;
  /** Whether the harness's tools ask our guard; absent in chains that are older than the guard, which had none. */
  readonly guard?: GuardState;
  /** The checked start input: prompt, requester, actor, labels; and who called, where that is known. */
  readonly start: Sealed;
  /** The signed route's own copy of it, kept under `start-` and the execution's name: an erasure of the run erases it too. */
  readonly signedStart?: Sealed;
}

/** What a turn sends into the session. */
export type TurnSends =
  | { readonly kind: 'prompt' }
  | { readonly kind: 'results'; readonly toolUseIds: readonly ToolUseId[] }
  | { readonly kind: 'continue' }
  | { readonly kind: 'restated' };

/** The mark that goes before an invoke, because InvokeHarness is not idempotent. */
export interface TurnStarted {
  readonly type: 'turn.started';
  readonly turn: number;
  readonly attemptId: AttemptId;
  readonly epoch: number;
  readonly sessionId: SessionId;
  readonly sends: TurnSends;
  /** Canonical JSON of the messages as they are sent; absent in chains that are older than it. */
  readonly message?: Sealed;
  /** ISO instant: until then the function that wrote this mark may still be reading the stream. */
  readonly mayRunUntil: string;
}

/** The harness answered that nothing was started, so the turn may be sent again. */
export interface TurnRefused {
  readonly type: 'turn.refused';
  readonly turn: number;
  readonly attemptId: AttemptId;
  readonly error: string;
  readonly again: 'may-be-sent-again' | 'would-be-refused-again';
}

export interface CallRecorded {
  readonly type: 'call.recorded';
  readonly turn: number;
  readonly attemptId: AttemptId;
  readonly toolUseId: ToolUseId;
  readonly name: string;
  /** Canonical JSON of the input, or the raw text where the strict reader refused it. */
  readonly input: Sealed;
  readonly reading: 'canonical' | 'refused';
}

/** The stream carried a result for this call: the harness ran (or denied) it by itself. */
export interface CallRan {
  readonly type: 'call.ran';
  readonly turn: number;
  readonly attemptId: AttemptId;
  readonly toolUseId: ToolUseId;
  readonly status: 'success' | 'error';
}

export interface TurnFinished {
  readonly type: 'turn.finished';
  readonly turn: number;
  readonly attemptId: AttemptId;
  readonly stopReason: string;
  readonly usage: Usage;
  /** The text of the last assistant message, if it had any. */
  readonly words?: Sealed;
  /** Calls that are ours to answer at this stop, in the model's order. */
  readonly handed: readonly ToolUseId[];
  /** Results of ours that the stream replayed or went past. */
  readonly delivered: readonly ToolUseId[];
}

export type TurnFailure =
  | 'no-message-stop'
  | 'stream-error'
  | 'session-lost'
  | 'unreadable-stream'
  | 'unanswered'
  | 'in-doubt';

/** The turn started and did not come to a stop that can be trusted. */
export interface TurnFailed {
  readonly type: 'turn.failed';
  readonly turn: number;
  readonly attemptId: AttemptId;
  readonly failure: TurnFailure;
  /** The service's name for it, where there is one. */
  readonly error?: string;
  readonly detail?: Sealed;
}

/** The session cannot be settled; the run goes on in the next epoch, or ends. */
export interface SessionRetired {
  readonly type: 'session.retired';
  readonly epoch: number;
  readonly because: TurnFailure | 'run-ended' | 'execution-died';
  readonly owed: readonly ToolUseId[];
}

export interface RunFinished {
  readonly type: 'run.finished';
  readonly outcome: RunOutcome;
  readonly reason: string;
  /** The model's last words: a claim, verified by nobody. */
  readonly claim?: Sealed;
}

/** One fact of a run's chain. */
export type Entry =
  | RunStarted
  | TurnStarted
  | TurnRefused
  | CallRecorded
  | CallRan
  | TurnFinished
  | TurnFailed
  | ApprovalEntry
  | NoticeEntry
  | SessionRetired
  | RunFinished
  | OperationEntry
  | ActionEntry;
