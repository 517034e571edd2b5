import { createHash } from 'node:crypto';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type RunId = Branded<'RunId'>;
export type SessionId = Branded<'SessionId'>;
/** The model's id for one tool call, 1 to 64 of `[a-zA-Z0-9_-]`; unique within a session only. */
export type ToolUseId = Branded<'ToolUseId'>;
export type RequestId = Branded<'RequestId'>;
export type NoticeId = Branded<'NoticeId'>;
export type AttemptId = Branded<'AttemptId'>;
export type VerdictId = Branded<'VerdictId'>;
export type CommandId = Branded<'CommandId'>;
export type ContentId = Branded<'ContentId'>;
/** A grant's own chain: `grant-` and 64 hex digits. */
export type GrantId = Branded<'GrantId'>;
/** A request's chain of views: `views-` and the request's id. */
export type ViewsId = Branded<'ViewsId'>;
/** Whatever has a chain in the ledger. */
export type ChainId = RunId | GrantId | ViewsId | typeof stopChain;
/** An approver's id from the gate file, or `topic:<id>` for whoever reads a topic. */
export type ApproverId = Branded<'ApproverId'>;

/** The chain of a gate's stops: one per audit table, and so per gate. */
export const stopChain = 'stop';

/** What names one execution for ever: AWS gives a name free again after 90 days, so the start time belongs to it. */
export interface ExecutionIdentity {
  readonly machineArn: string;
  readonly executionName: string;
  /** ISO 8601, as `$states.context.Execution.StartTime` spells it; a redrive keeps it. */
  readonly executionStartedAt: string;
}

/** The run's id: `run-` and 32 hex digits over machine, execution name and start time. */
export function runIdOf(execution: ExecutionIdentity): RunId {
  return `run-${identityHash(execution, 'run').slice(0, 32)}` as RunId;
}

/**
 * The harness session's id for one epoch: 64 hex digits behind a prefix, 72 characters of the 33 to 100 that InvokeHarness
 * accepts, whatever the execution is called.
 */
export function sessionIdOf(execution: ExecutionIdentity, epoch: number): SessionId {
  return `session-${identityHash(execution, `session/${epoch}`)}` as SessionId;
}

/** One request per run, epoch and turn, so that repeating the step that makes it makes the same one. */
export function requestIdOf(runId: RunId, turn: number): RequestId {
  return `request-${sha256(['request', runId, String(turn)]).slice(0, 32)}` as RequestId;
}

/** The id that stands for a question about the run where a call has the model's; `number` counts a run's questions from 1. */
export function questionIdOf(runId: RunId, number: number): ToolUseId {
  return `question-${sha256(['question', runId, String(number)]).slice(0, 32)}` as ToolUseId;
}

/** The request of a question: counted on its own, since a turn may be followed by a request for calls as well. */
export function questionRequestIdOf(runId: RunId, number: number): RequestId {
  return `request-${sha256(['question-request', runId, String(number)]).slice(0, 32)}` as RequestId;
}

/** What stands for a request in a notice that is about the whole run: as if its turn 0 had asked. */
export function runNewsIdOf(runId: RunId): RequestId {
  return requestIdOf(runId, 0);
}

/** The chain of who looked at a request. */
export function viewsIdOf(requestId: RequestId): ViewsId {
  return `views-${requestId}` as ViewsId;
}

/** A notice's id follows from what it is about, so that it is planned once however often Ask is entered. */
export function noticeIdOf(
  requestId: RequestId,
  about: { readonly kind: string; readonly recipient: string },
): NoticeId {
  return `notice-${sha256(['notice', requestId, about.kind, about.recipient]).slice(0, 32)}` as NoticeId;
}

function identityHash(execution: ExecutionIdentity, purpose: string): string {
  return sha256([purpose, execution.machineArn, execution.executionName, execution.executionStartedAt]);
}

// JSON keeps the parts apart: ['ab','c'] and ['a','bc'] must not meet.
function sha256(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
