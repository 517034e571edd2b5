import type { Choice } from './action-entries.ts';
import type { Sealed } from './entries.ts';
import type { ApproverId, RequestId, ToolUseId, VerdictId } from './ids.ts';

/**
 * How sure the gate is who somebody was, and never more than it knows: who was named, who reads a topic, who had the link, who had
 * the link and read the approver's mailbox, who signed as an IAM principal.
 */
export type Assurance = 'claimed' | 'topic' | 'link' | 'code' | 'iam';

/** On a call, or one of the choices of a question about the run itself. */
export type VerdictKind = 'approve' | 'edit' | 'reject' | 'revise' | 'answer' | Choice;

/** What the verdicts on one call or question came to; `expired` means that too few people answered, or nobody. */
export type Outcome =
  | 'approved'
  | 'approved-with-edits'
  | 'rejected'
  | 'sent-back'
  | 'answered'
  | 'continued'
  | 'restarted'
  | 'ended'
  | 'expired'
  | 'cancelled';

export type PolicyDecision = 'ask' | 'allow' | 'refuse';

/** What the rules say about a call. */
export interface Ruled {
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

export interface PolicyApplied extends Ruled {
  readonly type: 'policy.applied';
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
}

/** What happens while nobody has decided, at an ISO instant. */
export type Stage =
  | { readonly kind: 'reminder'; readonly at: string }
  | { readonly kind: 'escalation'; readonly at: string; readonly to: readonly ApproverId[] };

export interface RequestedCall {
  readonly toolUseId: ToolUseId;
  /** What an approval is bound to, 64 hex digits. */
  readonly digest: string;
  /** Who may decide. */
  readonly approvers: readonly ApproverId[];
  /** How many different people must approve. @default 1 */
  readonly quorum?: number;
  /** `majority`: a no of one does not decide as long as enough others may still say yes. @default one no is enough */
  readonly no?: 'majority';
  /** ISO instant. */
  readonly deadline: string;
  /** How sure the gate must be who answers. @default link */
  readonly assurance?: 'link' | 'code' | 'iam';
  /** The verdicts that can be given. @default approve and reject; of a question about the run its choices */
  readonly offers?: readonly VerdictKind[];
  /** In order of its instants, all before the deadline. @default nobody is reminded */
  readonly schedule?: readonly Stage[];
  /** Whom mails go to. @default the approvers */
  readonly notify?: readonly ApproverId[];
  /** Whoever asked for the run, who for that reason may not decide though the rule names them. */
  readonly requesters?: readonly ApproverId[];
}

export interface ApprovalRequested {
  readonly type: 'approval.requested';
  readonly requestId: RequestId;
  readonly epoch: number;
  readonly turn: number;
  readonly policyVersion: string;
  readonly calls: readonly RequestedCall[];
}

/** More people may decide from here on. */
export interface ApprovalEscalated {
  readonly type: 'approval.escalated';
  readonly requestId: RequestId;
  readonly toolUseId: ToolUseId;
  readonly to: readonly ApproverId[];
  /** `unreachable`: too few of those asked before could be reached, so the stage came before its time. */
  readonly because: 'schedule' | 'unreachable';
}

/**
 * A person changed a call's arguments. That is a new call: the rules were applied again, it has a digest of its own, and verdicts on
 * the one before count no more. In the same commit stands the editor's own verdict on it.
 */
export interface CallEdited {
  readonly type: 'call.edited';
  readonly requestId: RequestId;
  readonly toolUseId: ToolUseId;
  /** Its author. */
  readonly approverId: ApproverId;
  /** The digest of what people were asked about before. */
  readonly from: string;
  /** Canonical JSON of the whole input. */
  readonly input: Sealed;
  readonly policy: Ruled;
  /** Who is asked about it now, until the same deadline. */
  readonly requested: RequestedCall;
}

export interface VerdictRecorded {
  readonly type: 'verdict.recorded';
  readonly verdictId: VerdictId;
  readonly requestId: RequestId;
  readonly toolUseId: ToolUseId;
  readonly approverId: ApproverId;
  readonly assurance: Assurance;
  readonly verdict: VerdictKind;
  /** Of `edit`: that of the call as edited. */
  readonly digest: string;
  /** Of the link, where it came by one. */
  readonly linkHash?: string;
  /** `{arn, sessionName?}` of the signed request, where it came by one. */
  readonly caller?: Sealed;
  /** Of `reject` the reason, of `revise` the instructions, of `answer` the answer itself. */
  readonly comment?: Sealed;
}

/**
 * A verdict that came after the call was decided or due, or after one of the same person that stands: kept as evidence with what
 * was written, counted for nothing. Of several alike by one person, the first.
 */
export interface VerdictSetAside {
  readonly type: 'verdict.set-aside';
  readonly requestId: RequestId;
  readonly toolUseId: ToolUseId;
  readonly approverId: ApproverId;
  readonly verdict: VerdictKind;
  readonly why: 'decided-already' | 'answered-already' | 'too-late';
  /** How it was given. @default what the rest of the entry says: no code is asked for what counts for nothing */
  readonly assurance?: Assurance;
  readonly linkHash?: string;
  readonly caller?: Sealed;
  /** As of a verdict that counts. */
  readonly comment?: Sealed;
  /** Of `edit`: the text that was sent, whatever a strict reader makes of it. */
  readonly edited?: Sealed;
}

export interface ApprovalClosed {
  readonly type: 'approval.closed';
  readonly requestId: RequestId;
  readonly toolUseId: ToolUseId;
  readonly outcome: Outcome;
  readonly verdicts: readonly VerdictId[];
}

export type ApprovalEntry =
  | PolicyApplied
  | ApprovalRequested
  | ApprovalEscalated
  | CallEdited
  | VerdictRecorded
  | VerdictSetAside
  | ApprovalClosed;
