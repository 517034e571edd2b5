import { checkChain } from '../core/commit.ts';
import type { GrantEntry } from '../core/grant.ts';
import type { GrantId, RunId } from '../core/ids.ts';
import type { CallState, Run } from '../core/run.ts';
import type { Clock, Ledger } from './ports.ts';

export interface ReportedGrant {
  readonly grantId: string;
  readonly until: string;
  /** `null`: the guard let nothing pass for it. `unknown`: the grant's chain does not hold, or is gone. */
  readonly used: { readonly toolUseId: string; readonly at: string } | 'unknown' | null;
  readonly standing: GrantStands;
}

/**
 * `open`: it was not used and still may be; `over`: it ended at `until` without a use; `session-over`: the session that might use
 * it has ended. Of one that was used, what the harness says of the call: `ran`, `ran-with-error`, `denied` where the guard kept it
 * back all the same since the gate was stopped, `passed` where nothing is known but that it was let through.
 */
export type GrantStands = 'open' | 'over' | 'session-over' | 'passed' | 'ran' | 'ran-with-error' | 'denied' | 'unknown';

export interface GrantReading {
  readonly ledger: Pick<Ledger, 'load'>;
  readonly clock: Clock;
}

/** What became of a call's grant. Its use is recorded by the guard in the grant's own chain, since it has no right to the run's. */
export async function reportedGrant(
  { ledger, clock }: GrantReading,
  run: Run,
  call: CallState,
): Promise<ReportedGrant | undefined> {
  if (call.grant === undefined) return undefined;
  const { grantId, until } = call.grant;
  const stored = await ledger.load(grantId as RunId);
  const { commits, findings } = checkChain<GrantEntry, GrantId>(grantId, stored);
  const granted = commits.findIndex(({ entries: [entry] }) => {
    if (entry?.type !== 'grant.granted') return false;
    return entry.runId === run.id && entry.epoch === call.epoch && entry.toolUseId === call.toolUseId;
  });
  if (findings.length > 0 || granted < 0) return { grantId, until, used: 'unknown', standing: 'unknown' };
  const next = commits[granted + 1];
  const use = next?.entries[0];
  if (next === undefined || use?.type !== 'grant.used') {
    return { grantId, until, used: null, standing: unusedStanding(run, call, { until, now: clock() }) };
  }
  const used = { toolUseId: use.toolUseId, at: next.at };
  return { grantId, until, used, standing: usedStanding(run, call, use.toolUseId) };
}

function unusedStanding(
  run: Run,
  { epoch }: CallState,
  { until, now }: { readonly until: string; readonly now: number },
): GrantStands {
  if (now >= Date.parse(until)) return 'over';
  return run.finished !== undefined || epoch < run.epoch ? 'session-over' : 'open';
}

/** What ran is a call of its own in the same session, and the harness alone says how it ended. */
function usedStanding(run: Run, { epoch }: CallState, toolUseId: string): GrantStands {
  const own = run.calls.find((call) => call.epoch === epoch && call.toolUseId === toolUseId);
  if (own?.guard === 'denied') return 'denied';
  if (own?.ran === undefined) return 'passed';
  return own.ran === 'success' ? 'ran' : 'ran-with-error';
}
