import type { RequestId, RunId } from '../core/ids.ts';
import type { Callback, Operational } from './ports.ts';

interface WakePorts {
  readonly operational: Pick<Operational, 'newestTaskToken'>;
  readonly callback: Callback;
}

interface Waiting {
  readonly runId: RunId;
  readonly requestId: RequestId;
  /** The newest token as it was read before the ledger was written: sent at once, since it nearly always is the one. */
  readonly tokenBefore?: string | undefined;
}

/**
 * Wakes whoever waits for a request, after the ledger was written. The newest token is always read behind that write: what
 * was read before it may have been replaced by an entering that looked at the ledger too early to find anything there. One
 * that is too old was replaced between the read and the call; one more reading settles it. A lost wake-up costs time until
 * the deadline, never a verdict.
 */
export async function wakeRun(ports: WakePorts, { runId, requestId, tokenBefore }: Waiting): Promise<void> {
  if (tokenBefore !== undefined) await ports.callback.wake(tokenBefore);
  const first = await ports.operational.newestTaskToken(runId, requestId);
  if (first === undefined || first === tokenBefore || (await ports.callback.wake(first)) === 'sent') return;
  const second = await ports.operational.newestTaskToken(runId, requestId);
  if (second !== undefined && second !== first) await ports.callback.wake(second);
}
