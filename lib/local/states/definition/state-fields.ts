import { isObject, type Json } from '../asl.ts';
import { readTimestamp } from '../instant.ts';
import { lambdaResource } from '../lambda-resource.ts';
import { maxSeconds } from '../limits.ts';
import {
  type Check,
  expression,
  expressionOr,
  type Fields,
  listOf,
  numberFrom,
  objectOf,
  oneOf,
  template,
  text,
  whole,
} from './fields.ts';
import { type Problem, schemaProblem, shown } from './problem.ts';

/** Checks a state of the given Type by itself; undefined for a Type that there is not. `sequence` checks what it nests. */
export function stateCheck(type: Json | undefined, sequence: Check): Check | undefined {
  return typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type]?.(sequence) : undefined;
}

/** The types of state that there are. */
export const stateTypes = ['Task', 'Parallel', 'Map', 'Choice', 'Pass', 'Wait', 'Succeed', 'Fail'];

const comment = { Comment: text() };
// A name of a variable is an identifier; `states` is the service's own.
const variableName = /^(?!states$)[\p{L}_][\p{L}\p{N}_]{0,79}$/u;
const assignments: Check = (value, at) => {
  if (!isObject(value)) return [schemaProblem(at, `The value must be an object, but was ${shown(value)}`)];
  const wrong = Object.keys(value).filter((name) => !variableName.test(name));
  return [
    ...wrong.map((name) =>
      schemaProblem(
        at,
        `${shown(name)} cannot name a variable: letters, digits and _, no digit first, at most 80, and not 'states'`,
      ),
    ),
    ...template(value, at),
  ];
};
const outcome = { Output: template, Assign: assignments };
const base = { Type: oneOf(...stateTypes), QueryLanguage: oneOf('JSONata'), ...comment };
const way = { Next: text(), End: oneOf(true) };

const errorEquals: Check = (value, at) => {
  const problems = listOf(text(), { atLeast: 1 })(value, at);
  if (problems.length > 0 || !Array.isArray(value)) return problems;
  return value.includes('States.ALL') && value.length > 1
    ? [schemaProblem(at, "'States.ALL' must stand alone in ErrorEquals")]
    : [];
};
const retrier = objectOf(
  {
    ErrorEquals: errorEquals,
    IntervalSeconds: whole(1, maxSeconds),
    MaxAttempts: whole(0, maxSeconds),
    BackoffRate: numberFrom(1),
    MaxDelaySeconds: whole(1, 31_622_400),
    JitterStrategy: oneOf('FULL', 'NONE'),
    ...comment,
  },
  ['ErrorEquals'],
);
const catcher = objectOf({ ErrorEquals: errorEquals, Next: text(), ...outcome, ...comment }, ['ErrorEquals', 'Next']);
const guarded = { Retry: allLast(listOf(retrier)), Catch: allLast(listOf(catcher)) };

const seconds = (from: number) => expressionOr(whole(from, maxSeconds));
const timestamp: Check = (value, at) =>
  typeof value === 'string' && readTimestamp(value) !== undefined
    ? []
    : [
        schemaProblem(
          at,
          `String does not match RFC3339 timestamp: ${shown(value)}; write it like 2026-11-30T09:00:00Z`,
        ),
      ];

