import type { Json } from '../core/canonical-json.ts';
import type { Entry, Sealed } from '../core/entries.ts';
import { type RunId, sessionIdOf } from '../core/ids.ts';
import { readStopInput } from '../core/operate-input.ts';
import type { Principal } from '../core/principal.ts';
import type { Run } from '../core/run.ts';
import { decideAndAppend, loadRun } from './append.ts';
import { type CancelPorts, cancelOpen, tellCancelled } from './cancel-requests.ts';
import { finishEntries } from './finish-run.ts';
import type { NewsPorts } from './plan-news.ts';
import type { Callback, Operational } from './ports.ts';
import { sealJson, sealText } from './seal.ts';
import { refusal, type SignedAnswer } from './signed-request.ts';
import { type TellPorts, tellNow } from './tell.ts';
import { wakeRun } from './wake-run.ts';

export type StopPorts = CancelPorts &
  TellPorts &
  NewsPorts & {
    readonly operational: Pick<Operational, 'newestTaskToken' | 'stopSession'>;
    readonly callback: Callback;
  };

/**
 * `POST /runs/stop`. What waits for people is cancelled in the same commit, they are told, and the run is woken: it sends
 * nothing to the harness any more and ends as stopped. A turn that is under way is not cut off, but the guard lets it use no
 * tool any more, and nothing follows it.
 */
export async function stopRun(ports: StopPorts, principal: Principal, body: Json): Promise<SignedAnswer> {
  const input = readStopInput(body);
  const runId = input.runId as RunId;
  const { reason } = input;
  const { run, untold } = await settleStop(ports, runId, { principal, ...(reason === undefined ? {} : { reason }) });
  if (run === undefined) return refusal(404, `There is no run ${runId}. Allowed: the id of a run of this gate.`);
  if (run.stopRequested === undefined) {
    const { outcome = 'done', reason: why = '' } = run.finished ?? {};
    return refusal(409, `The run ${runId} is over already: ${outcome}, ${why}.`, { runId, outcome });
  }
  const cancelled = [...run.calls, ...run.questions].flatMap((call) =>
    call.closed?.outcome === 'cancelled' ? [call.toolUseId] : [],
  );
  const message =
    run.finished === undefined
      ? 'The run is stopping; nothing is sent to its harness any more.'
      : 'The run is stopped.';
  return { status: 202, body: { runId, cancelled, message, ...(untold.length === 0 ? {} : { untold }) } };
}

interface Asked {
  readonly principal: Principal;
  readonly reason?: string;
  /** Where the whole gate is stopped. */
  readonly gateStop?: number;
}

interface Settled {
  /** As it was when the stop came. */
  readonly before: Run | undefined;
  readonly run: Run | undefined;
  /** Errors of those who could not be told. */
  readonly untold: readonly string[];
}

/** Has a run end, and tells whoever was asked; asking for it again makes up for what was lost on the way. */
export async function settleStop(ports: StopPorts, runId: RunId, asked: Asked): Promise<Settled> {
  let before: Run | undefined;
  let by: Sealed | undefined;
  let reason: Sealed | undefined;
  await decideAndAppend(ports, runId, async (run, now) => {
    before = run;
    if (run === undefined || run.finished !== undefined) return undefined;
    // Asked for before, and the execution died before it could end the run.
    if (run.stopRequested !== undefined) return endOfTheDead(run, now);
    by ??= await sealJson(ports, runId, asked.principal);
    if (asked.reason !== undefined) reason ??= await sealText(ports, runId, asked.reason);
    const stop: Entry = {
      type: 'run.stop-requested',
      by,
      ...(reason === undefined ? {} : { reason }),
      ...(asked.gateStop === undefined ? {} : { gateStop: asked.gateStop }),
    };
    return [stop, ...cancelOpen(run), ...endOfTheDead(run, now)];
  });
  const run = await loadRun(ports, runId);
  if (run?.stopRequested === undefined) return { before, run, untold: [] };
  // Behind the ledger, so that whoever is denied is of a run that is to stop; a run that is over has no session to close.
  if (run.finished === undefined) await ports.operational.stopSession(sessionIdOf(run.started, run.epoch));
  // Also of a stop that was asked for before: its wake-up or its notices may have been lost. Notices first: the end of the run
  // is an event that tells whoever was not told yet, and both at once would tell everybody twice.
  try {
    const untold = await tellCancelled(ports, runId);
    // Of a run that was ended here no execution tells anybody.
    if (run.finished === undefined) return { before, run, untold };
    return { before, run, untold: [...untold, ...(await tellNow(ports, runId))] };
  } finally {
    for (const requestId of run.requests.keys()) await wakeRun(ports, { runId, requestId });
  }
}

/** Nobody comes back to a dead execution to end the run, so it is ended here; but not under a turn that may still be running. */
function endOfTheDead(run: Run, now: number): readonly Entry[] {
  if (run.died === undefined) return [];
  const ends = finishEntries(run, { outcome: 'stopped', reason: 'operator' });
  const last = run.turns.at(-1);
  if (last === undefined || last.end !== undefined) return ends;
  const { turn, attemptId, mayRunUntil } = last.started;
  if (now < Date.parse(mayRunUntil)) return [];
  return [{ type: 'turn.failed', turn, attemptId, failure: 'in-doubt' }, ...ends];
}
