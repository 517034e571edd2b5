import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidArn,
  ListExecutionsCommand,
  paginateListExecutions,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Json } from '../core/canonical-json.ts';
import { type ExecutionIdentity, type RunId, runIdOf } from '../core/ids.ts';
import type { Executions, RunningRuns } from '../gate/ports.ts';

/** An execution and the run that it makes. */
export interface KnownExecution {
  readonly executionArn: string;
  readonly runId: RunId;
  readonly startedAt: string;
  readonly status: string;
}

/** Starts an execution with this input. */
export async function startExecution(
  client: SFNClient,
  { stateMachineArn, input }: { readonly stateMachineArn: string; readonly input: Json | object },
): Promise<{ readonly executionArn: string; readonly runId: RunId }> {
  const { executionArn = '', startDate } = await client.send(
    new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input) }),
  );
  return { executionArn, runId: runIdOf(identityOf(executionArn, startDate)) };
}

/** Starts executions of one machine under names that the gate chose. */
export function executionStarter(client: SFNClient, stateMachineArn: string): Executions {
  return {
    async start({ name, input }) {
      const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
      try {
        const { startDate } = await client.send(
          new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }),
        );
        const { machineArn, executionStartedAt } = identityOf(executionArn, startDate);
        return { kind: 'started', executionArn, machineArn, executionStartedAt };
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
        return { kind: 'exists', executionArn };
      }
    },
  };
}

/** The newest executions of a machine, at most 100, newest first. */
export async function newestExecutions(client: SFNClient, stateMachineArn: string): Promise<readonly KnownExecution[]> {
  const { executions = [] } = await client.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 100 }));
  return executions.map(({ executionArn = '', startDate, status = '' }) =>
    knownExecution(executionArn, { startDate, status }),
  );
}

/** An execution as Step Functions knows it, with why it ended where it failed; `undefined` for an unknown one. */
export async function describeExecution(
  client: SFNClient,
  executionArn: string,
): Promise<(KnownExecution & { readonly error?: string; readonly cause?: string }) | undefined> {
  try {
    const { startDate, status = '', error, cause } = await client.send(new DescribeExecutionCommand({ executionArn }));
    const known = knownExecution(executionArn, { startDate, status });
    return { ...known, ...(error === undefined ? {} : { error }), ...(cause === undefined ? {} : { cause }) };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist || error instanceof InvalidArn) return undefined;
    throw error;
  }
}

/** Every execution of a machine that is under way, newest first. */
export async function runningExecutions(
  client: SFNClient,
  stateMachineArn: string,
): Promise<readonly KnownExecution[]> {
  const known: KnownExecution[] = [];
  for await (const { executions = [] } of paginateListExecutions(
    { client },
    { stateMachineArn, statusFilter: 'RUNNING' },
  ))
    known.push(
      ...executions.map(({ executionArn = '', startDate, status = '' }) =>
        knownExecution(executionArn, { startDate, status }),
      ),
    );
  return known;
}

// As many as one request of the stop settles within its time.
const runsPerPage = 50;

/** The runs of a machine that are under way, page by page. */
export function runningRuns(client: SFNClient, stateMachineArn: string): RunningRuns {
  return {
    async running(next) {
      const { executions = [], nextToken } = await client.send(
        new ListExecutionsCommand({
          stateMachineArn,
          statusFilter: 'RUNNING',
          maxResults: runsPerPage,
          ...(next === undefined ? {} : { nextToken: next }),
        }),
      );
      const runs = executions.map(
        ({ executionArn = '', startDate }) => knownExecution(executionArn, { startDate }).runId,
      );
      return { runs, ...(nextToken === undefined ? {} : { next: nextToken }) };
    },
  };
}

/** As the service tells of an execution. */
interface Told {
  readonly startDate?: Date | undefined;
  readonly status?: string | undefined;
}

function knownExecution(executionArn: string, { startDate, status = '' }: Told): KnownExecution {
  const identity = identityOf(executionArn, startDate);
  return { executionArn, runId: runIdOf(identity), startedAt: identity.executionStartedAt, status };
}

// The context object spells the start as an ISO instant with milliseconds, which is what a Date spells too.
function identityOf(executionArn: string, startDate: Date | undefined): ExecutionIdentity {
  const parts = executionArn.split(':');
  const executionName = parts.at(-1) ?? '';
  const machineArn = [...parts.slice(0, 5), 'stateMachine', parts[6] ?? ''].join(':');
  return { machineArn, executionName, executionStartedAt: (startDate ?? new Date(0)).toISOString() };
}
