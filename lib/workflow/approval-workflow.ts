/** What the definition refers to. */
export interface WorkflowRefs {
  /** `aws`, `aws-cn`, `aws-us-gov`; part of the integrations' ARNs. */
  readonly partition: string;
  readonly advanceFunctionArn: string;
  readonly askFunctionArn: string;
  readonly actFunctionArn: string;
  /** The timeout of the function that takes turns. */
  readonly advanceFunctionTimeoutSeconds: number;
  /** The timeout of the function that invokes executors. */
  readonly actFunctionTimeoutSeconds: number;
}

/**
 * What Ask's function may take, in seconds: it reads the ledger and sends some mails. The shortest wait may end before it,
 * which cuts nothing off, since the verdict does not depend on it.
 */
export const askFunctionTimeoutSeconds = 60;

/** The names of the errors that our functions throw for this machine to match. */
export const workflowErrors = {
  turnInFlight: 'Countersign.TurnInFlight',
  turnNotStarted: 'Countersign.TurnNotStarted',
  actionInFlight: 'Countersign.ActionInFlight',
  actionAgain: 'Countersign.ActionAgain',
  error: 'Countersign.Error',
} as const;

// A wait shorter than this is not worth its transitions; a clock that runs behind only makes the run look once more.
const shortestWaitSeconds = 5;

// The pause after an Ask that went wrong: mail providers throttle by the second, and nobody waits for it.
const pauseSeconds = 30;

// Starting a function can take as long again as a cold start of the largest; the task must never end before the function.
const taskMarginSeconds = 30;

const turnLookSeconds = 15;

/**
 * The state machine as one plain value: Amazon States Language in JSONata, for a Standard workflow. Only pointers travel
 * through it; whatever comes next is decided by reading the ledger.
 */
export function approvalWorkflow(refs: WorkflowRefs) {
  return {
    Comment: 'Countersign: advance an agent run, ask people where the gate file says so, go on with their verdicts.',
    QueryLanguage: 'JSONata',
    StartAt: 'Advance',
    States: {
      Advance: advance(refs),
      Route: route(),
      Ask: ask(refs),
      Act: act(refs),
      Pause: { Type: 'Wait', Seconds: pauseSeconds, Next: 'Advance' },
      Done: { Type: 'Succeed', Output: '{% $states.input.output %}' },
      Stopped: end(),
      Failed: end(),
    },
  } as const;
}

function advance(refs: WorkflowRefs) {
  // A turn whose function died may still be running until its timeout: it is looked at until then. Twice that, since a turn
  // that is begun again in a new session may die as well, and one entering of this state has to last for both.
  const looks = 2 * Math.ceil((refs.advanceFunctionTimeoutSeconds + taskMarginSeconds) / turnLookSeconds) + 4;
  return {
    Type: 'Task',
    Comment: 'Reads the ledger and does the next thing, up to one turn of the harness.',
    Resource: `arn:${refs.partition}:states:::lambda:invoke`,
    Arguments: {
      FunctionName: refs.advanceFunctionArn,
      Payload: {
        execution: {
          executionArn: '{% $states.context.Execution.Id %}',
          executionName: '{% $states.context.Execution.Name %}',
          executionStartedAt: '{% $states.context.Execution.StartTime %}',
          machineArn: '{% $states.context.StateMachine.Id %}',
        },
        input: '{% $states.context.Execution.Input %}',
      },
    },
    Output: '{% $states.result.Payload %}',
    TimeoutSeconds: refs.advanceFunctionTimeoutSeconds + taskMarginSeconds,
    Retry: [
      {
        ErrorEquals: [workflowErrors.turnInFlight],
        IntervalSeconds: turnLookSeconds,
        BackoffRate: 1,
        MaxAttempts: looks,
      },
      again([workflowErrors.turnNotStarted], 10),
      // A broken chain or a fault of ours does not mend itself; the task fails at once, and a redrive repeats it.
      { ErrorEquals: [workflowErrors.error], MaxAttempts: 0 },
      // Everything else is infrastructure. Repeating is safe: turns are sent once and the ledger says what was done.
      again(['States.TaskFailed', 'States.Timeout'], 6),
    ],
    Next: 'Route',
  } as const;
}

