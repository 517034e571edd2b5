import type { TaskState } from '../asl.ts';
import { lambdaResource } from '../lambda-resource.ts';
import { type Draft, record } from './draft.ts';
import type { Details } from './history.ts';
import type { Failure, Scope } from './run.ts';
import { stateAs } from './visit.ts';

export type TaskKind = 'function' | 'invoke' | 'callback';

/** How the task reaches its function, which decides the names of its events. */
export function taskKind(state: TaskState): TaskKind {
  const resource = lambdaResource(state.Resource);
  if (!resource) throw new Error(`the resource ${state.Resource} is not supported`);
  return resource.mode;
}

/** The two members by which an event names a service integration. */
export function integration(state: TaskState): { readonly resourceType: string; readonly resource: string } {
  return { resourceType: 'lambda', resource: taskKind(state) === 'callback' ? 'invoke.waitForTaskToken' : 'invoke' };
}

/** Records an event of the task, under the name that its kind has for it. */
export function recordTask(
  draft: Draft,
  scope: Scope,
  event: { readonly what: 'Submitted' | 'Succeeded' | 'Failed' | 'TimedOut'; readonly values: Details['values'] },
): void {
  const state = stateAs(draft, scope, 'Task');
  if (taskKind(state) === 'function')
    record(draft, { type: `LambdaFunction${event.what}`, scope, values: event.values });
  else record(draft, { type: `Task${event.what}`, scope, values: { ...integration(state), ...event.values } });
}

/** The task failed, or ran out of time; what the state declares for it comes next. */
export function taskFailed(
  draft: Draft,
  scope: Scope,
  { what = 'Failed', ...failure }: Failure & { readonly what?: 'Failed' | 'TimedOut' },
): void {
  recordTask(draft, scope, { what, values: { error: failure.error, cause: failure.cause } });
  scope.frame.phase = { kind: 'failed', failure };
}
