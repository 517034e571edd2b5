import type { Entry } from '../core/entries.ts';
import { NoticesUnsent } from '../core/errors.ts';
import { type ExecutionIdentity, runIdOf } from '../core/ids.ts';
import type { ExecutionDied } from '../core/operation-entries.ts';
import { type CallState, needsAction, openCalls, owedCalls, passes, type Run } from '../core/run.ts';
import { decideAndAppend } from './append.ts';
import { type CancelPorts, cancelOpen, tellCancelled } from './cancel-requests.ts';
import { finishEntries } from './finish-run.ts';
import type { NewsPorts } from './plan-news.ts';
import { type TellPorts, tellNow } from './tell.ts';

export type AfterDeathPorts = CancelPorts & TellPorts & NewsPorts;

/** An execution that came to an end which is not success, as the service tells. */
export interface DeadExecution extends ExecutionIdentity {
  readonly status: ExecutionDied['status'];
  /** ISO instant. */
  readonly diedAt: string;
}

/**
 * Cancels what waits for people when an execution ended outside our control (aborted, timed out, failed by a fault), and tells
 * them once, and whoever asked for the run. A session whose question is void is retired in the same commit: a redrive begins the
 * next one, told what was decided and what was cancelled. A run that was to stop is ended here. Called once per event and again
 * by its retries; a run that ended by itself is left alone.
 * @throws NoticesUnsent when somebody could not be told just now
 */
export async function afterDeath(ports: AfterDeathPorts, dead: DeadExecution): Promise<'recorded' | 'nothing-to-do'> {
  const runId = runIdOf(dead);
  const { status, diedAt } = dead;
  const commit = await decideAndAppend(ports, runId, (run) => {
    // The end is the gate's own, or nothing was ever begun, or this very death was recorded before.
    if (run === undefined || run.finished !== undefined || run.died?.diedAt === diedAt) return undefined;
    // Told late: a redrive has taken a turn or asked since, and what waits now is its own.
    const since = [run.turns.at(-1)?.startedAt, run.questions.at(-1)?.raised.at];
    if (since.some((at) => at !== undefined && Date.parse(at) > Date.parse(diedAt))) return undefined;
    return [{ type: 'execution.died', status, diedAt }, ...cancelOpen(run), ...whatBecomes(run)];
  });
  const untold = [...(await tellCancelled(ports, runId)), ...(await tellNow(ports, runId))];
  if (untold.length > 0) {
    throw new NoticesUnsent(
      `${untold.length} people could not be told now (${untold.join(', ')}). They will be tried again.`,
    );
  }
  return commit === undefined ? 'nothing-to-do' : 'recorded';
}

function whatBecomes(run: Run): readonly Entry[] {
  // Whoever sent it records its end; the session is that turn's until then.
  if (run.turns.length > 0 && run.turns.at(-1)?.end === undefined) return [];
  // Nobody comes back to a dead execution to end the run.
  if (run.stopRequested !== undefined) return finishEntries(run, { outcome: 'stopped', reason: 'operator' });
  const owed = owedCalls(run);
  // Where nobody was being asked, what the session is owed is decided, and a redrive settles it there. So it does where
  // something approved is yet to be carried out: a new session would ask for it a second time.
  const isVoid = openCalls(run).length > 0 && !owed.some(isToBeCarriedOut);
  if (!isVoid) return [];
  const toolUseIds = owed.map((call) => call.toolUseId);
  return [{ type: 'session.retired', epoch: run.epoch, because: 'execution-died', owed: toolUseIds }];
}

// A grant is good in the session that it was made for, so one that is not used yet counts too.
function isToBeCarriedOut(call: CallState): boolean {
  return needsAction(call) || (call.policy?.carriedOutBy === 'harness' && passes(call));
}
