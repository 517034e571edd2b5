import type { Json, JsonObject } from '../core/canonical-json.ts';
import { commitAfter } from '../core/commit.ts';
import { LedgerContention } from '../core/errors.ts';
import { type CommandId, stopChain } from '../core/ids.ts';
import { readGateGoInput, readGateStopInput } from '../core/operate-input.ts';
import type { Principal } from '../core/principal.ts';
import type { StopEntry } from '../core/stop-entries.ts';
import { newestOfStop } from './gate-chains.ts';
import { gateStop } from './gate-stop.ts';
import { inFlight } from './in-flight.ts';
import type { GateChains, RunningRuns } from './ports.ts';
import { sealJson, sealText } from './seal.ts';
import { refusal, type SignedAnswer } from './signed-request.ts';
import { stopContents } from './stop-by-gate.ts';
import { type StopPorts, settleStop } from './stop-run.ts';

export interface StopGatePorts extends StopPorts {
  readonly chains: GateChains;
  readonly runs: RunningRuns;
}

// A route answers within 29 seconds; the next page is another request.
const runsAtOnce = 5;

/**
 * `POST /stop`. From the moment the stop stands in its chain no turn, action, grant or question begins, whatever happens to the
 * rest of this request. Then a page of the running executions is settled, as one stop of each would; `next` asks for the next page.
 */
export async function stopGate(ports: StopGatePorts, principal: Principal, body: Json): Promise<SignedAnswer> {
  const input = readGateStopInput(body);
  await putStop(ports, { type: 'gate.stopped', by: principal, reason: input.reason });
  const stop = await gateStop(ports);
  if (stop === undefined) return refusal(409, 'Somebody lifted the stop at the same moment. Allowed: stop once more.');
  const page = await ports.runs.running(input.next);
  const open = [...page.runs];
  const found: JsonObject[] = [];
  const untold: string[] = [];
  const settle = async () => {
    for (let runId = open.shift(); runId !== undefined; runId = open.shift()) {
      const settled = await settleStop(ports, runId, { principal, reason: input.reason, gateStop: stop.seq });
      if (settled.before !== undefined) found.push(...inFlight(settled.before));
      untold.push(...settled.untold);
    }
  };
  await Promise.all(Array.from({ length: runsAtOnce }, settle));
  const more = page.next === undefined ? {} : { next: page.next };
  const message = `The gate is stopped since ${stop.at}: nothing begins any more. ${page.runs.length} runs were told to stop.`;
  return {
    status: 202,
    body: { message, stoppedAt: stop.at, runs: page.runs.length, inFlight: found, ...more, ...listed(untold) },
  };
}

/** `POST /go`. Lifts the stop: new runs begin again, and what was stopped stays stopped. */
export async function liftStop(ports: StopGatePorts, principal: Principal, body: Json): Promise<SignedAnswer> {
  const { reason } = readGateGoInput(body);
  if ((await gateStop(ports)) === undefined) return refusal(409, 'The gate is not stopped.');
  await putStop(ports, { type: 'gate.lifted', by: principal, reason });
  return { status: 200, body: { message: 'The stop is lifted. Runs that were stopped stay so; start them anew.' } };
}

function listed(untold: readonly string[]): { readonly untold?: readonly string[] } {
  return untold.length === 0 ? {} : { untold };
}

interface Said {
  readonly type: StopEntry['type'];
  readonly by: Principal;
  readonly reason: string;
}

/** Appends a stop or a lifting, unless somebody else just did the same. */
async function putStop(ports: StopGatePorts, { type, by, reason }: Said): Promise<void> {
  const entry: StopEntry = {
    type,
    by: await sealJson(ports, stopContents, by),
    reason: await sealText(ports, stopContents, reason),
  };
  const commandId = ports.randomness.id() as CommandId;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const head = (await newestOfStop(ports)).at(-1);
    if ((head?.entries[0]?.type ?? 'gate.lifted') === type) return;
    const at = new Date(ports.clock()).toISOString();
    const commit = commitAfter(head, { chain: stopChain, at, commandId, entries: [entry] });
    if ((await ports.chains.append(commit)) === 'appended') return;
  }
  throw new LedgerContention('The stop could not be written: others were faster every time. Send it again.');
}
