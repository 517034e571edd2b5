import type { Json } from '../core/canonical-json.ts';
import { CountersignError } from '../core/errors.ts';
import type { GateFile } from '../core/gate-file.ts';
import { sha256Hex } from '../core/hashes.ts';
import type { RunId } from '../core/ids.ts';
import { runIdOf } from '../core/ids.ts';
import type { Principal } from '../core/principal.ts';
import { readStartInput } from '../core/start-input.ts';
import { startRight } from '../core/starter.ts';
import { gateStop, type StopReading } from './gate-stop.ts';
import type { Clock, Contents, Executions, Randomness } from './ports.ts';
import { sealJson } from './seal.ts';
import { answerSigned, refusal, type SignedAnswer, type SignedRequest } from './signed-request.ts';
import { type CallersStart, startChain } from './start-pointer.ts';

export interface StartPorts extends StopReading {
  readonly gate: GateFile;
  readonly contents: Pick<Contents, 'put' | 'get'>;
  readonly executions: Executions;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/**
 * Starts a run for a caller whom AWS knows: `POST /runs` with the start input and, if wanted, an `idempotencyKey`. What is
 * asked for is sealed first; the execution, whose input many can read, carries pointers only.
 */
export function startByCaller(ports: StartPorts, request: SignedRequest): Promise<SignedAnswer> {
  return answerSigned(request, async (caller, body) => {
    const { key, input } = partsOf(body);
    const start = readStartInput(input);
    const right = startRight(ports.gate, caller, start);
    if (right.kind === 'may-not') {
      return refusal(
        403,
        `This run was not started: ${right.problem}. Allowed: what the gate file says below starters; change it there and deploy, or start the execution itself (countersign run --claimed).`,
      );
    }
    // A courtesy: a run that begins all the same finds the stop before its first turn.
    const stop = await gateStop(ports);
    if (stop !== undefined) {
      const since = `The gate is stopped since ${stop.at}, so no run begins.`;
      return refusal(409, `${since} Allowed: the same once more when an operator has lifted it (countersign go).`);
    }
    const name = key === undefined ? ports.randomness.id() : nameOf(caller, key);
    const content: CallersStart = { executionName: name, sealedAt: ports.clock(), caller, start };
    const { contentId, commitment, size } = await sealJson(ports, startChain(name), content);
    const started = await ports.executions.start({ name, input: { startId: contentId, commitment, size } });
    const { executionArn } = started;
    if (started.kind === 'exists') return { status: 200, body: { executionArn, repeated: true } };
    const { machineArn, executionStartedAt } = started;
    const runId: RunId = runIdOf({ machineArn, executionName: name, executionStartedAt });
    return { status: 201, body: { executionArn, runId } };
  });
}

// Each caller has keys of its own: nobody can take a name away from somebody else, or learn that it is taken.
function nameOf(caller: Principal, key: string): string {
  return `start-${sha256Hex(JSON.stringify([caller.arn, key])).slice(0, 40)}`;
}

function partsOf(body: Json): { readonly key: string | undefined; readonly input: Json } {
  if (typeof body !== 'object' || body === null || !('idempotencyKey' in body)) return { key: undefined, input: body };
  const { idempotencyKey: key, ...input } = { ...body };
  if (typeof key !== 'string' || !/^[A-Za-z0-9_.:-]{1,128}$/.test(key)) {
    throw new CountersignError(
      'bad-request',
      'idempotencyKey: this is not a key; allowed: 1 to 128 letters, digits, or one of _ . : -',
    );
  }
  return { key, input };
}
