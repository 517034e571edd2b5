import type { Commit, StoredCommit } from '../../lib/core/commit.ts';
import type { RunId } from '../../lib/core/ids.ts';
import type { GateChains, Ledger } from '../../lib/gate/ports.ts';

type Storable = StoredCommit & Pick<Commit, 'at'>;

export interface MemoryLedger extends Ledger, Pick<GateChains, 'newest'> {
  readonly append: (commit: Storable) => Promise<'appended' | 'taken'>;
  /** What is stored of a chain, to look at and to damage. */
  readonly stored: (chain: string) => StoredCommit[];
  /** Every byte of every chain as one text, for searching. */
  readonly everything: () => string;
}

/** The audit table in memory, with the conditional put's real meaning. */
export function memoryLedger(): MemoryLedger {
  const chains = new Map<string, StoredCommit[]>();
  const stored = (chain: string) => {
    const known = chains.get(chain) ?? [];
    chains.set(chain, known);
    return known;
  };
  return {
    stored,
    load: async (runId: RunId) => stored(runId).toSorted((a, b) => a.seq - b.seq),
    newest: async (chain: string) =>
      stored(chain)
        .toSorted((a, b) => a.seq - b.seq)
        .slice(-2),
    append: async ({ chain, seq, bytes, hash }: Storable) => {
      const there = stored(chain).find((item) => item.seq === seq);
      if (there !== undefined) return Buffer.compare(there.bytes, bytes) === 0 ? 'appended' : 'taken';
      stored(chain).push({ chain, seq, bytes: new Uint8Array(bytes), hash });
      return 'appended';
    },
    everything: () =>
      [...chains.values()]
        .flat()
        .map((item) => Buffer.from(item.bytes).toString('utf8'))
        .join('\n'),
  };
}
