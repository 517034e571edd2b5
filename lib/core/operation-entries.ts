import type { Sealed } from './entries.ts';
import type { AttemptId, ToolUseId } from './ids.ts';

/** The guard allowed these calls in this turn, and the harness has yet to run them: their results come in a later one. */
export interface CallsCleared {
  readonly type: 'calls.cleared';
  readonly turn: number;
  readonly attemptId: AttemptId;
  readonly toolUseIds: readonly ToolUseId[];
}

/** A hook denied this call, so the harness skipped it and told the model. */
export interface CallDenied {
  readonly type: 'call.denied';
  readonly turn: number;
  readonly attemptId: AttemptId;
  readonly toolUseId: ToolUseId;
  /** What the model was told; absent where the service denied for a guard that could not be asked. */
  readonly reason?: Sealed;
}

/** The harness ran these calls and nothing in the stream says that our guard was asked. The run ends with it. */
export interface GuardMissing {
  readonly type: 'guard.missing';
  readonly turn: number;
  readonly attemptId: AttemptId;
  readonly toolUseIds: readonly ToolUseId[];
}

/** Somebody with the right to operate the gate wants the run to end; nothing is sent to the harness any more. */
export interface RunStopRequested {
  readonly type: 'run.stop-requested';
  /** `{arn, sessionName?}` of the signed request. */
  readonly by: Sealed;
  readonly reason?: Sealed;
  /** Where the whole gate was stopped: the number of that stop in the chain of stops. */
  readonly gateStop?: number;
}

/** The execution ended outside our control. What was asked is cancelled; a redrive goes on from here. */
export interface ExecutionDied {
  readonly type: 'execution.died';
  readonly status: 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  /** ISO instant, as the service says: the same event may be told twice. */
  readonly diedAt: string;
}

export type OperationEntry = CallsCleared | CallDenied | GuardMissing | RunStopRequested | ExecutionDied;