/** Again after a pause that doubles up to a minute, at another moment for every run. */
function again(errors: readonly string[], attempts: number) {
  return {
    ErrorEquals: errors,
    IntervalSeconds: 2,
    BackoffRate: 2,
    MaxDelaySeconds: 60,
    MaxAttempts: attempts,
    JitterStrategy: 'FULL',
  } as const;
}

function route() {
  const to = (next: string, state: string) =>
    ({ Condition: `{% $states.input.next = '${next}' %}`, Next: state }) as const;
  return {
    Type: 'Choice',
    Choices: [to('ask', 'Ask'), to('act', 'Act'), to('again', 'Advance'), to('done', 'Done'), to('stopped', 'Stopped')],
    Default: 'Failed',
  } as const;
}

function ask(refs: WorkflowRefs) {
  return {
    Type: 'Task',
    Comment: 'Asks, and waits for a wake-up that carries nothing: every way out leads to a look at the ledger.',
    Resource: `arn:${refs.partition}:states:::lambda:invoke.waitForTaskToken`,
    Arguments: {
      FunctionName: refs.askFunctionArn,
      Payload: {
        runId: '{% $states.input.runId %}',
        requestId: '{% $states.input.requestId %}',
        taskToken: '{% $states.context.Task.Token %}',
        enteredAt: '{% $states.context.State.EnteredTime %}',
      },
    },
    // Computed when entered: the deadline is an instant in the ledger, whatever time the steps before took.
    TimeoutSeconds: `{% $max([${shortestWaitSeconds}, $ceil(($toMillis($states.input.wakeAt) - $millis()) / 1000)]) %}`,
    Output: {},
    Catch: [
      { ErrorEquals: ['States.Timeout'], Output: {}, Next: 'Advance' },
      { ErrorEquals: ['States.ALL'], Output: {}, Next: 'Pause' },
    ],
    Next: 'Advance',
  } as const;
}

function act(refs: WorkflowRefs) {
  // An action whose function died may still be running until its timeout: it is looked at until then.
  const looks = Math.ceil((refs.actFunctionTimeoutSeconds + taskMarginSeconds) / turnLookSeconds) + 4;
  const carryOut = {
    Type: 'Task',
    Comment: 'Carries one call out; the function looks for itself whether it may.',
    Resource: `arn:${refs.partition}:states:::lambda:invoke`,
    Arguments: {
      FunctionName: refs.actFunctionArn,
      Payload: {
        runId: '{% $states.input.runId %}',
        epoch: '{% $string($states.input.epoch) %}',
        toolUseId: '{% $states.input.toolUseId %}',
      },
    },
    Output: {},
    TimeoutSeconds: refs.actFunctionTimeoutSeconds + taskMarginSeconds,
    Retry: [
      {
        ErrorEquals: [workflowErrors.actionInFlight],
        IntervalSeconds: turnLookSeconds,
        BackoffRate: 1,
        MaxAttempts: looks,
      },
      // As often as a gate file may allow at most.
      again([workflowErrors.actionAgain], 10),
      { ErrorEquals: [workflowErrors.error], MaxAttempts: 0 },
      // Repeating is safe: an action is marked before it starts, and the mark says whether it may be started again.
      again(['States.TaskFailed', 'States.Timeout'], 6),
    ],
    // A call that cannot be carried out just now must not keep the others from it. Advance comes back to it, until it is too
    // late for it or nobody knows what became of it.
    Catch: [{ ErrorEquals: ['States.ALL'], Output: {}, Next: 'Rest' }],
    End: true,
  } as const;
  return {
    Type: 'Map',
    Comment: 'Carries decided calls out, one at a time.',
    Items: '{% $states.input.calls %}',
    ItemSelector: {
      runId: '{% $states.input.runId %}',
      epoch: '{% $states.context.Map.Item.Value.epoch %}',
      toolUseId: '{% $states.context.Map.Item.Value.toolUseId %}',
    },
    MaxConcurrency: 1,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'INLINE' },
      StartAt: 'CarryOut',
      States: { CarryOut: carryOut, Rest: { Type: 'Wait', Seconds: pauseSeconds, End: true } },
    },
    Output: {},
    Next: 'Advance',
  } as const;
}

function end() {
  return {
    Type: 'Fail',
    Error: "{% $exists($states.input.error) ? $states.input.error : 'Countersign.UnknownNext' %}",
    Cause:
      "{% $exists($states.input.cause) ? $states.input.cause : 'Advance answered with something that Route does not know.' %}",
  } as const;
}
