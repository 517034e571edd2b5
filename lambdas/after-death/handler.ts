import { type AfterDeathPorts, afterDeath, type DeadExecution } from '../../lib/gate/after-death.ts';
import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';

/** Called by EventBridge for each execution that did not succeed, and again by the retries of asynchronous invocations. */
export function afterDeathHandler(ports: AfterDeathPorts): (event: unknown) => Promise<'recorded' | 'nothing-to-do'> {
  return (event) => afterDeath({ ...ports, ledger: rememberedLedger(ports.ledger) }, deadExecution(event));
}

const deaths = ['FAILED', 'TIMED_OUT', 'ABORTED'] as const;

/**
 * What a `Step Functions Execution Status Change` says. The execution's input and output are in the event, and not looked at.
 * @throws Error that names what is missing
 */
function deadExecution(event: unknown): DeadExecution {
  const detail = membersOf(membersOf(event).get('detail'));
  const machineArn = detail.get('stateMachineArn');
  const executionName = detail.get('name');
  const startedAt = detail.get('startDate');
  const diedAt = detail.get('stopDate');
  const status = deaths.find((death) => death === detail.get('status'));
  if (
    typeof machineArn !== 'string' ||
    typeof executionName !== 'string' ||
    typeof startedAt !== 'number' ||
    typeof diedAt !== 'number' ||
    status === undefined
  ) {
    throw new Error(
      `This event tells of no dead execution. Allowed: a detail with stateMachineArn, name, startDate, stopDate (milliseconds) and a status of ${deaths.join(', ')}.`,
    );
  }
  return { machineArn, executionName, executionStartedAt: instant(startedAt), diedAt: instant(diedAt), status };
}

// As the execution's own context spells its start, which the run's id is made of.
function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
