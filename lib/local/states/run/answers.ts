import type { Json } from '../asl.ts';
import { byteLength, maxPayloadBytes } from '../limits.ts';
import type { Draft } from './draft.ts';
import type { Failure, Scope, TaskPhase } from './run.ts';
import { recordTask, taskFailed, taskKind } from './task-events.ts';
import { stateAs } from './visit.ts';

/** What came of invoking a function. `failed` has the error in the form that Retry and Catch compare. */
export type FunctionAnswer =
  | {
      readonly type: 'returned';
      readonly payload: string;
      readonly executedVersion: string;
      readonly requestId: string;
    }
  | { readonly type: 'failed'; readonly error: string; readonly cause: string };

/** Takes a function's answer. One for an attempt that is over is dropped: it timed out, or its token was used already. */
export function functionAnswered(
  draft: Draft,
  { scope: id, attempt, answer }: { readonly scope: number; readonly attempt: number; readonly answer: FunctionAnswer },
): void {
  const scope = draft.progress.scopes.find((other) => other.id === id);
  const phase = scope?.frame.phase;
  if (!scope || phase?.kind !== 'task' || phase.attempt !== attempt || !phase.invoking) return;
  if (answer.type === 'failed') {
    taskFailed(draft, scope, { error: answer.error, cause: answer.cause });
    return;
  }
  const result = resultOf(draft, scope, answer);
  const output = JSON.stringify(result);
  if (byteLength(output) > maxPayloadBytes) {
    const cause = `The task '${scope.frame.state}' returned ${byteLength(output)} bytes; at most ${maxPayloadBytes} are allowed.`;
    taskFailed(draft, scope, { error: 'States.DataLimitExceeded', cause });
    return;
  }
  const values = { output, outputDetails: { truncated: false } };
  if (phase.token !== undefined) {
    recordTask(draft, scope, { what: 'Submitted', values });
    scope.frame.phase = { ...phase, invoking: false };
    return;
  }
  recordTask(draft, scope, { what: 'Succeeded', values });
  scope.frame.phase = { kind: 'done', result };
}

/**
 * Every function that was running when the process died counts as failed, as the service counts one that vanished.
 * Those are the attempts up to the given one; a retry that fell due since then has a later number and is alive.
 */
export function functionsDied(draft: Draft, lastAttempt: number): void {
  for (const scope of draft.progress.scopes) {
    const { phase } = scope.frame;
    if (phase.kind !== 'task' || !phase.invoking || phase.attempt > lastAttempt) continue;
    const cause = 'The function did not answer: the process that ran it ended.';
    taskFailed(draft, scope, { error: 'Lambda.Unknown', cause });
  }
}

export type Callback =
  | { readonly type: 'success'; readonly output: string }
  | { readonly type: 'failure'; readonly failure: Failure }
  | { readonly type: 'heartbeat' };

/** Takes what was sent with a task token; false when no task waits for that token any more. */
export function callbackArrived(draft: Draft, token: string, callback: Callback): boolean {
  const scope = draft.progress.scopes.find(({ frame: { phase } }) => phase.kind === 'task' && phase.token === token);
  const phase = scope?.frame.phase;
  if (!scope || phase?.kind !== 'task') return false;
  switch (callback.type) {
    case 'heartbeat':
      scope.frame.phase = beaten(phase, draft.now());
      return true;
    case 'failure':
      taskFailed(draft, scope, callback.failure);
      return true;
    case 'success': {
      const result: Json = JSON.parse(callback.output);
      recordTask(draft, scope, {
        what: 'Succeeded',
        values: { output: callback.output, outputDetails: { truncated: false } },
      });
      scope.frame.phase = { kind: 'done', result };
      return true;
    }
  }
}

// A heartbeat moves its own deadline only, never the task's.
function beaten(phase: TaskPhase, now: number): TaskPhase {
  return phase.heartbeatMs === undefined ? phase : { ...phase, heartbeatAt: now + phase.heartbeatMs };
}

function resultOf(draft: Draft, scope: Scope, answer: FunctionAnswer & { readonly type: 'returned' }): Json {
  const payload = readPayload(answer.payload);
  if (taskKind(stateAs(draft, scope, 'Task')) === 'function') return payload;
  return {
    ExecutedVersion: answer.executedVersion,
    Payload: payload,
    SdkHttpMetadata: { HttpStatusCode: 200 },
    SdkResponseMetadata: { RequestId: answer.requestId },
    StatusCode: 200,
  };
}

// Lambda answers with nothing, or with text that is no JSON, only when a runtime breaks its own protocol.
function readPayload(payload: string): Json {
  if (payload === '') return null;
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}
