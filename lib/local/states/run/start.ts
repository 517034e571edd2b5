import type { Machine } from '../asl.ts';
import { type Draft, enter } from './draft.ts';
import { detailsOf } from './history.ts';
import type { Origin, Run } from './run.ts';

/** A run at its very beginning: started, its first state not yet entered. */
export function beginRun(origin: Origin, machine: Machine): Run {
  const { TimeoutSeconds } = machine;
  return {
    origin,
    progress: {
      status: 'RUNNING',
      ...(TimeoutSeconds !== undefined && { timeoutAt: origin.startedAt + TimeoutSeconds * 1000 }),
      scopes: [],
      nextScopeId: 1,
      attempts: 0,
      redriveCount: 0,
    },
    events: [
      {
        id: 1,
        previousEventId: 0,
        timestamp: origin.startedAt,
        type: 'ExecutionStarted',
        details: detailsOf('ExecutionStarted', {
          input: origin.input,
          inputDetails: { truncated: false },
          roleArn: origin.roleArn,
        }),
      },
    ],
    issued: new Set(),
  };
}

/** Enters the machine's first state, unless that was done before. */
export function enterFirst(draft: Draft): void {
  if (draft.progress.status !== 'RUNNING' || draft.progress.scopes.length > 0) return;
  const input = JSON.parse(draft.origin.input);
  enter(draft, { id: 0, variables: {}, lastEventId: 0 }, { state: draft.machine.StartAt, input });
}
