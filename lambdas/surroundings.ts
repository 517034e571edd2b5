import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerPorts } from '../lib/gate/append.ts';

/** The clock, the randomness and the waiting of a real function. */
export const surroundings: Pick<LedgerPorts, 'clock' | 'randomness' | 'pause'> = {
  clock: () => Date.now(),
  randomness: { id: () => randomUUID(), bytes: (length) => randomBytes(length) },
  pause: async (milliseconds) => {
    await sleep(milliseconds);
  },
};
