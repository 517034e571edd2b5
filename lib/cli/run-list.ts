import type { RunId } from '../core/ids.ts';
import type { Run } from '../core/run.ts';
import { plainVisible } from '../core/visible-text.ts';
import { loadRun } from '../gate/append.ts';
import { openStart } from '../gate/start-content.ts';
import { type RunSummary, summarizeRun } from '../gate/summarize-run.ts';
import { exitCodes } from './exit-codes.ts';
import type { CliPorts, CommandContext, RunExecution } from './ports.ts';

/** A run with the execution that makes it; `run` is absent where nothing was recorded, or cannot be believed. */
export interface ListedRun {
  readonly execution: RunExecution;
  readonly run?: Run;
  readonly finding?: string;
}

/**
 * Every run that is under way, and with `known` the newest that have ended; newest first. One chain that does not hold is told
 * as that, and hides no other run.
 */
export async function listRuns(ports: CliPorts, which: 'running' | 'known'): Promise<readonly ListedRun[]> {
  const listed: ListedRun[] = [];
  // One after another: a thousand loads at once would be throttled, and an operator's list is no race.
  for (const execution of await executionsOf(ports, which)) listed.push(await listedRun(ports, execution));
  return listed;
}

async function executionsOf(ports: CliPorts, which: 'running' | 'known'): Promise<readonly RunExecution[]> {
  const running = await ports.executions('running');
  if (which === 'running') return running;
  // A run that waits for weeks is not among the newest any more, and is the one that is looked for.
  const byArn = new Map([...running, ...(await ports.executions('newest'))].map((one) => [one.executionArn, one]));
  return [...byArn.values()].toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
}

async function listedRun(ports: CliPorts, execution: RunExecution): Promise<ListedRun> {
  try {
    const run = await loadRun(ports, execution.runId);
    return { execution, ...(run === undefined ? {} : { run }) };
  } catch (error) {
    return { execution, finding: error instanceof Error ? error.message : String(error) };
  }
}

/** Prints the runs that are under way, and the newest others, with where each stands. */
export async function showRuns({ ports, out, json }: CommandContext): Promise<number> {
  const listed = await listRuns(ports, 'known');
  const rows = await Promise.all(listed.map((one) => rowOf(ports, one)));
  if (json === 'json') {
    out.line(JSON.stringify({ runs: rows }, null, 2));
  } else {
    if (rows.length === 0) out.line('No run was started yet, or Step Functions has forgotten all of them.');
    for (const { runId, executionArn, state, startedAt, requester, waitsFor, finding } of rows) {
      const waits = waitsFor
        .map(({ tool, deadline }) => `${plainVisible(tool, { lines: 'one' })} until ${deadline}`)
        .join(', ');
      out.line(
        `${runId}  ${state.padEnd(10)}  ${startedAt}  ${state === 'unrecorded' ? executionArn : plainVisible(requester, { lines: 'one' })}${waits === '' ? '' : `  waits for ${waits}`}${finding === undefined ? '' : `  DOES NOT HOLD: ${finding}`}`,
      );
    }
  }
  return rows.some(({ finding }) => finding !== undefined) ? exitCodes.findings : exitCodes.ok;
}

interface RunRow {
  readonly runId: RunId;
  readonly executionArn: string;
  readonly execution: string;
  readonly state: RunSummary['state'] | 'dead' | 'unrecorded' | 'damaged';
  readonly startedAt: string;
  readonly requester: string;
  readonly waitsFor: RunSummary['waitsFor'];
  readonly finding?: string;
}

async function rowOf(ports: CliPorts, { execution, run, finding }: ListedRun): Promise<RunRow> {
  const { runId, executionArn, status, startedAt } = execution;
  const row = { runId, executionArn, execution: status, startedAt, requester: '', waitsFor: [] };
  if (finding !== undefined) return { ...row, state: 'damaged', finding };
  // An input that could not start a run fails its execution before a chain begins.
  if (run === undefined) return { ...row, state: 'unrecorded' };
  const { state, waitsFor } = summarizeRun(run);
  // Nobody comes back to an execution that ended before its run did, unless it is redriven.
  const isDead = run.finished === undefined && status !== 'RUNNING';
  return { ...row, state: isDead ? 'dead' : state, waitsFor, requester: await requesterOf(ports, run) };
}

/** Who asked, with how sure the gate is of it. */
export async function requesterOf(ports: Pick<CliPorts, 'contents'>, run: Run): Promise<string> {
  const name = await openStart(ports, run).then(
    (start) => start?.requester ?? '(erased)',
    () => '(cannot be believed)',
  );
  return `${name} (${run.started.requesterAssurance})`;
}
