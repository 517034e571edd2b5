import type { Entry } from '../core/entries.ts';
import { type RunId, stopChain } from '../core/ids.ts';
import type { RunStopRequested } from '../core/operation-entries.ts';
import type { Run } from '../core/run.ts';
import { decideAndAppend, type LedgerPorts } from './append.ts';
import { cancelOpen } from './cancel-requests.ts';
import type { GateStop } from './gate-stop.ts';
import type { Contents } from './ports.ts';
import { openText, sealText } from './seal.ts';

/** Under which the texts of stops are sealed: they belong to no run. */
export const stopContents = stopChain as string as RunId;

interface StopByGatePorts extends LedgerPorts {
  readonly contents: Contents;
}

/**
 * Has a run end by the gate's stop, where it found that by itself: everything of it is cancelled in the same commit. `first` is
 * what of its own it settles in it, where that still stands.
 */
export async function stopByGate(
  ports: StopByGatePorts,
  runId: RunId,
  { stop, first = () => [] }: { readonly stop: GateStop; readonly first?: (run: Run) => readonly Entry[] },
): Promise<void> {
  let requested: RunStopRequested | undefined;
  await decideAndAppend(ports, runId, async (run) => {
    if (run === undefined || run.finished !== undefined) return undefined;
    if (run.stopRequested !== undefined) return first(run);
    requested ??= await requestOf(ports, runId, stop);
    return [...first(run), requested, ...cancelOpen(run)];
  });
}

// Sealed anew: what belongs to a run is erased with it, and the gate's own record stays.
async function requestOf(ports: StopByGatePorts, runId: RunId, stop: GateStop): Promise<RunStopRequested> {
  const [by, reason] = await Promise.all([
    openText(ports, stopContents, stop.by),
    openText(ports, stopContents, stop.reason),
  ]);
  return {
    type: 'run.stop-requested',
    by: await sealText(ports, runId, by.kind === 'text' ? by.text : '{}'),
    ...(reason.kind === 'text' ? { reason: await sealText(ports, runId, reason.text) } : {}),
    gateStop: stop.seq,
  };
}
