import { setImmediate } from 'node:timers/promises';
import { beginState } from '../kinds/begin.ts';
import { maxHistoryEvents } from '../limits.ts';
import { type Draft, stateOf } from './draft.ts';
import { endWithout } from './end.ts';
import { failState } from './failure.ts';
import { leave } from './leave.ts';
import type { Scope } from './run.ts';
import { queryFailure } from './visit.ts';

/** Carries the execution on until every open state waits for something outside, or the end is reached. */
export async function advance(draft: Draft): Promise<void> {
  let last = -1;
  for (let steps = 1; draft.progress.status === 'RUNNING'; steps += 1) {
    const scope = nextReady(draft, last);
    if (!scope) return;
    // A machine that goes round without waiting must not keep the other executions, and the API, from running.
    if (steps % 250 === 0) await setImmediate();
    await step(draft, scope);
    endWhenHistoryIsFull(draft);
    last = scope.id;
  }
}

function endWhenHistoryIsFull(draft: Draft): void {
  const { progress, events, eventsBefore } = draft;
  if (progress.status !== 'RUNNING' || eventsBefore + events.length < maxHistoryEvents) return;
  // The service's last event is the failure itself, so what a step wrote beyond the limit goes.
  const lastKept = maxHistoryEvents - 1;
  events.length = Math.max(0, lastKept - eventsBefore);
  for (const scope of progress.scopes) scope.lastEventId = Math.min(scope.lastEventId, lastKept);
  const cause = `The execution reached the maximum number of history events (${maxHistoryEvents}).`;
  endWithout(draft, 'FAILED', { error: 'States.Runtime', cause });
}

// Branches and iterations take turns, so that one that never waits cannot keep the others from starting.
function nextReady(draft: Draft, last: number): Scope | undefined {
  const ready = draft.progress.scopes.filter(
    ({ frame: { phase } }) => phase.kind !== 'pause' && phase.kind !== 'task' && phase.kind !== 'children',
  );
  return ready.find((scope) => scope.id > last) ?? ready[0];
}

async function step(draft: Draft, scope: Scope): Promise<void> {
  const { phase } = scope.frame;
  try {
    if (phase.kind === 'failed') {
      await failState(draft, scope, phase.failure);
    } else if (phase.kind === 'done') {
      const state = stateOf(draft, scope);
      const excess = await leave(draft, scope, {
        next: 'Next' in state ? state.Next : undefined,
        output: 'Output' in state ? state.Output : undefined,
        assign: 'Assign' in state ? state.Assign : undefined,
        otherwise: phase.result,
        ...(hasResult(state.Type) && { more: { result: phase.result } }),
      });
      if (excess) await failState(draft, scope, excess);
    } else {
      await beginState(draft, scope);
    }
  } catch (error) {
    await failState(draft, scope, queryFailure(draft, scope, error));
  }
}

function hasResult(type: string): boolean {
  return type === 'Task' || type === 'Map' || type === 'Parallel';
}
