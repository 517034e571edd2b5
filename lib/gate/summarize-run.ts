import type { GuardState } from '../core/gate-file.ts';
import { type CallState, guardOf, owedCalls, type Run } from '../core/run.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';

/** Where a run stands, for a list of runs. */
export interface RunSummary {
  readonly state: 'working' | 'waiting' | 'done' | 'failed' | 'stopped';
  /** ISO instant. */
  readonly startedAt: string;
  readonly guard: GuardState;
  /** Calls that wait for a person; empty unless `waiting`. */
  readonly waitsFor: readonly { readonly tool: string; readonly digest: string; readonly deadline: string }[];
}

export function summarizeRun(run: Run): RunSummary {
  const open = run.finished === undefined ? owedCalls(run).filter(isOpen) : [];
  return {
    state: run.finished?.outcome ?? (open.length > 0 ? 'waiting' : 'working'),
    startedAt: run.startedAt,
    guard: guardOf(run),
    waitsFor: open.map((call) => ({
      tool: subjectNameOf(call),
      digest: call.requested?.digest ?? '',
      deadline: call.requested?.deadline ?? '',
    })),
  };
}

function isOpen(call: CallState): boolean {
  return call.requested !== undefined && call.closed === undefined;
}
