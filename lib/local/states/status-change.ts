import { randomUUID } from 'node:crypto';
import { byteLength } from './limits.ts';
import type { Place } from './run/draft.ts';
import { notRedrivable } from './run/redrive.ts';
import type { Run } from './run/run.ts';

// EventBridge takes 256 KiB an event: input and output together may have 248, and are left out beyond that.
const maxDataBytes = 248 * 1024;

/** What Step Functions tells EventBridge when an execution has started, ended or been redriven. `now` in epoch milliseconds. */
export function statusChangeEvent(run: Run, { now, place }: { readonly now: number; readonly place: Place }) {
  const { origin, progress } = run;
  const reason = notRedrivable(run, now);
  const included = byteLength(origin.input) + byteLength(progress.output ?? '') <= maxDataBytes;
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Step Functions Execution Status Change',
    source: 'aws.states',
    account: place.account,
    time: `${new Date(now).toISOString().slice(0, 19)}Z`,
    region: place.region,
    resources: [origin.executionArn],
    detail: {
      executionArn: origin.executionArn,
      stateMachineArn: origin.stateMachineArn,
      stateMachineVersionArn: null,
      stateMachineAliasArn: null,
      name: origin.name,
      status: progress.status,
      startDate: origin.startedAt,
      stopDate: progress.stoppedAt ?? null,
      input: included ? origin.input : null,
      inputDetails: { included },
      output: included ? (progress.output ?? null) : null,
      outputDetails: progress.output === undefined ? null : { included },
      error: progress.error ?? null,
      cause: progress.cause ?? null,
      redriveCount: progress.redriveCount,
      redriveDate: progress.redrivenAt ?? null,
      redriveStatus: reason === undefined ? 'REDRIVABLE' : 'NOT_REDRIVABLE',
      redriveStatusReason: reason ?? null,
    },
  };
}

export type StatusChangeEvent = ReturnType<typeof statusChangeEvent>;
