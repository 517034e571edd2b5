import type { Json } from '../core/canonical-json.ts';
import { CountersignError } from '../core/errors.ts';
import { policyVersion } from '../core/gate-file.ts';
import { type ExecutionIdentity, type RunId, runIdOf } from '../core/ids.ts';
import type { Run } from '../core/run.ts';
import { readStartInput, type StartInput } from '../core/start-input.ts';
import type { AdvancePorts } from './advance-ports.ts';
import { decideAndAppend } from './append.ts';
import { openJson, sealJson } from './seal.ts';

/** What is sealed when a run starts: the checked input, and the salt of the run's fingerprints. */
export interface StartContent extends StartInput {
  readonly fingerprintSalt: string;
}

export interface Execution extends ExecutionIdentity {
  readonly executionArn: string;
}

/**
 * Begins the chain of a run. Doing it twice begins it once.
 * @throws CountersignError 'bad-start' before anything is written, when the input cannot start a run
 */
export async function startRun(ports: AdvancePorts, execution: Execution, input: Json): Promise<RunId> {
  const start = readStartInput(input);
  const runId = runIdOf(execution);
  const content: StartContent = { ...start, fingerprintSalt: Buffer.from(ports.randomness.bytes(32)).toString('hex') };
  const sealed = await sealJson(ports, runId, content);
  const { executionArn, machineArn, executionName, executionStartedAt } = execution;
  await decideAndAppend(ports, runId, (run) =>
    run !== undefined
      ? undefined
      : [
          {
            type: 'run.started',
            runId,
            executionArn,
            machineArn,
            executionName,
            executionStartedAt,
            gate: ports.gate.gate,
            stage: ports.gate.stage,
            harness: ports.harnessTarget,
            policyVersion: policyVersion(ports.gate),
            // Whoever may call StartExecution can write any name: it is recorded as what it is.
            requesterAssurance: 'claimed',
            start: sealed,
          },
        ],
  );
  return runId;
}

/** What the run was started with; `undefined` when it was erased. */
export async function openStart(ports: Pick<AdvancePorts, 'contents'>, run: Run): Promise<StartContent | undefined> {
  const value = await openJson(ports, run.id, run.started.start);
  if (value === undefined) return undefined;
  if (!isStartContent(value))
    throw new CountersignError('tampered', `The start of ${run.id} is not one that this gate wrote.`);
  return value;
}

function isStartContent(value: Json): value is Json & StartContent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return 'prompt' in value && 'requester' in value && 'fingerprintSalt' in value;
}
