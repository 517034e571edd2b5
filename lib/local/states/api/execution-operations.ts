import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Machine } from '../asl.ts';
import { byteLength, maxPayloadBytes, nameKeptMs } from '../limits.ts';
import { endWithout } from '../run/end.ts';
import { notRedrivable, redrive } from '../run/redrive.ts';
import type { Run } from '../run/run.ts';
import { beginRun } from '../run/start.ts';
import { ApiError } from './api-error.ts';
import { checkName, type Desk, machineWith, type Operation, runWith, wireTime } from './desk.ts';
import { pageMembers, pageOf } from './paging.ts';
import { readInput } from './read-input.ts';

const start = z.strictObject({
  stateMachineArn: z.string(),
  name: z.string().optional(),
  input: z.string().optional(),
  traceHeader: z.string().max(256).optional(),
});

/** StartExecution. The same name and input while it runs answer the same; the execution itself goes on by itself. */
export const startExecution: Operation = (request, desk) => {
  const { stateMachineArn, name = randomUUID(), input = '{}' } = readInput(start, request);
  checkName(name);
  const machine = machineWith(desk, stateMachineArn);
  checkInput(input);
  const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  // A caller that never saw the first answer asks again; it must find its execution and not begin a second one.
  const existing = keptRun(desk, executionArn);
  if (existing) {
    if (existing.progress.status === 'RUNNING' && existing.origin.input === input) return started(existing);
    throw new ApiError('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn}'`);
  }
  const definition: Machine = JSON.parse(machine.definition);
  const run = beginRun(
    {
      executionArn,
      name,
      stateMachineArn,
      stateMachineName: machine.name,
      roleArn: machine.roleArn,
      definition: machine.definition,
      input,
      startedAt: desk.clock.now(),
    },
    definition,
  );
  desk.engine.start(run);
  return started(run);
};

const byArn = z.strictObject({ executionArn: z.string(), includedData: z.literal('ALL_DATA').optional() });

/** DescribeExecution. */
export const describeExecution: Operation = (input, desk) => {
  const run = runWith(desk, readInput(byArn, input).executionArn);
  const { origin, progress } = run;
  const reason = notRedrivable(run, desk.clock.now());
  return {
    ...executionTold(run),
    input: origin.input,
    inputDetails: { included: true },
    ...(progress.output !== undefined && { output: progress.output, outputDetails: { included: true } }),
    error: progress.error,
    cause: progress.cause,
    redriveStatus: reason === undefined ? 'REDRIVABLE' : 'NOT_REDRIVABLE',
    redriveStatusReason: reason,
  };
};

const list = z.strictObject({
  stateMachineArn: z.string(),
  statusFilter: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED', 'PENDING_REDRIVE']).optional(),
  redriveFilter: z.enum(['REDRIVEN', 'NOT_REDRIVEN']).optional(),
  ...pageMembers,
});

/** ListExecutions, the newest first. */
export const listExecutions: Operation = (input, desk) => {
  const { stateMachineArn, statusFilter, redriveFilter, ...page } = readInput(list, input);
  machineWith(desk, stateMachineArn);
  const runs = desk.engine
    .runs()
    .filter(({ origin, progress }) => {
      if (origin.stateMachineArn !== stateMachineArn) return false;
      if (statusFilter !== undefined && progress.status !== statusFilter) return false;
      return redriveFilter === undefined || (redriveFilter === 'REDRIVEN') === progress.redriveCount > 0;
    })
    // Executions of the same millisecond stand in the order of their starts; the sort is stable and keeps them so.
    .reverse()
    .sort((a, b) => b.origin.startedAt - a.origin.startedAt);
  const { items, nextToken } = pageOf(runs, page);
  return { executions: items.map(executionTold), nextToken };
};

const stop = z.strictObject({
  executionArn: z.string(),
  error: z.string().max(256).optional(),
  cause: z.string().max(32_768).optional(),
});

/** StopExecution; one that has ended stays as it is. */
export const stopExecution: Operation = async (input, desk) => {
  const { executionArn, error, cause } = readInput(stop, input);
  runWith(desk, executionArn);
  await desk.engine.change(executionArn, (draft) => {
    if (draft.progress.status !== 'RUNNING') return;
    endWithout(draft, 'ABORTED', { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) });
  });
  return { stopDate: wireTime(runWith(desk, executionArn).progress.stoppedAt ?? desk.clock.now()) };
};

const redriven = z.strictObject({ executionArn: z.string(), clientToken: z.string().optional() });

/** RedriveExecution: goes on from the states that were open when the execution ended. */
export const redriveExecution: Operation = async (input, desk) => {
  const { executionArn } = readInput(redriven, input);
  const run = runWith(desk, executionArn);
  const reason = notRedrivable(run, desk.clock.now());
  if (reason !== undefined) throw new ApiError('ExecutionNotRedrivable', `${reason} '${executionArn}'`);
  await desk.engine.change(executionArn, redrive);
  return { redriveDate: wireTime(runWith(desk, executionArn).progress.redrivenAt ?? desk.clock.now()) };
};

function checkInput(input: string): void {
  const bytes = byteLength(input);
  if (bytes > maxPayloadBytes)
    throw new ApiError('ValidationException', `The input has ${bytes} bytes; at most ${maxPayloadBytes} are allowed`);
  try {
    JSON.parse(input);
  } catch (error) {
    throw new ApiError('InvalidExecutionInput', `Invalid State Machine Execution Input: '${String(error)}'`);
  }
}

// The service forgets a closed execution after 90 days, and its name is free again.
function keptRun(desk: Desk, executionArn: string): Run | undefined {
  const run = desk.engine.runOf(executionArn);
  const stoppedAt = run?.progress.stoppedAt;
  return stoppedAt !== undefined && desk.clock.now() - stoppedAt > nameKeptMs ? undefined : run;
}

function started({ origin }: Run) {
  return { executionArn: origin.executionArn, startDate: wireTime(origin.startedAt) };
}

function executionTold({ origin, progress }: Run) {
  return {
    executionArn: origin.executionArn,
    stateMachineArn: origin.stateMachineArn,
    name: origin.name,
    status: progress.status,
    startDate: wireTime(origin.startedAt),
    ...(progress.stoppedAt !== undefined && { stopDate: wireTime(progress.stoppedAt) }),
    redriveCount: progress.redriveCount,
    ...(progress.redrivenAt !== undefined && { redriveDate: wireTime(progress.redrivenAt) }),
  };
}
