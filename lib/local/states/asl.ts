/** A value as it stands in JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** JSON in which a text `{% … %}`, at any depth, stands for what that JSONata expression returns. */
export type Template = Json;
export type Assignments = { readonly [variable: string]: Template };

export type Retrier = {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds?: number;
  readonly MaxAttempts?: number;
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
  readonly JitterStrategy?: 'FULL' | 'NONE';
};

export type Catcher = {
  readonly ErrorEquals: readonly string[];
  readonly Next: string;
  readonly Output?: Template;
  readonly Assign?: Assignments;
};

type Way = { readonly Next?: string; readonly End?: true };
type Outcome = { readonly Output?: Template; readonly Assign?: Assignments };
type Guarded = { readonly Retry?: readonly Retrier[]; readonly Catch?: readonly Catcher[] };

export type TaskState = Way &
  Outcome &
  Guarded & {
    readonly Type: 'Task';
    readonly Resource: string;
    readonly Arguments?: Template;
    readonly TimeoutSeconds?: number | string;
    readonly HeartbeatSeconds?: number | string;
  };

export type ParallelState = Way &
  Outcome &
  Guarded & { readonly Type: 'Parallel'; readonly Arguments?: Template; readonly Branches: readonly Sequence[] };

export type MapState = Way &
  Outcome &
  Guarded & {
    readonly Type: 'Map';
    readonly Items?: Template;
    readonly ItemSelector?: Template;
    readonly ItemProcessor: Sequence;
    readonly MaxConcurrency?: number | string;
    readonly ToleratedFailureCount?: number | string;
    readonly ToleratedFailurePercentage?: number | string;
  };

export type ChoiceRule = Outcome & { readonly Condition: boolean | string; readonly Next: string };
export type ChoiceState = Outcome & {
  readonly Type: 'Choice';
  readonly Choices: readonly ChoiceRule[];
  readonly Default?: string;
};

export type PassState = Way & Outcome & { readonly Type: 'Pass' };
export type WaitState = Way &
  Outcome & { readonly Type: 'Wait'; readonly Seconds?: number | string; readonly Timestamp?: string };
export type SucceedState = { readonly Type: 'Succeed'; readonly Output?: Template };
export type FailState = { readonly Type: 'Fail'; readonly Error?: string; readonly Cause?: string };

export type State =
  | TaskState
  | ParallelState
  | MapState
  | ChoiceState
  | PassState
  | WaitState
  | SucceedState
  | FailState;

/** States that run one after the other: a machine, one branch of a Parallel, the processor of a Map. */
export type Sequence = { readonly StartAt: string; readonly States: { readonly [name: string]: State } };
export type Machine = Sequence & { readonly TimeoutSeconds?: number };

/** Whether a parsed value is an object, so neither null nor a list. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
