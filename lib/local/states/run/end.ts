import { type Draft, record } from './draft.ts';
import type { Failure, RunStatus } from './run.ts';

const endEvents = {
  SUCCEEDED: 'ExecutionSucceeded',
  FAILED: 'ExecutionFailed',
  TIMED_OUT: 'ExecutionTimedOut',
  ABORTED: 'ExecutionAborted',
};

/** Ends the execution with the output (JSON text). `previous` is the newest event of the machine's sequence. */
export function succeed(draft: Draft, output: string, previous: number): void {
  close(draft, 'SUCCEEDED');
  draft.progress.output = output;
  delete draft.progress.beforeEnd;
  record(draft, { type: endEvents.SUCCEEDED, previous, values: { output, outputDetails: { truncated: false } } });
}

/** Ends the execution without an output. Its open states are kept for a redrive. */
export function endWithout(draft: Draft, status: Exclude<RunStatus, 'RUNNING' | 'SUCCEEDED'>, failure: Failure): void {
  const { progress } = draft;
  const previous = progress.scopes.find((scope) => !scope.parent)?.lastEventId ?? 0;
  progress.beforeEnd ??= structuredClone(progress.scopes);
  close(draft, status);
  const { error, cause } = failure;
  if (error !== undefined) progress.error = error;
  if (cause !== undefined) progress.cause = cause;
  record(draft, { type: endEvents[status], previous, values: { error, cause } });
}

function close({ progress, now }: Draft, status: RunStatus): void {
  progress.status = status;
  progress.stoppedAt = now();
  progress.scopes = [];
  delete progress.timeoutAt;
}
