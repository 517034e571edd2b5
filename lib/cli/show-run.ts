import type { RunId } from '../core/ids.ts';
import type { CallState, Run } from '../core/run.ts';
import { plainVisible } from '../core/visible-text.ts';
import { loadRun } from '../gate/append.ts';
import { openStart } from '../gate/start-content.ts';
import { summarizeRun } from '../gate/summarize-run.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandContext } from './ports.ts';
import { requesterOf } from './run-list.ts';

/** Where one run stands: who asked for what, each call and what became of it. */
export async function showRun(runId: RunId, { ports, out, json }: CommandContext): Promise<number> {
  const run = await loadRun(ports, runId);
  if (run === undefined) {
    out.error(`${runId} has no record.`);
    return exitCodes.notFound;
  }
  const { state, waitsFor } = summarizeRun(run);
  const prompt = (await openStart(ports, run))?.prompt ?? '(erased)';
  const requester = await requesterOf(ports, run);
  const calls = run.calls.map((call) => ({
    toolUseId: call.toolUseId,
    tool: call.name,
    state: stateOf(call),
    ...(call.requestId === undefined ? {} : { requestId: call.requestId }),
    ...(call.requested === undefined
      ? {}
      : { deadline: call.requested.deadline, digest: call.requested.digest, asked: call.requested.approvers }),
  }));
  const { gate, stage, harness, executionArn } = run.started;
  const facts = { runId, state, gate, stage, harness, executionArn, startedAt: run.startedAt, guard: guardOf(run) };
  const ended = run.finished === undefined ? {} : { reason: run.finished.reason, endedAt: run.finished.at };
  if (json === 'json') {
    out.line(JSON.stringify({ ...facts, ...ended, requester, prompt, turns: run.turns.length, calls }, null, 2));
    return exitCodes.ok;
  }
  out.line(`${runId}  ${state}${run.finished === undefined ? '' : `: ${run.finished.reason}, ${run.finished.at}`}`);
  out.line(`Gate       ${gate} (${stage})`);
  out.line(`Harness    ${harness.arn}, ${harness.qualifier}`);
  if (facts.guard === 'unguarded')
    out.line('Guard      UNGUARDED: no hook keeps the harness from running tools by itself');
  out.line(`Execution  ${executionArn}`);
  out.line(`Started    ${run.startedAt}`);
  out.line(`Requester  ${plainVisible(requester, { lines: 'one' })}`);
  out.line(`Task       ${plainVisible(prompt)}`);
  for (const call of calls) {
    const asked =
      call.deadline === undefined ? '' : `  ${call.requestId}, asked ${call.asked?.join(', ')}, until ${call.deadline}`;
    out.line(`Call       ${call.toolUseId}  ${plainVisible(call.tool)}  ${call.state}${asked}`);
  }
  if (waitsFor.length > 0) out.line('It waits for people: countersign approve REQUEST or countersign reject REQUEST.');
  return exitCodes.ok;
}

function stateOf(call: CallState): string {
  if (call.ran !== undefined) return `run by the harness (${call.ran})`;
  if (call.closed !== undefined) return call.closed.outcome;
  if (call.requested !== undefined) return 'open';
  if (call.policy === undefined) return 'not judged';
  return call.policy.decision === 'ask' ? 'to be asked' : `${call.policy.decision} by ${call.policy.rule}`;
}

/** Chains from before the guard say nothing of it, and were not guarded. */
export function guardOf(run: Run): 'guarded' | 'unguarded' {
  return 'guard' in run.started && run.started.guard === 'guarded' ? 'guarded' : 'unguarded';
}
