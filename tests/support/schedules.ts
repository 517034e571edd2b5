import { setImmediate as settle } from 'node:timers/promises';
import type { Around } from './around.ts';

/** Holds every call that it is put around until it is chosen, so that a test decides the order of events. */
export interface Scheduler {
  /** @param actor whose calls these are; one actor has one call at a time */
  readonly hold: (actor: string, call: () => Promise<unknown>) => Promise<unknown>;
}

/**
 * Runs `scenario` under every order in which the held calls of its actors can happen: depth first, each choice once.
 * @returns how many orders there were
 */
export async function everyOrder(scenario: (scheduler: Scheduler) => Promise<void>): Promise<number> {
  let choices: { readonly taken: number; readonly of: number }[] = [];
  let orders = 0;
  for (;;) {
    choices = await oneOrder(scenario, choices);
    orders += 1;
    const last = choices.findLastIndex((choice) => choice.taken + 1 < choice.of);
    const next = choices[last];
    if (next === undefined) return orders;
    choices = [...choices.slice(0, last), { ...next, taken: next.taken + 1 }];
  }
}

async function oneOrder(
  scenario: (scheduler: Scheduler) => Promise<void>,
  given: readonly { readonly taken: number }[],
): Promise<{ taken: number; of: number }[]> {
  const waiting = new Map<string, () => void>();
  const choices: { taken: number; of: number }[] = [];
  let over = false;
  const hold: Scheduler['hold'] = async (actor, call) => {
    await new Promise<void>((resolve) => waiting.set(actor, resolve));
    return call();
  };
  const finished = scenario({ hold }).finally(() => {
    over = true;
  });
  // An assertion that fails in the middle is thrown below, where it is awaited.
  finished.catch(() => undefined);
  for (;;) {
    await settle();
    if (over) break;
    const actors = [...waiting.keys()].sort();
    const taken = given[choices.length]?.taken ?? 0;
    const actor = actors[taken];
    if (actor === undefined) continue;
    choices.push({ taken, of: actors.length });
    const go = waiting.get(actor);
    waiting.delete(actor);
    go?.();
  }
  await finished;
  return choices;
}

/** Only the calls that matter to an order; holding the others would only multiply orders that are equal. */
export function heldCalls(scheduler: Scheduler, actor: string, names: readonly string[]): Around {
  return (name, call) => (names.includes(name) ? scheduler.hold(actor, call) : call());
}
