import type { RequestId, RunId } from '../core/ids.ts';
import type { Callback, Operational } from './ports.ts';

interface WakePorts {
  readonly operational: Pick<Operational, 'newestTaskToken'>;
  readonly callback: Callback;
}

/**
 * Wakes whoever waits for a request, after the ledger was written. A token that is too old was replaced between the read
 * and the call by an entering that has looked at the ledger since, or is about to: one more reading settles it. A lost
 * wake-up costs time until the deadline, never a verdict.
 */
export async function wakeRun(
  ports: WakePorts,
  { runId, requestId }: { readonly runId: RunId; readonly requestId: RequestId },
): Promise<void> {
  const first = await ports.operational.newestTaskToken(runId, requestId);
  if (first === undefined || (await ports.callback.wake(first)) === 'sent') return;
  const second = await ports.operational.newestTaskToken(runId, requestId);
  if (second !== undefined && second !== first) await ports.callback.wake(second);
}
