import { maxHistoryEvents, redrivableMs } from '../limits.ts';
import { type Draft, record } from './draft.ts';
import type { Run } from './run.ts';

/** Why the execution cannot be redriven, in the service's words; undefined when it can. */
export function notRedrivable({ progress, events }: Run, now: number): string | undefined {
  if (progress.status === 'RUNNING' || progress.status === 'SUCCEEDED')
    return `Execution is ${progress.status} and cannot be redriven`;
  if (now - (progress.stoppedAt ?? now) > redrivableMs)
    return 'Execution ended more than 14 days ago and cannot be redriven';
  return events.length >= maxHistoryEvents - 1 ? 'Execution event history is full and cannot be redriven' : undefined;
}

/** Begins the states again that were open at the end, with fresh timeouts and retries; finished ones stay finished. */
export function redrive(draft: Draft): void {
  const { progress, machine } = draft;
  progress.scopes = (progress.beforeEnd ?? []).map((scope) => {
    const { frame } = scope;
    return frame.phase.kind === 'children'
      ? scope
      : { ...scope, frame: { ...frame, retries: [], phase: { kind: 'begin' } } };
  });
  progress.status = 'RUNNING';
  progress.redriveCount += 1;
  progress.redrivenAt = draft.now();
  if (machine.TimeoutSeconds !== undefined) progress.timeoutAt = draft.now() + machine.TimeoutSeconds * 1000;
  for (const name of ['stoppedAt', 'error', 'cause', 'beforeEnd'] as const) delete progress[name];
  record(draft, { type: 'ExecutionRedriven', values: { redriveCount: progress.redriveCount } });
}
