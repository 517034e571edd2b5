import type { StoredCommit } from '../core/commit.ts';
import type { GateMetric } from '../core/gate-metrics.ts';
import { isGrantId } from '../core/grant.ts';
import type { RunId } from '../core/ids.ts';
import { type CountedCommit, countEntries } from './count-entries.ts';
import type { Callback, Ledger } from './ports.ts';

export type Count = (metric: GateMetric) => void;

/** The ledger, counting what its new commits say and what could not be written. Behind any memory of loaded chains. */
export function countedLedger(ledger: Ledger, count: Count): Ledger {
  // One chain is enough: an invocation works on one run, and looks at the chains of its grants beside it.
  let known: { readonly runId: RunId; readonly commits: readonly StoredCommit[] } | undefined;
  return {
    async load(runId) {
      const commits = await ledger.load(runId);
      if (!isGrantId(runId)) known = { runId, commits };
      return commits;
    },
    async append(commit) {
      try {
        const answer = await ledger.append(commit);
        const before = known?.runId === commit.chain ? known.commits : [];
        if (answer === 'appended') {
          for (const metric of countEntries(before.flatMap(readable), commit)) count(metric);
          known = { runId: commit.chain, commits: [...before, commit] };
        }
        return answer;
      } catch (error) {
        count('AppendFailed');
        throw error;
      }
    },
  };
}

// Whether the chain holds is for those who act on it to check; a count is never worth a failure.
function readable({ bytes }: StoredCommit): readonly CountedCommit[] {
  try {
    return [JSON.parse(new TextDecoder().decode(bytes)) as CountedCommit];
  } catch {
    return [];
  }
}

/** The callback, counting wake-ups that could not be sent; one that is too old is no failure. */
export function countedCallback(callback: Callback, count: Count): Callback {
  return {
    async wake(taskToken) {
      try {
        return await callback.wake(taskToken);
      } catch (error) {
        count('CallbackFailed');
        throw error;
      }
    },
  };
}
