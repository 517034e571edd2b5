import type { GuardState } from '../core/gate-file.ts';
import {
  type CallState,
  guardOf,
  isQuestion,
  openQuestion,
  owedCalls,
  type QuestionState,
  type Run,
} from '../core/run.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';
import { questionNames } from './view-question.ts';

/** Where a run stands, for a list of runs. */
export interface RunSummary {
  readonly state: 'working' | 'waiting' | 'done' | 'failed' | 'stopped';
  /** ISO instant. */
  readonly startedAt: string;
  readonly guard: GuardState;
  /** Calls and questions that wait for a person; empty unless `waiting`. */
  readonly waitsFor: readonly { readonly tool: string; readonly digest: string; readonly deadline: string }[];
}

export function summarizeRun(run: Run): RunSummary {
  const open = run.finished === undefined ? waiting(run) : [];
  return {
    state: run.finished?.outcome ?? (open.length > 0 ? 'waiting' : 'working'),
    startedAt: run.startedAt,
    guard: guardOf(run),
    waitsFor: open.map((call) => ({
      tool: isQuestion(call) ? questionNames[call.raised.about] : subjectNameOf(call),
      digest: call.requested?.digest ?? '',
      deadline: call.requested?.deadline ?? '',
    })),
  };
}

function waiting(run: Run): readonly (CallState | QuestionState)[] {
  const question = openQuestion(run);
  return [...owedCalls(run).filter(isOpen), ...(question === undefined ? [] : [question])];
}

function isOpen(call: CallState): boolean {
  return call.requested !== undefined && call.closed === undefined;
}
