import type { Caps } from './gate-file.ts';
import { ownRules } from './policy.ts';
import { type CallState, owedCalls, type Run } from './run.ts';

/** The cap that forbids another turn, as runs that it ends name it; `now` in milliseconds. */
export function capReached(run: Run, caps: Caps, now: number): `caps.${string}` | undefined {
  const nextTurn = (run.turns.at(-1)?.started.turn ?? 0) + 1;
  if (nextTurn > caps.turns) return 'caps.turns';
  if (caps.tokens !== undefined && run.usage.totalTokens >= caps.tokens) return 'caps.tokens';
  const wallTimeMs = now - Date.parse(run.startedAt);
  if (caps.wallTimeSeconds !== undefined && wallTimeMs >= caps.wallTimeSeconds * 1000) return 'caps.wallTime';
  // A model that makes the same call for a third time, with nobody having said anything new, would make it for ever.
  if (owedCalls(run).some(({ policy }) => policy?.rule === ownRules.thirdIdentical)) return 'caps.identicalCalls';
  if (refusedTurnsInARow(run) >= caps.refusalsInARow) return 'caps.refusalsInARow';
  if (failedTurnsInARow(run) >= caps.failuresInARow) return 'caps.failuresInARow';
  return undefined;
}

// Counted by turns: the model learns of all refusals of one turn at once, and could not have turned back in between.
function refusedTurnsInARow({ calls }: Run): number {
  const handed = calls.filter(({ handedIn }) => handedIn !== undefined);
  return newestInARow([...Map.groupBy(handed, ({ handedIn }) => handedIn).values()], (turn) => turn.every(isRefused));
}

// Also of calls that the harness ran by itself. A refused call beside a failed one does not make the turn a success.
function failedTurnsInARow({ calls }: Run): number {
  const made = calls.filter(({ handedIn, ran }) => handedIn !== undefined || ran !== undefined);
  const failed = (turn: readonly CallState[]) =>
    turn.some(hasFailed) && turn.every((call) => hasFailed(call) || isRefused(call));
  return newestInARow([...Map.groupBy(made, ({ turn }) => turn).values()], failed);
}

function newestInARow(
  turns: readonly (readonly CallState[])[],
  counts: (calls: readonly CallState[]) => boolean,
): number {
  return turns.length - 1 - turns.findLastIndex((calls) => !counts(calls));
}

function isRefused({ policy }: CallState): boolean {
  return policy?.decision === 'refuse';
}

/** What the gate carried out and certainly or possibly did not do, or what the harness ran and got an error for. */
function hasFailed({ action, ran }: CallState): boolean {
  if (ran === 'error' || action?.checked?.type === 'action.refuted') return true;
  const status = action?.finished?.status;
  return status === 'failed' || status === 'unknown' || status === 'prevented';
}
