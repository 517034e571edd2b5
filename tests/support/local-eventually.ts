import { setTimeout as pause } from 'node:timers/promises';

// Two cores serve everything here: asking more often would slow down what is waited for.
const intervalMs = 40;
const patienceMs = 40_000;

/** Asks until there is an answer. @throws Error with what was waited for, after 40 seconds */
export async function eventually<Answer>(what: string, look: () => Promise<Answer | undefined>): Promise<Answer> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const answer = await look();
    if (answer !== undefined) return answer;
    if (performance.now() > giveUpAt) throw new Error(`Waited ${patienceMs} ms in vain for ${what}`);
    await pause(intervalMs);
  }
}
