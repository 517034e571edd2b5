import type { Json } from '../core/canonical-json.ts';
import { policyVersion } from '../core/gate-file.ts';
import { type ExecutionIdentity, type RunId, runIdOf } from '../core/ids.ts';
import { readStartInput } from '../core/start-input.ts';
import type { AdvancePorts } from './advance-ports.ts';
import { decideAndAppend } from './append.ts';
import { sealJson } from './seal.ts';
import type { StartContent } from './start-content.ts';
import { openPointer } from './start-pointer.ts';

export interface Execution extends ExecutionIdentity {
  readonly executionArn: string;
}

/**
 * Begins the chain of a run. Doing it twice begins it once.
 * @throws CountersignError 'bad-start' before anything is written, when the input cannot start a run
 */
export async function startRun(ports: AdvancePorts, execution: Execution, input: Json): Promise<RunId> {
  const pointed = await openPointer(ports, execution, input);
  const start = pointed?.start ?? readStartInput(input);
  const runId = runIdOf(execution);
  const content: StartContent = {
    ...start,
    ...(pointed === undefined ? {} : { caller: pointed.caller }),
    fingerprintSalt: Buffer.from(ports.randomness.bytes(32)).toString('hex'),
  };
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
            // Whoever may call StartExecution can write any name. Only the signed route can have sealed what is pointed to.
            requesterAssurance: pointed === undefined ? 'claimed' : 'iam',
            guard: ports.gate.harness.guard,
            start: sealed,
            ...(pointed === undefined ? {} : { signedStart: pointed.sealed }),
          },
        ],
  );
  return runId;
}
