import type { Caps } from './gate-file.ts';
import { ownRules } from './policy.ts';
import { type CallState, owedCalls, type Run } from './run.ts';

/** A cap that was reached, as runs that it ends name it; in its own unit, wall time in seconds. */
export interface CapReached {
  readonly rule: `caps.${string}`;
  readonly used: number;
  readonly allowed: number;
}

/** The cap that forbids another turn; `now` in milliseconds. Where people let the run go on, its own size was added to it. */
export function capReached(run: Run, caps: Caps, now: number): CapReached | undefined {
  const nextTurn = (run.turns.at(-1)?.started.turn ?? 0) + 1;
  const raised = (rule: `caps.${string}`, size: number) => size * (1 + continuedBy(run, rule).length);
  const turns = raised('caps.turns', caps.turns);
  if (nextTurn > turns) return { rule: 'caps.turns', used: nextTurn - 1, allowed: turns };
  const tokens = caps.tokens === undefined ? undefined : raised('caps.tokens', caps.tokens);
  if (tokens !== undefined && run.usage.totalTokens >= tokens) {
    return { rule: 'caps.tokens', used: run.usage.totalTokens, allowed: tokens };
  }
  const { wallTimeSeconds } = caps;
  const wallTime = (now - Date.parse(continuedBy(run, 'caps.wallTime').at(-1) ?? run.startedAt)) / 1000;
  if (wallTimeSeconds !== undefined && wallTime >= wallTimeSeconds) {
    return { rule: 'caps.wallTime', used: Math.floor(wallTime), allowed: wallTimeSeconds };
  }
  // A model that makes the same call for a third time, with nobody having said anything new, would make it for ever.
  if (owedCalls(run).some((call) => isThirdIdentical(run, call))) {
    return { rule: 'caps.identicalCalls', used: 3, allowed: 2 };
  }
  const refusals = { used: refusedTurnsInARow(run), allowed: raised('caps.refusalsInARow', caps.refusalsInARow) };
  if (refusals.used >= refusals.allowed) return { rule: 'caps.refusalsInARow', ...refusals };
  const failures = { used: failedTurnsInARow(run), allowed: raised('caps.failuresInARow', caps.failuresInARow) };
  if (failures.used >= failures.allowed) return { rule: 'caps.failuresInARow', ...failures };
  return undefined;
}

/** The cap on going on after the harness cut a turn off. */
export function continuationsReached(run: Run, { continuations }: Caps): CapReached | undefined {
  const used = run.turns.filter((turn) => turn.started.sends.kind === 'continue').length;
  const allowed = continuations * (1 + continuedBy(run, 'caps.continuations').length);
  return used >= allowed ? { rule: 'caps.continuations', used, allowed } : undefined;
}

/** ISO instants at which people let the run go on behind this cap. */
function continuedBy({ questions }: Run, rule: string): readonly string[] {
  return questions.flatMap(({ raised, closed }) =>
    raised.rule === rule && closed?.outcome === 'continued' ? [closed.at] : [],
  );
}

// People who said that the run goes on have seen the call: the next one of its kind is counted anew.
function isThirdIdentical(run: Run, { policy, judgedAt }: CallState): boolean {
  if (policy?.rule !== ownRules.thirdIdentical) return false;
  const excused = continuedBy(run, 'caps.identicalCalls').at(-1);
  return excused === undefined || Date.parse(excused) < Date.parse(judgedAt ?? '');
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
