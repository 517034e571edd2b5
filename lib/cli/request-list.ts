import { decidersOf } from '../core/quorum.ts';
import { plainVisible } from '../core/visible-text.ts';
import { askedFacts, askedLines } from './asked-facts.ts';
import { exitCodes } from './exit-codes.ts';
import { type FoundRequest, nameOfAsked, requestsOf } from './find-request.ts';
import type { CommandContext } from './ports.ts';
import { answersTo, quorumWords, saidWords } from './quorum-words.ts';
import { listRuns } from './run-list.ts';

/** Prints the requests that people were asked, a line per call; with `open` only what still waits for an answer. */
export async function showRequests(which: 'open' | 'all', { ports, out, json }: CommandContext): Promise<number> {
  const listed = await listRuns(ports, which === 'open' ? 'running' : 'known');
  const damaged = listed.filter(({ finding }) => finding !== undefined);
  const rows = listed
    .flatMap(({ run }) => (run === undefined ? [] : requestsOf(run, ports.now())))
    .flatMap((request) => rowsOf(request, ports.now()))
    .filter(({ state }) => which === 'all' || state === 'open');
  if (json === 'json') {
    const unbelieved = damaged.map(({ execution, finding }) => ({ runId: execution.runId, finding }));
    out.line(JSON.stringify({ requests: rows, ...(damaged.length === 0 ? {} : { damaged: unbelieved }) }, null, 2));
  } else {
    if (rows.length === 0)
      out.line(which === 'open' ? 'Nothing waits for an answer.' : 'Nobody was asked anything yet.');
    for (const row of rows) {
      const become = [row.state, ...quorumWords(row, row.state), ...saidWords(row)].join(', ');
      out.line(
        `${row.requestId}  ${row.toolUseId}  ${plainVisible(row.tool, { lines: 'one' })}  ${become}  until ${row.deadline}  asked ${row.asked.join(', ')}  ${row.runId}`,
      );
      if (which === 'open') for (const line of askedLines(row)) out.line(`    ${line}`);
    }
  }
  // What cannot be believed is not listed, and must not look like nothing being there.
  for (const { execution, finding } of damaged) out.error(`${execution.runId} DOES NOT HOLD: ${finding}`);
  return damaged.length > 0 ? exitCodes.findings : exitCodes.ok;
}

function rowsOf({ run, requestId, calls, open }: FoundRequest, now: number) {
  return calls.map((call) => ({
    requestId,
    runId: run.id,
    toolUseId: call.toolUseId,
    tool: nameOfAsked(call),
    state: open.includes(call) ? 'open' : (call.closed?.outcome ?? 'expired'),
    deadline: call.requested?.deadline ?? '',
    digest: call.requested?.digest ?? '',
    asked: decidersOf(call),
    ...answersTo(call),
    ...askedFacts(run, call, now),
  }));
}
