import type { Draft } from './draft.ts';
import { endWithout } from './end.ts';
import type { Progress, Scope } from './run.ts';
import { taskFailed } from './task-events.ts';

/** The next instant at which the execution has something to do by itself, in epoch ms; undefined when it has nothing. */
export function nextDeadline(progress: Progress): number | undefined {
  const all = [progress.timeoutAt, ...progress.scopes.map(deadlineOf)].filter((at) => at !== undefined);
  return all.length === 0 ? undefined : Math.min(...all);
}

/** Does what is due, in order of time; whether there was anything. */
export function expire(draft: Draft): boolean {
  let found = false;
  for (let due = earliestDue(draft); due !== undefined; due = earliestDue(draft)) {
    found = true;
    if (due === 'execution') endWithout(draft, 'TIMED_OUT', {});
    else scopeDue(draft, due);
  }
  return found;
}

function earliestDue({ progress, now }: Draft): Scope | 'execution' | undefined {
  const at = nextDeadline(progress);
  if (at === undefined || at > now()) return undefined;
  return progress.timeoutAt === at ? 'execution' : progress.scopes.find((scope) => deadlineOf(scope) === at);
}

function deadlineOf({ frame: { phase } }: Scope): number | undefined {
  if (phase.kind === 'pause') return phase.until;
  if (phase.kind !== 'task') return undefined;
  const { timeoutAt, heartbeatAt } = phase;
  if (timeoutAt === undefined) return heartbeatAt;
  return heartbeatAt === undefined ? timeoutAt : Math.min(timeoutAt, heartbeatAt);
}

function scopeDue(draft: Draft, scope: Scope): void {
  const { phase } = scope.frame;
  if (phase.kind === 'pause') {
    scope.frame.phase = phase.afterwards;
    return;
  }
  if (phase.kind !== 'task') return;
  const missedBeat =
    phase.heartbeatAt !== undefined && phase.heartbeatAt < (phase.timeoutAt ?? Number.POSITIVE_INFINITY);
  // The history of the service calls a missed heartbeat States.Timeout too; only Retry and Catch know it by its own name.
  taskFailed(draft, scope, {
    what: 'TimedOut',
    error: 'States.Timeout',
    ...(missedBeat && { alsoMatches: 'States.HeartbeatTimeout' }),
  });
}
