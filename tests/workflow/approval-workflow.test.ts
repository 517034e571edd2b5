import aslValidator from 'asl-validator';
import { describe, expect, test } from 'vitest';
import { approvalWorkflow, workflowErrors } from '../../lib/workflow/approval-workflow.ts';

const functionTimeout = 660;
const actTimeout = 150;
const workflow = approvalWorkflow({
  partition: 'aws',
  advanceFunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:advance',
  askFunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:ask',
  actFunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:act',
  tellFunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:tell',
  advanceFunctionTimeoutSeconds: functionTimeout,
  actFunctionTimeoutSeconds: actTimeout,
});
const { States } = workflow;
const carryOut = States.Act.ItemProcessor.States.CarryOut;
const tasks = [States.Advance, States.Ask, States.Tell, carryOut];

// The reserved names of Step Functions' own errors, from its documentation.
const documented = [
  'States.ALL',
  'States.TaskFailed',
  'States.Timeout',
  'States.HeartbeatTimeout',
  'States.DataLimitExceeded',
  'States.Runtime',
  'States.QueryEvaluationError',
  'States.Permissions',
];

describe('the state machine', () => {
  test('is valid Amazon States Language', () => {
    const { isValid, errors } = aslValidator(JSON.parse(JSON.stringify(workflow)));
    expect(errors).toEqual([]);
    expect(isValid).toBe(true);
  });

  test('has a timeout on every task, and the one that takes turns outlasts its function', () => {
    for (const task of tasks) expect(task.TimeoutSeconds).toBeDefined();
    expect(States.Advance.TimeoutSeconds).toBeGreaterThan(functionTimeout);
  });

  test('computes the wait when it is entered, from the instant in the ledger', () => {
    expect(States.Ask.TimeoutSeconds).toContain('$toMillis($states.input.wakeAt) - $millis()');
  });

  test('hands the waiting state its token, and no other state', () => {
    expect(States.Ask.Resource).toMatch(/\.waitForTaskToken$/);
    expect(States.Ask.Arguments.Payload.taskToken).toBe('{% $states.context.Task.Token %}');
    expect(JSON.stringify(States.Advance)).not.toContain('Task.Token');
  });

  test('matches errors of ours or documented ones only', () => {
    const { Advance, Ask, Tell } = States;
    const matched = [Advance.Retry, Ask.Catch, Tell.Retry, Tell.Catch, carryOut.Retry, carryOut.Catch].flat();
    const names = matched.flatMap(({ ErrorEquals }) => ErrorEquals);
    const ours: readonly string[] = Object.values(workflowErrors);
    expect(names.filter((name) => !documented.includes(name) && !ours.includes(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(4);
  });

  test('retries what passes and not what stays: a fault of ours is left to a redrive', () => {
    const [first, second, third] = States.Advance.Retry;
    expect([first.ErrorEquals, second.ErrorEquals, third.ErrorEquals]).toEqual([
      [workflowErrors.turnInFlight],
      [workflowErrors.turnNotStarted],
      [workflowErrors.error],
    ]);
    expect(third.MaxAttempts).toBe(0);
    // A turn in flight is looked at until its function must have ended.
    expect(first.MaxAttempts * first.IntervalSeconds).toBeGreaterThan(functionTimeout);
    expect(first.BackoffRate).toBe(1);
    expect('Catch' in States.Advance).toBe(false);
  });

  test('carries calls out one at a time, by pointers alone, and one that cannot be carried out now does not stop the others', () => {
    expect(States.Act.MaxConcurrency).toBe(1);
    expect(Object.keys(carryOut.Arguments.Payload)).toEqual(['runId', 'epoch', 'toolUseId']);
    expect(carryOut.TimeoutSeconds).toBeGreaterThan(actTimeout);
    expect(carryOut.Catch).toEqual([{ ErrorEquals: ['States.ALL'], Output: { failed: 1 }, Next: 'Left' }]);
    expect(States.Act.ItemProcessor.States.Left).toEqual({ Type: 'Succeed' });
    expect(States.Act.Next).toBe('Acted');
    expect(States.Acted.Choices.map(({ Next }) => Next)).toEqual(['Advance', 'Ask']);
    expect(States.Acted.Default).toBe('Pause');
    const [inFlight] = carryOut.Retry;
    expect(inFlight.ErrorEquals).toEqual([workflowErrors.actionInFlight]);
    expect(inFlight.MaxAttempts * inFlight.IntervalSeconds).toBeGreaterThan(actTimeout);
  });

  test('depends on nothing that a callback says: every way out of the wait drops it and looks at the ledger', () => {
    expect(States.Ask.Output).toEqual({});
    expect(States.Ask.Next).toBe('Advance');
    expect(States.Ask.Catch.map(({ Output, Next }) => [Object.keys(Output), Next])).toEqual([
      [['failures'], 'Advance'],
      [['failures'], 'Pause'],
    ]);
    expect(JSON.stringify(States.Ask.Catch)).not.toContain('errorOutput');
    expect(States.Pause.Next).toBe('Advance');
    expect(JSON.stringify(States.Advance.Arguments)).not.toContain('$states.input');
  });

  test('tells people by a pointer alone, and goes on in the same way whether that worked or not', () => {
    const { Tell } = States;
    expect(Object.keys(Tell.Arguments.Payload)).toEqual(['runId']);
    const { Output, Next } = Tell;
    expect({ Output, Next }).toEqual({ Output: { failures: expect.any(String) }, Next: 'Advance' });
    expect(Tell.Catch).toEqual([{ ErrorEquals: ['States.ALL'], Output, Next }]);
    const [retry, ...others] = Tell.Retry;
    expect(others).toEqual([]);
    expect(retry.IntervalSeconds * retry.BackoffRate ** retry.MaxAttempts).toBeLessThan(10);
  });

  test('reaches an end by a word of Advance alone, and fails on a word that it does not know', () => {
    const ends = Object.entries(States).filter(([, state]) => state.Type === 'Succeed' || state.Type === 'Fail');
    expect(ends.map(([name]) => name).sort()).toEqual(['Done', 'Failed', 'Stopped']);
    for (const { Condition } of States.Route.Choices)
      expect(Condition).toMatch(/^\{% \$states\.input\.next = '[a-z]+' %\}$/);
    expect(States.Route.Default).toBe('Failed');
    const into = Object.entries(States).flatMap(([name, state]) => ('Next' in state ? [[name, state.Next]] : []));
    expect(into.filter(([, next]) => next === 'Done' || next === 'Stopped' || next === 'Failed')).toEqual([]);
  });

  test('takes three transitions for a plain approval: Advance, Route, Ask', () => {
    expect(workflow.StartAt).toBe('Advance');
    expect(States.Advance.Next).toBe('Route');
    expect(States.Route.Choices[0]).toEqual({ Condition: "{% $states.input.next = 'ask' %}", Next: 'Ask' });
  });
});
