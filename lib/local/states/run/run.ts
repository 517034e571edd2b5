import type { Json } from '../asl.ts';
import type { HistoryEvent } from './history.ts';

/** What an execution is from its start on, whatever happens to it. `input` is the JSON text that was given. */
export type Origin = {
  readonly executionArn: string;
  readonly name: string;
  readonly stateMachineArn: string;
  readonly stateMachineName: string;
  readonly roleArn: string;
  /** The definition as it stood at the start: an update of the machine does not touch a running execution. */
  readonly definition: string;
  readonly input: string;
  readonly startedAt: number;
};

export type RunStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** How far an execution has come, as plain JSON: written after every step, and all that a restart needs. Times are epoch ms. */
export type Progress = {
  status: RunStatus;
  stoppedAt?: number;
  output?: string;
  error?: string;
  cause?: string;
  timeoutAt?: number;
  scopes: Scope[];
  nextScopeId: number;
  /** Counts task attempts, so that a late answer of an earlier attempt finds nothing. */
  attempts: number;
  redriveCount: number;
  redrivenAt?: number;
  /** The scopes as they were before the end, for a redrive. */
  beforeEnd?: Scope[];
};

/** One sequence of states being gone through: the machine (id 0), a branch, an iteration. */
export type Scope = {
  readonly id: number;
  readonly parent?: { readonly scope: number; readonly index: number };
  variables: Record<string, Json>;
  readonly item?: { readonly Index: number; readonly Value: Json };
  /** The newest event of this sequence, which the next one names as its previous. */
  lastEventId: number;
  frame: Frame;
};

/** The state that a scope is in. */
export type Frame = {
  readonly state: string;
  readonly input: Json;
  readonly enteredAt: number;
  readonly enteredEventId: number;
  /** Retries so far, by retrier. */
  retries: number[];
  phase: Phase;
};

export type Phase =
  | { readonly kind: 'begin' }
  | { readonly kind: 'pause'; readonly until: number; readonly afterwards: Phase }
  | TaskPhase
  | ChildrenPhase
  | { readonly kind: 'done'; readonly result: Json }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type TaskPhase = {
  readonly kind: 'task';
  readonly attempt: number;
  /** The function was invoked and has not answered; a restart means that it died. */
  invoking: boolean;
  readonly token?: string;
  readonly timeoutAt?: number;
  readonly heartbeatMs?: number;
  heartbeatAt?: number;
};

export type ChildrenPhase = {
  readonly kind: 'children';
  /** What each child gets; a Map starts the later ones as the earlier ones end. */
  readonly inputs: readonly { readonly input: Json; readonly item?: Scope['item'] }[];
  readonly concurrency: number;
  /** Failures that a Map forgives; undefined when the first one ends it. */
  readonly tolerated?: number;
  started: number;
  failures: number;
  /** By index; a child that has not ended, or failed and was forgiven, has none. */
  outputs: Record<number, Json>;
  ended: number;
};

/** Why a state failed. `alsoMatches` is a second name under which Retry and Catch find it. */
export type Failure = {
  readonly error?: string;
  readonly cause?: string;
  readonly alsoMatches?: string;
};

/** An execution: its origin, its progress, its history. Replaced as a whole after each step, never changed. */
export type Run = {
  readonly origin: Origin;
  readonly progress: Progress;
  readonly events: readonly HistoryEvent[];
  /** Every token ever handed out, so that a spent one is told from one that never was. */
  readonly issued: ReadonlySet<string>;
};
