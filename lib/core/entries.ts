import type { ActionEntry, Choice } from './action-entries.ts';
import type { GuardState } from './gate-file.ts';
import type {
  ApproverId,
  AttemptId,
  ContentId,
  NoticeId,
  RequestId,
  RunId,
  SessionId,
  ToolUseId,
  VerdictId,
} from './ids.ts';
import type { OperationEntry } from './operation-entries.ts';

/** A text or value kept outside the chain: the entry commits to it, the content table may forget it. */
export interface Sealed {
  readonly contentId: ContentId;
  /** SHA-256 over a 32-byte salt and the bytes, 64 hex digits. */
  readonly commitment: string;
  /** Bytes. */
  readonly size: number;
}

/** How sure the gate is who somebody was, and never more than it knows; `iam` is a request signed as an IAM principal. */
export type Assurance = 'claimed' | 'topic' | 'link' | 'iam';

/** On a call, or one of the choices of a question about the run itself. */
export type VerdictKind = 'approve' | 'reject' | Choice;

/** What the verdicts on one call or question came to; `expired` means that nobody answered. */
export type Outcome = 'approved' | 'rejected' | 'continued' | 'restarted' | 'ended' | 'expired' | 'cancelled';

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

export type PolicyDecision = 'ask' | 'allow' | 'refuse';

export interface PolicyApplied {
  readonly type: 'policy.applied';
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
  readonly decision: PolicyDecision;
  /** The rule's place in the gate file, or the gate's own rule. */
  readonly rule: string;
  readonly policyVersion: string;
  /** Tool and canonical input under the run's own salt: "the same call again?". */
  readonly fingerprint: string;
  /** The tool that the rules were applied to, where the model asked for it by request_approval. @default the call's own */
  readonly subject?: string;
  /** Who carries a passing call out: the gate, or the harness behind a grant. @default the agent is told that it may go on */
  readonly carriedOutBy?: 'gate' | 'harness';
  /** `{problems: [text]}`: what the rules say about it, for the model or the approver. */
  readonly detail?: Sealed;
  /** JSON pointers of arguments that are not in the requester's words. */
  readonly notInRequest?: readonly string[];
}

export interface RequestedCall {
  readonly toolUseId: ToolUseId;
  /** What an approval is bound to, 64 hex digits. */
  readonly digest: string;
  readonly approvers: readonly ApproverId[];
  /** How many different people must approve. @default 1 */
  readonly quorum?: number;
  /** ISO instant. */
  readonly deadline: string;
  /** How sure the gate must be who answers. @default link */
  readonly assurance?: 'link' | 'iam';
}

export interface ApprovalRequested {
  readonly type: 'approval.requested';
  readonly requestId: RequestId;
  readonly epoch: number;
  readonly turn: number;
  readonly policyVersion: string;
  readonly calls: readonly RequestedCall[];
}

export interface NoticePlanned {
  readonly type: 'notice.planned';
  readonly noticeId: NoticeId;
  readonly requestId: RequestId;
  /** `request` asks, `cancelled` says that there is nothing left to answer. */
  readonly kind: 'request' | 'cancelled';
  readonly channel: 'mail' | 'topic';
  readonly approverId: ApproverId;
  /** From 2 on where somebody had it sent again. */
  readonly attempt?: number;
  /** Who had it sent again: `{arn, sessionName?}` of the signed request. */
  readonly by?: Sealed;
}

export interface NoticeSent {
  readonly type: 'notice.sent';
  readonly noticeId: NoticeId;
  /** Absent where a notice has no link, since there is nothing to answer. */
  readonly linkHash?: string;
  /** The id that SES or SNS gave. */
  readonly messageId: string;
}

export interface NoticeFailed {
  readonly type: 'notice.failed';
  readonly noticeId: NoticeId;
  readonly error: string;
  readonly again: 'will-be-tried-again' | 'given-up';
}

export interface VerdictRecorded {
  readonly type: 'verdict.recorded';
  readonly verdictId: VerdictId;
  readonly requestId: RequestId;
  readonly toolUseId: ToolUseId;
  readonly approverId: ApproverId;
  readonly assurance: Assurance;
  readonly verdict: VerdictKind;
  readonly digest: string;
  /** Of the link, where it came by one. */
  readonly linkHash?: string;
  /** `{arn, sessionName?}` of the signed request, where it came by one. */
  readonly caller?: Sealed;
  readonly comment?: Sealed;
}

/** A verdict that came after the call was decided or due: kept as evidence, counted for nothing. */
export interface VerdictSetAside {
  readonly type: 'verdict.set-aside';
  readonly requestId: RequestId;
  readonly toolUseId: ToolUseId;
  readonly approverId: ApproverId;
  readonly verdict: VerdictKind;
  readonly why: 'decided-already' | 'too-late';
  readonly linkHash?: string;
  readonly caller?: Sealed;
}

export interface ApprovalClosed {
  readonly type: 'approval.closed';
  readonly requestId: RequestId;
  readonly toolUseId: ToolUseId;
  readonly outcome: Outcome;
  readonly verdicts: readonly VerdictId[];
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
  | PolicyApplied
  | ApprovalRequested
  | NoticePlanned
  | NoticeSent
  | NoticeFailed
  | VerdictRecorded
  | VerdictSetAside
  | ApprovalClosed
  | SessionRetired
  | RunFinished
  | OperationEntry
  | ActionEntry;
