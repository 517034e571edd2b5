import type { Entry, RunOutcome } from '../core/entries.ts';
import { owedCalls, type Run } from '../core/run.ts';

/** How a run ends: a session that is left owing, or that an operator stopped, is never spoken to again, and the ledger says so. */
export function finishEntries(
  run: Run,
  { outcome, reason }: { readonly outcome: RunOutcome; readonly reason: string },
): readonly Entry[] {
  const words = run.turns.findLast((turn) => turn.end?.type === 'turn.finished')?.end;
  const claim = words?.type === 'turn.finished' && words.words !== undefined ? { claim: words.words } : {};
  const owed = owedCalls(run).map((call) => call.toolUseId);
  const isLeft = owed.length > 0 || (reason === 'operator' && run.turns.length > 0);
  const retired: readonly Entry[] = isLeft
    ? [{ type: 'session.retired', epoch: run.epoch, because: 'run-ended', owed }]
    : [];
  return [...retired, { type: 'run.finished', outcome, reason, ...claim }];
}
