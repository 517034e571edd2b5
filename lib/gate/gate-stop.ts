import type { Sealed } from '../core/entries.ts';
import { newestOfStop } from './gate-chains.ts';
import type { GateChains } from './ports.ts';

export interface StopReading {
  readonly chains: Pick<GateChains, 'newest'>;
}

/** The stop in force. */
export interface GateStop {
  /** Of its commit in the chain of stops. */
  readonly seq: number;
  /** ISO instant. */
  readonly at: string;
  readonly by: Sealed;
  readonly reason: Sealed;
}

/**
 * The stop in force, or `undefined`. Whoever starts something marks it in a chain and reads this behind the mark; whoever stops
 * appends the stop and then looks for marks. So nothing starts unseen behind a stop, in whatever order the two arrive.
 */
export async function gateStop(ports: StopReading): Promise<GateStop | undefined> {
  const last = (await newestOfStop(ports)).at(-1);
  const entry = last?.entries[0];
  if (last === undefined || entry?.type !== 'gate.stopped') return undefined;
  const { seq, at } = last;
  return { seq, at, by: entry.by, reason: entry.reason };
}
