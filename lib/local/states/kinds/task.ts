import { isObject, type Json, type TaskState } from '../asl.ts';
import { functionArnOf, lambdaResource } from '../lambda-resource.ts';
import { byteLength, maxPayloadBytes, maxSeconds } from '../limits.ts';
import { type Draft, record } from '../run/draft.ts';
import type { Scope, TaskPhase } from '../run/run.ts';
import { integration, taskFailed, taskKind } from '../run/task-events.ts';
import { fill, fillNumber, stateAs } from '../run/visit.ts';
import { newToken } from '../tokens.ts';

/** Schedules the function; with `.waitForTaskToken` under a token that this attempt alone has. */
export async function beginTask(draft: Draft, scope: Scope): Promise<void> {
  const state = stateAs(draft, scope, 'Task');
  const kind = taskKind(state);
  const token = kind === 'callback' ? newToken(draft.origin.executionArn) : undefined;
  const given =
    state.Arguments === undefined
      ? scope.frame.input
      : await fill(draft, scope, {
          template: state.Arguments,
          field: 'Arguments',
          ...(token !== undefined && { more: { token } }),
        });
  const limits = await limitsOf(draft, scope, state);
  recordScheduled(draft, scope, { state, given, limits });

  // A call that Lambda would refuse is scheduled all the same, and then fails: that is what the history on AWS shows.
  const target = targetOf(draft, { state, given });
  if (target.type === 'wrong') {
    taskFailed(draft, scope, { error: target.error, cause: target.cause });
    return;
  }
  draft.progress.attempts += 1;
  const attempt = draft.progress.attempts;
  scope.frame.phase = phaseOf(draft.now(), { attempt, token, limits });
  if (token !== undefined) draft.issued.push(token);
  // Only noted here: the function is invoked once the attempt is on disk, or a restart would not know that it ran.
  draft.invocations.push({ scope: scope.id, attempt, functionArn: target.functionArn, payload: target.payload });
}

type Limits = { readonly timeoutSeconds: number | undefined; readonly heartbeatSeconds: number | undefined };

async function limitsOf(draft: Draft, scope: Scope, state: TaskState): Promise<Limits> {
  const seconds = async (template: number | string | undefined, field: string): Promise<number | undefined> =>
    template === undefined
      ? undefined
      : fillNumber(draft, scope, {
          template,
          field,
          rule: `a whole number from 1 to ${maxSeconds}`,
          fits: (value) => Number.isInteger(value) && value >= 1 && value <= maxSeconds,
        });
  return {
    timeoutSeconds: await seconds(state.TimeoutSeconds, 'TimeoutSeconds'),
    heartbeatSeconds: await seconds(state.HeartbeatSeconds, 'HeartbeatSeconds'),
  };
}

function phaseOf(
  now: number,
  { attempt, token, limits }: { readonly attempt: number; readonly token: string | undefined; readonly limits: Limits },
): TaskPhase {
  const { timeoutSeconds, heartbeatSeconds } = limits;
  // Instants, not durations: after a restart the time that passed meanwhile counts.
  return {
    kind: 'task',
    attempt,
    invoking: true,
    ...(token !== undefined && { token }),
    ...(timeoutSeconds !== undefined && { timeoutAt: now + timeoutSeconds * 1000 }),
    ...(heartbeatSeconds !== undefined && {
      heartbeatMs: heartbeatSeconds * 1000,
      heartbeatAt: now + heartbeatSeconds * 1000,
    }),
  };
}

function recordScheduled(
  draft: Draft,
  scope: Scope,
  { state, given, limits }: { readonly state: TaskState; readonly given: Json; readonly limits: Limits },
): void {
  const timeoutInSeconds = limits.timeoutSeconds;
  if (taskKind(state) === 'function') {
    const input = JSON.stringify(given);
    const values = { resource: state.Resource, input, inputDetails: { truncated: false }, timeoutInSeconds };
    record(draft, { type: 'LambdaFunctionScheduled', scope, values });
    record(draft, { type: 'LambdaFunctionStarted', scope });
    return;
  }
  const resource = integration(state);
  const scheduled = {
    ...resource,
    region: draft.place.region,
    parameters: JSON.stringify(given),
    timeoutInSeconds,
    heartbeatInSeconds: limits.heartbeatSeconds,
  };
  record(draft, { type: 'TaskScheduled', scope, values: scheduled });
  record(draft, { type: 'TaskStarted', scope, values: resource });
}

type Target =
  | { readonly type: 'function'; readonly functionArn: string; readonly payload: string }
  | { readonly type: 'wrong'; readonly error: string; readonly cause: string };

function targetOf(draft: Draft, { state, given }: { readonly state: TaskState; readonly given: Json }): Target {
  const resource = lambdaResource(state.Resource);
  const target: Target =
    resource?.mode === 'function'
      ? { type: 'function', functionArn: resource.functionArn, payload: JSON.stringify(given) }
      : invokeTarget(draft, given);
  if (target.type === 'wrong' || byteLength(target.payload) <= maxPayloadBytes) return target;
  const cause = `The task would send ${byteLength(target.payload)} bytes; at most ${maxPayloadBytes} are allowed.`;
  return { type: 'wrong', error: 'States.DataLimitExceeded', cause };
}

function invokeTarget(draft: Draft, given: Json): Target {
  // Arguments that come from an expression are seen only now, so what creation refuses by name is refused here too.
  const { FunctionName: name, Payload: payload, Qualifier: qualifier, ...others } = asObject(given);
  const functionArn =
    typeof name === 'string' && (qualifier === undefined || typeof qualifier === 'string')
      ? functionArnOf(name, { ...draft.place, ...(qualifier !== undefined && { qualifier }) })
      : undefined;
  if (functionArn === undefined || Object.keys(others).length > 0) {
    const cause = `lambda:invoke takes FunctionName (a name or ARN), Payload and Qualifier, but was given ${JSON.stringify(given).slice(0, 200)}`;
    return { type: 'wrong', error: 'Lambda.ValidationException', cause };
  }
  // A text goes out as it stands, so it has to hold JSON; no payload at all reaches the function as {}.
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload ?? {});
  if (!isJson(text)) {
    const cause = 'Could not parse request body into json: a Payload that is a text must hold JSON';
    return { type: 'wrong', error: 'Lambda.InvalidRequestContentException', cause };
  }
  return { type: 'function', functionArn, payload: text };
}

function asObject(value: Json): { readonly [name: string]: Json | undefined } {
  return isObject(value) ? value : {};
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
