import type { ActionStatus } from './action-entries.ts';
import { type ActFacts, preventionOf } from './may-act.ts';
import type { CallState, Run } from './run.ts';

/** What is to be done with a call that the gate carries out and that has not ended yet. */
export type NextAttempt =
  /** Whoever marked the attempt may still wait for the executor. */
  | { readonly kind: 'in-flight'; readonly until: string }
  | { readonly kind: 'start'; readonly attempt: number }
  | {
      readonly kind: 'give-up';
      readonly status: Extract<ActionStatus, 'prevented' | 'unknown'>;
      readonly attempt: number;
      readonly why: string;
    };

/** The next attempt at an action; `now` in milliseconds. Nothing of which nobody knows the end is repeated, but what is idempotent. */
export function nextAttempt(
  run: Run,
  call: CallState,
  { now, ...facts }: ActFacts & { readonly now: number },
): NextAttempt {
  const until = underWayUntil(call);
  if (until !== undefined && now < Date.parse(until)) return { kind: 'in-flight', until };
  const { idempotent, attempts: most } = facts.executor;
  const attempts = call.action?.attempts.length ?? 0;
  if (until !== undefined && !idempotent) return giveUp(call, 'unanswered');
  const why = preventionOf(run, call, { now, ...facts });
  if (why !== undefined) return giveUp(call, why);
  return attempts < most ? { kind: 'start', attempt: attempts + 1 } : giveUp(call, 'unanswered');
}

/** Ends an action without another attempt: as prevented, or as unknown where an earlier attempt may have acted. */
export function giveUp(call: CallState, why: string): Extract<NextAttempt, { readonly kind: 'give-up' }> {
  const attempts = call.action?.attempts.length ?? 0;
  if (mayHaveActed(call)) return { kind: 'give-up', status: 'unknown', attempt: attempts, why };
  return { kind: 'give-up', status: 'prevented', attempt: attempts + 1, why };
}

/** Whether an attempt began whose end nobody knows. */
export function mayHaveActed({ action }: CallState): boolean {
  if (action === undefined || action.attempts.length === 0) return false;
  return action.doubtful === true || action.finished === undefined || action.finished.why === 'unanswered';
}

/** ISO instant until which the newest attempt may be running; `undefined` where none was begun or it has ended. */
export function underWayUntil({ action }: CallState): string | undefined {
  return action?.finished === undefined ? action?.attempts.at(-1)?.mayRunUntil : undefined;
}
