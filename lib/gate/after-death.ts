import { NoticesUnsent } from '../core/errors.ts';
import { type ExecutionIdentity, runIdOf } from '../core/ids.ts';
import type { ExecutionDied } from '../core/operation-entries.ts';
import { decideAndAppend } from './append.ts';
import { type CancelPorts, cancelOpen, tellCancelled } from './cancel-requests.ts';

/** An execution that came to an end which is not success, as the service tells. */
export interface DeadExecution extends ExecutionIdentity {
  readonly status: ExecutionDied['status'];
  /** ISO instant. */
  readonly diedAt: string;
}

/**
 * Cancels what waits for people when an execution ended outside our control (aborted, timed out, failed by a fault), and tells
 * them once. The session stays as it is: a redrive finds the cancelled calls answered and goes on. Called once per event and
 * again by its retries; a run that ended by itself is left alone.
 * @throws NoticesUnsent when somebody could not be told just now
 */
export async function afterDeath(ports: CancelPorts, dead: DeadExecution): Promise<'recorded' | 'nothing-to-do'> {
  const runId = runIdOf(dead);
  const { status, diedAt } = dead;
  const commit = await decideAndAppend(ports, runId, (run) => {
    // The end is the gate's own, or nothing was ever begun, or this very death was recorded before.
    if (run === undefined || run.finished !== undefined || run.died?.diedAt === diedAt) return undefined;
    // Told late: a redrive has taken a turn since, and what waits now is its own.
    const last = run.turns.at(-1)?.startedAt;
    if (last !== undefined && Date.parse(last) > Date.parse(diedAt)) return undefined;
    return [{ type: 'execution.died', status, diedAt }, ...cancelOpen(run)];
  });
  const untold = await tellCancelled(ports, runId);
  if (untold.length > 0) {
    throw new NoticesUnsent(
      `${untold.length} people could not be told now (${untold.join(', ')}). They will be tried again.`,
    );
  }
  return commit === undefined ? 'nothing-to-do' : 'recorded';
}
