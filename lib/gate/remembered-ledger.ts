import type { StoredCommit } from '../core/commit.ts';
import type { RunId } from '../core/ids.ts';
import type { Ledger } from './ports.ts';

/**
 * A ledger that loads each chain once and knows what was appended through it since: for one invocation, never longer. Safe,
 * because whatever is decided on a chain that has grown meanwhile is refused by the put's condition, and then the chain is
 * loaded anew; and because a run that goes to wait looks at the ledger once more behind its token.
 */
export function rememberedLedger(ledger: Ledger): Ledger {
  const chains = new Map<RunId, readonly StoredCommit[]>();
  return {
    async load(runId) {
      const stored = chains.get(runId) ?? (await ledger.load(runId));
      chains.set(runId, stored);
      return stored;
    },
    async append(commit) {
      const answer = await ledger.append(commit);
      const known = chains.get(commit.chain);
      if (answer === 'appended' && known !== undefined) chains.set(commit.chain, [...known, commit]);
      else chains.delete(commit.chain);
      return answer;
    },
  };
}
