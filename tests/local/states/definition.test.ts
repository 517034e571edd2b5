import { describe, expect, test } from 'vitest';
import { checkDefinition, tellProblems } from '../../../lib/local/states/definition/check.ts';

const machine = (states: object, more: object = {}) => ({
  QueryLanguage: 'JSONata',
  StartAt: Object.keys(states)[0],
  States: states,
  ...more,
});
const one = (state: object) => machine({ A: state });
const fn = 'arn:aws:lambda:eu-central-1:111122223333:function:f';
const problemsOf = (definition: unknown) => {
  const text = typeof definition === 'string' ? definition : JSON.stringify(definition);
  const checked = checkDefinition(text);
  return checked.type === 'refused' ? checked.problems : [];
};

describe('a definition is refused when it is created, with the place, for', () => {
  const nested = (state: object) => ({ StartAt: 'In', States: { In: state } });
  test.each<[what: string, definition: unknown, location: string, words: RegExp]>([
    ['a text that is no JSON', '{', '/', /not JSON/],
    [
      'no start',
      { QueryLanguage: 'JSONata', States: { A: { Type: 'Pass', End: true } } },
      '/',
      /'StartAt' is required/,
    ],
    [
      'JSONPath, which is the default',
      { StartAt: 'A', States: { A: { Type: 'Pass', End: true } } },
      '/States/A',
      /JSONPath/,
    ],
    ['JSONPath in one state', one({ Type: 'Pass', End: true, QueryLanguage: 'JSONPath' }), '/States/A', /JSONPath/],
    [
      'a field of JSONPath',
      one({ Type: 'Pass', End: true, ResultPath: '$.a' }),
      '/States/A',
      /'ResultPath' belongs to JSONPath/,
    ],
    [
      'a field that nobody knows',
      one({ Type: 'Pass', End: true, Outptu: 1 }),
      '/States/A',
      /'Outptu' is not supported; supported here: .*Output/,
    ],
    [
      'an unknown field of the machine',
      machine({ A: { Type: 'Pass', End: true } }, { Owner: 'me' }),
      '/',
      /'Owner' is not supported/,
    ],
    ['an unknown type', one({ Type: 'Passs', End: true }), '/States/A', /Type must be one of Task,/],
    [
      'a service that is not Lambda',
      one({ Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', End: true }),
      '/States/A/Resource',
      /not supported; supported are/,
    ],
    ['a task without a resource', one({ Type: 'Task', End: true }), '/States/A', /'Resource' is required/],
    [
      'credentials',
      one({ Type: 'Task', Resource: fn, Credentials: { RoleArn: 'x' }, End: true }),
      '/States/A',
      /'Credentials' is not supported/,
    ],
    [
      'lambda:invoke without a function',
      one({ Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Arguments: {}, End: true }),
      '/States/A/Arguments',
      /'FunctionName' is required/,
    ],
    [
      'an argument that would be ignored',
      one({
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Arguments: { FunctionName: 'f', InvocationType: 'Event' },
        End: true,
      }),
      '/States/A/Arguments',
      /'InvocationType' is not supported/,
    ],
    [
      'an expression that does not parse',
      one({ Type: 'Pass', Output: { a: ['{% $sum( %}'] }, End: true }),
      '/States/A/Output/a[0]',
      /cannot be parsed/,
    ],
    [
      'half an expression',
      one({ Type: 'Pass', Output: '{% 1 }', End: true }),
      '/States/A/Output',
      /only one of the two/,
    ],
    ['neither Next nor End', one({ Type: 'Pass' }), '/States/A', /exactly one of Next and End/],
    ['both Next and End', one({ Type: 'Pass', Next: 'A', End: true }), '/States/A', /exactly one of Next and End/],
    ['a target that is not there', one({ Type: 'Pass', Next: 'B' }), '/States/A/Next', /no state 'B'/],
    [
      "a catcher's target that is not there",
      one({ Type: 'Task', Resource: fn, End: true, Catch: [{ ErrorEquals: ['X'], Next: 'B' }] }),
      '/States/A/Catch[0]/Next',
      /no state 'B'/,
    ],
    [
      'a state that nothing leads to',
      machine({ A: { Type: 'Pass', End: true }, B: { Type: 'Pass', End: true } }),
      '/States/B',
      /not reachable/,
    ],
    [
      'a name that stands twice',
      machine({
        A: {
          Type: 'Parallel',
          Branches: [nested({ Type: 'Pass', End: true }), nested({ Type: 'Pass', End: true })],
          End: true,
        },
      }),
      '/States/A/Branches[1]/States/In',
      /'In' stands for two states/,
    ],
    [
      'States.ALL beside another name',
      one({ Type: 'Task', Resource: fn, End: true, Retry: [{ ErrorEquals: ['States.ALL', 'X'] }] }),
      '/States/A/Retry[0]/ErrorEquals',
      /must stand alone/,
    ],
    [
      'States.ALL before another entry',
      one({ Type: 'Task', Resource: fn, End: true, Retry: [{ ErrorEquals: ['States.ALL'] }, { ErrorEquals: ['X'] }] }),
      '/States/A/Retry[0]',
      /must be the last/,
    ],
    [
      'a backoff below 1',
      one({ Type: 'Task', Resource: fn, End: true, Retry: [{ ErrorEquals: ['X'], BackoffRate: 0.5 }] }),
      '/States/A/Retry[0]/BackoffRate',
      /at least 1/,
    ],
    [
      'a heartbeat as long as the timeout',
      one({ Type: 'Task', Resource: fn, End: true, TimeoutSeconds: 5, HeartbeatSeconds: 5 }),
      '/States/A',
      /must be less than/,
    ],
    [
      'a timeout of 0',
      one({ Type: 'Task', Resource: fn, End: true, TimeoutSeconds: 0 }),
      '/States/A/TimeoutSeconds',
      /from 1 to 99999999/,
    ],
    [
      'a wait for two things',
      one({ Type: 'Wait', Seconds: 1, Timestamp: '2026-01-01T00:00:00Z', End: true }),
      '/States/A',
      /exactly one of Seconds and Timestamp/,
    ],
    [
      'a day that there is not',
      one({ Type: 'Wait', Timestamp: '2026-02-30T00:00:00Z', End: true }),
      '/States/A/Timestamp',
      /RFC3339/,
    ],
    [
      'a distributed Map',
      one({
        Type: 'Map',
        ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED' }, ...nested({ Type: 'Pass', End: true }) },
        End: true,
      }),
      '/States/A/ItemProcessor/ProcessorConfig/Mode',
      /"INLINE"/,
    ],
    [
      'a reader of items',
      one({ Type: 'Map', ItemReader: {}, ItemProcessor: nested({ Type: 'Pass', End: true }), End: true }),
      '/States/A',
      /'ItemReader' is not supported/,
    ],
    [
      'a field deep inside',
      one({ Type: 'Map', ItemProcessor: nested({ Type: 'Pass', InputPath: '$', End: true }), End: true }),
      '/States/A/ItemProcessor/States/In',
      /'InputPath' belongs/,
    ],
    [
      'a variable with the name of the service',
      one({ Type: 'Pass', Assign: { states: 1 }, End: true }),
      '/States/A/Assign',
      /cannot name a variable/,
    ],
    [
      'a choice that compares as JSONPath does',
      one({ Type: 'Choice', Choices: [{ Variable: '$.a', IsNull: true, Next: 'A' }] }),
      '/States/A/Choices[0]',
      /'Condition' is required/,
    ],
  ])('%s', (_what, definition, location, words) => {
    const problems = problemsOf(definition);
    expect(problems.map((problem) => problem.location)).toContain(location);
    expect(tellProblems(problems)).toMatch(words);
  });
});

test('a machine that uses all that is supported is accepted', () => {
  const retry = {
    ErrorEquals: ['States.ALL'],
    IntervalSeconds: 1,
    MaxAttempts: 0,
    BackoffRate: 1.5,
    MaxDelaySeconds: 9,
    JitterStrategy: 'FULL',
  };
  const definition = machine(
    {
      Ask: {
        Type: 'Task',
        Comment: 'asks',
        Resource: 'arn:aws-cn:states:::lambda:invoke.waitForTaskToken',
        Arguments: { FunctionName: 'f', Payload: { t: '{% $states.context.Task.Token %}' }, Qualifier: 'live' },
        TimeoutSeconds: '{% $states.input.t %}',
        HeartbeatSeconds: 5,
        Retry: [retry],
        Catch: [{ ErrorEquals: ['States.ALL'], Output: 1, Assign: { e: '{% $states.errorOutput %}' }, Next: 'Which' }],
        Next: 'Which',
      },
      Which: {
        Type: 'Choice',
        Choices: [{ Condition: '{% $exists($e) %}', Next: 'Wait', Output: 1, Assign: { a: 1 } }],
        Default: 'Each',
      },
      Wait: { Type: 'Wait', Seconds: 0, Next: 'Both' },
      Each: {
        Type: 'Map',
        Items: '{% $states.input %}',
        ItemSelector: { v: '{% $states.context.Map.Item.Value %}' },
        MaxConcurrency: 2,
        ToleratedFailureCount: 1,
        ToleratedFailurePercentage: 50,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'INLINE' },
          StartAt: 'One',
          States: { One: { Type: 'Pass', End: true } },
        },
        Next: 'Both',
      },
      Both: {
        Type: 'Parallel',
        Branches: [{ StartAt: 'Left', States: { Left: { Type: 'Succeed', Output: 'x' } } }],
        Arguments: {},
        Next: 'Fail',
      },
      Fail: { Type: 'Fail', Error: '{% $e.Error %}', Cause: 'no' },
    },
    { TimeoutSeconds: 10, Version: '1.0', Comment: 'all' },
  );
  expect(problemsOf(definition)).toEqual([]);
});

test('every problem is told, not only the first', () => {
  const problems = problemsOf(
    machine({ A: { Type: 'Pass', Foo: 1, Next: 'B' }, B: { Type: 'Wait', Bar: 1, End: true } }),
  );
  expect(problems.map((problem) => problem.location)).toEqual(['/States/A', '/States/B', '/States/B']);
});
