/** What the definition refers to. */
export interface WorkflowRefs {
  /** `aws`, `aws-cn`, `aws-us-gov`; part of the integrations' ARNs. */
  readonly partition: string;
  readonly advanceFunctionArn: string;
  readonly askFunctionArn: string;
  readonly actFunctionArn: string;
  readonly tellFunctionArn: string;
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

// The pause after the first Ask or action that went wrong: mail providers throttle by the second, and nobody waits for it.
const pauseSeconds = 30;

// Each failure in a row makes the pause longer by this much, so that it comes to 3 % of how long things have gone wrong. As the
// same pause for ever, failures would fill the history, which ends an execution at 25,000 events, within a day; so there is
// room for 300 days of them, and what works again is noticed in time.
const pauseGrowth = 1.03;

/** JSONata, in whole seconds; for states whose input has `failures` above 0. */
const pause = `$ceil(${pauseSeconds} * $power(${pauseGrowth}, $states.input.failures - 1))`;

/** JSONata: failures in a row, of Ask and of actions alike. The first entering of Advance has none. */
const failures = '($exists($states.input.failures) ? $states.input.failures : 0)';

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
      Acted: acted(),
      Tell: tell(refs),
      Pause: { Type: 'Wait', Seconds: `{% ${pause} %}`, Next: 'Advance' },
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
    Output: `{% $merge([$states.result.Payload, {'failures': ${failures}}]) %}`,
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
    Choices: [
      to('ask', 'Ask'),
      to('act', 'Act'),
      to('again', 'Advance'),
      to('tell', 'Tell'),
      to('done', 'Done'),
      to('stopped', 'Stopped'),
    ],
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
      { ErrorEquals: ['States.Timeout'], Output: { failures: `{% ${failures} %}` }, Next: 'Advance' },
      { ErrorEquals: ['States.ALL'], Output: { failures: `{% ${failures} + 1 %}` }, Next: 'Pause' },
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
    Catch: [{ ErrorEquals: ['States.ALL'], Output: { failed: 1 }, Next: 'Left' }],
    End: true,
  } as const;
  const failed = '$count($states.result.failed)';
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
      States: { CarryOut: carryOut, Left: { Type: 'Succeed' } },
    },
    // A member that is undefined is left out; in a template of its own it would fail the state.
    Output: `{% {'runId': $states.input.runId, 'ask': $states.input.ask, 'failures': ${failed} = 0 ? 0 : ${failures} + ${failed}} %}`,
    Next: 'Acted',
  } as const;
}

// While an action cannot be carried out, whoever is asked about another call of the turn must hear of it and can wake the run.
function acted() {
  const pauseEnds = `$min([$toMillis($states.input.ask.wakeAt), $millis() + 1000 * ${pause}])`;
  return {
    Type: 'Choice',
    Choices: [
      { Condition: '{% $states.input.failures = 0 %}', Next: 'Advance' },
      {
        Condition: '{% $exists($states.input.ask) %}',
        Output: {
          runId: '{% $states.input.runId %}',
          requestId: '{% $states.input.ask.requestId %}',
          wakeAt: `{% $fromMillis(${pauseEnds}) %}`,
          failures: '{% $states.input.failures %}',
        },
        Next: 'Ask',
      },
    ],
    Default: 'Pause',
  } as const;
}

function tell(refs: WorkflowRefs) {
  const goOn = { Output: { failures: `{% ${failures} %}` }, Next: 'Advance' } as const;
  return {
    Type: 'Task',
    Comment: 'Tells people what came of something. Nobody has to answer, so nothing depends on it.',
    Resource: `arn:${refs.partition}:states:::lambda:invoke`,
    Arguments: { FunctionName: refs.tellFunctionArn, Payload: { runId: '{% $states.input.runId %}' } },
    TimeoutSeconds: askFunctionTimeoutSeconds + taskMarginSeconds,
    // A few seconds for a mail service that throttles, and no more: the run goes on without it.
    Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxAttempts: 2 }],
    Catch: [{ ErrorEquals: ['States.ALL'], ...goOn }],
    ...goOn,
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
