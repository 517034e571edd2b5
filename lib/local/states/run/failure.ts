import type { JsonObject, Retrier, State } from '../asl.ts';
import { childFailed } from './children.ts';
import { type Draft, record, stateOf } from './draft.ts';
import { endWithout } from './end.ts';
import { leave } from './leave.ts';
import type { Failure, Scope } from './run.ts';
import { queryFailure } from './visit.ts';

/** Does what the state declares for its failure: try again after a while, go to a catcher's state, or take the sequence down. */
export async function failState(draft: Draft, scope: Scope, failure: Failure): Promise<void> {
  const { progress } = draft;
  // A failure that goes up through Maps and Parallels takes their children with it; a redrive needs them as they were.
  progress.beforeEnd ??= structuredClone(progress.scopes);
  const state = stateOf(draft, scope);
  if (retry(draft, scope, { state, failure })) {
    delete progress.beforeEnd;
    return;
  }
  if (state.Type === 'Map' || state.Type === 'Parallel') record(draft, { type: `${state.Type}StateFailed`, scope });
  const uncaught = await failureAfterCatch(draft, scope, { state, failure });
  if (!uncaught) {
    delete progress.beforeEnd;
    return;
  }
  if (scope.parent) childFailed(draft, scope, uncaught);
  else endWithout(draft, 'FAILED', uncaught);
}

/** Whether an entry of ErrorEquals names the failure, by the service's rules for its wildcards. */
export function namesFailure(names: readonly string[], { error, alsoMatches }: Failure): boolean {
  const own = [error, alsoMatches].filter((name) => name !== undefined);
  return names.some((name) => {
    if (own.includes(name)) return true;
    // Runtime faults of the service itself are beyond its wildcards; a missed deadline is no failure of the task.
    if (name === 'States.ALL') return error !== 'States.Runtime';
    return name === 'States.TaskFailed' && error !== 'States.Runtime' && error !== 'States.Timeout';
  });
}

type Failed = { readonly state: State; readonly failure: Failure };

function retry(draft: Draft, scope: Scope, { state, failure }: Failed): boolean {
  const retriers = 'Retry' in state ? (state.Retry ?? []) : [];
  const index = retriers.findIndex((retrier) => namesFailure(retrier.ErrorEquals, failure));
  const retrier = retriers[index];
  if (!retrier) return false;
  const before = scope.frame.retries[index] ?? 0;
  if (before >= (retrier.MaxAttempts ?? 3)) return false;
  scope.frame.retries = retriers.map((_, other) => (scope.frame.retries[other] ?? 0) + (other === index ? 1 : 0));
  scope.frame.phase = { kind: 'pause', until: draft.now() + delayMs(retrier, before), afterwards: { kind: 'begin' } };
  return true;
}

function delayMs(retrier: Retrier, retriesBefore: number): number {
  const { IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Number.POSITIVE_INFINITY } = retrier;
  const seconds = Math.min(IntervalSeconds * BackoffRate ** retriesBefore, MaxDelaySeconds);
  return Math.round(seconds * 1000 * (retrier.JitterStrategy === 'FULL' ? Math.random() : 1));
}

async function failureAfterCatch(draft: Draft, scope: Scope, { state, failure }: Failed): Promise<Failure | undefined> {
  const catchers = 'Catch' in state ? (state.Catch ?? []) : [];
  const index = catchers.findIndex((catcher) => namesFailure(catcher.ErrorEquals, failure));
  const catcher = catchers[index];
  if (!catcher) return failure;
  const errorOutput: JsonObject = {
    ...(failure.error !== undefined && { Error: failure.error }),
    ...(failure.cause !== undefined && { Cause: failure.cause }),
  };
  try {
    return await leave(draft, scope, {
      next: catcher.Next,
      output: catcher.Output,
      assign: catcher.Assign,
      otherwise: errorOutput,
      more: { errorOutput },
      within: `Catch[${index}]/`,
    });
  } catch (error) {
    return queryFailure(draft, scope, error);
  }
}