const kinds: { readonly [type: string]: (sequence: Check) => Check } = {
  Task: () =>
    all(
      state(
        {
          ...way,
          Resource: resource,
          Arguments: template,
          TimeoutSeconds: seconds(1),
          HeartbeatSeconds: seconds(1),
          ...guarded,
          ...outcome,
        },
        ['Resource'],
      ),
      heartbeatWithinTimeout,
      lambdaArguments,
    ),
  Parallel: (sequence) =>
    state({ ...way, Branches: listOf(sequence, { atLeast: 1 }), Arguments: template, ...guarded, ...outcome }, [
      'Branches',
    ]),
  Map: (sequence) =>
    state(
      {
        ...way,
        ItemProcessor: sequence,
        Items: all(template, (value, at) =>
          Array.isArray(value) || typeof value === 'string'
            ? []
            : [schemaProblem(at, `Items must be a list or an expression, but was ${shown(value)}`)],
        ),
        ItemSelector: template,
        MaxConcurrency: seconds(0),
        ToleratedFailureCount: seconds(0),
        ToleratedFailurePercentage: expressionOr(whole(0, 100)),
        ...guarded,
        ...outcome,
      },
      ['ItemProcessor'],
    ),
  Choice: () =>
    state(
      {
        Choices: listOf(
          objectOf({ Condition: expressionOr(oneOf(true, false)), Next: text(), ...outcome, ...comment }, [
            'Condition',
            'Next',
          ]),
          { atLeast: 1 },
        ),
        Default: text(),
        ...outcome,
      },
      ['Choices'],
    ),
  Pass: () => state({ ...way, ...outcome }),
  Wait: () =>
    all(
      state({ ...way, Seconds: seconds(0), Timestamp: expressionOr(timestamp), ...outcome }),
      eitherSecondsOrTimestamp,
    ),
  Succeed: () => state({ Output: template }),
  Fail: () => state({ Error: expressionOr(text()), Cause: expressionOr(text()) }),
};

function state(fields: Fields, required: readonly string[] = []): Check {
  return objectOf({ ...base, ...fields }, required);
}

function all(...checks: readonly Check[]): Check {
  return (value, at) => checks.flatMap((check) => check(value, at));
}

// An entry behind States.ALL could never match; the service refuses it too.
function allLast(check: Check): Check {
  return all(check, (value, at) => {
    const entries = Array.isArray(value) ? value : [];
    const early = entries.slice(0, -1).findIndex((entry) => {
      const names = isObject(entry) ? entry['ErrorEquals'] : undefined;
      return Array.isArray(names) && names.includes('States.ALL');
    });
    return early === -1 ? [] : [schemaProblem(`${at}[${early}]`, "The entry with 'States.ALL' must be the last one")];
  });
}

function resource(value: Json, at: string): readonly Problem[] {
  if (typeof value === 'string' && lambdaResource(value)) return [];
  return [
    schemaProblem(
      at,
      `The resource ${shown(value)} is not supported; supported are the ARN of a Lambda function, arn:aws:states:::lambda:invoke and arn:aws:states:::lambda:invoke.waitForTaskToken`,
    ),
  ];
}

// InvocationType, ClientContext and LogType would change what the call means, and the desk's functions know none of them.
const lambdaInvokeFields = new Set(['FunctionName', 'Payload', 'Qualifier']);

function lambdaArguments(value: Json, at: string): readonly Problem[] {
  if (!isObject(value) || typeof value['Resource'] !== 'string') return [];
  const kind = lambdaResource(value['Resource']);
  if (kind === undefined || kind.mode === 'function') return [];
  const given = value['Arguments'];
  if (typeof given === 'string') return expression(given, `${at}/Arguments`);
  if (!isObject(given) || !('FunctionName' in given))
    return [schemaProblem(`${at}/Arguments`, "The field 'FunctionName' is required but was missing")];
  const unknown = Object.keys(given).filter((name) => !lambdaInvokeFields.has(name));
  return unknown.map((name) =>
    schemaProblem(
      `${at}/Arguments`,
      `The field '${name}' is not supported; supported here: ${[...lambdaInvokeFields].join(', ')}`,
    ),
  );
}

function heartbeatWithinTimeout(value: Json, at: string): readonly Problem[] {
  const { HeartbeatSeconds: heartbeat, TimeoutSeconds: timeout } = isObject(value) ? value : {};
  if (typeof heartbeat !== 'number' || typeof timeout !== 'number' || heartbeat < timeout) return [];
  return [schemaProblem(at, `HeartbeatSeconds (${heartbeat}) must be less than TimeoutSeconds (${timeout})`)];
}

function eitherSecondsOrTimestamp(value: Json, at: string): readonly Problem[] {
  const given = isObject(value) ? Number('Seconds' in value) + Number('Timestamp' in value) : 1;
  return given === 1 ? [] : [schemaProblem(at, 'A Wait state has exactly one of Seconds and Timestamp')];
}
