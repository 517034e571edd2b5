import { ActionAgain, ActionInFlight, CountersignError } from '../core/errors.ts';
import { type GateFile, toolOf } from '../core/gate-file.ts';
import type { RunId, ToolUseId } from '../core/ids.ts';
import type { ActFacts } from '../core/may-act.ts';
import { type CallState, needsAction, type Run } from '../core/run.ts';
import { executorPayload } from './action-payload.ts';
import { type LedgerPorts, loadRun } from './append.ts';
import { finishAttempt, finishUndone } from './finish-action.ts';
import { gateOfCall } from './gate-of-version.ts';
import { gateStop, type StopReading } from './gate-stop.ts';
import { openInput } from './opened-call.ts';
import type { Contents, Executors, Invoked, ReceiptSigner } from './ports.ts';
import { markAttempt } from './start-action.ts';
import { openStart } from './start-content.ts';
import { stopByGate } from './stop-by-gate.ts';
import { verifyAction } from './verify-action.ts';

/** All that Act works with. */
export interface ActPorts extends LedgerPorts, StopReading {
  readonly gate: GateFile;
  readonly contents: Contents;
  readonly executors: Executors;
  readonly receipts: ReceiptSigner;
  /** How long the function that acts may run. */
  readonly functionTimeoutSeconds: number;
}

export interface CallPlace {
  readonly runId: RunId;
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
}

/**
 * Carries one decided call out, at most one invocation of its executor, and has it verified. Called by the state machine once per
 * call and again by its retries; what the ledger says was done is not done again.
 * @throws ActionInFlight, ActionAgain, LedgerContention for the state machine to come back later
 */
export async function act(ports: ActPorts, place: CallPlace): Promise<void> {
  const { run, call } = await find(ports, place);
  if (run.finished !== undefined || !needsAction(call)) return;
  const facts = await factsOf(ports, run, call);
  if (typeof facts === 'string') return finishUndone(ports, run, { call, why: facts });
  if (call.action?.finished === undefined || call.action.finished.status === 'retry') {
    await attempt(ports, { run, call, facts });
  }
  const { run: after, call: acted } = await find(ports, place);
  if (after.finished === undefined && needsAction(acted)) await verifyAction(ports, after, { call: acted, facts });
}

async function attempt(
  ports: ActPorts,
  { run, call, facts }: { readonly run: Run; readonly call: CallState; readonly facts: ActFacts },
): Promise<void> {
  const marked = await markAttempt(ports, run, { call, facts });
  if (marked.kind === 'settled') return;
  if (marked.kind === 'in-flight') {
    throw new ActionInFlight(`The action of ${call.toolUseId} may still be running until ${marked.until}.`);
  }
  const { executor, input } = facts;
  // Behind the mark: a stop that comes later finds it, and one that came before is found here.
  const stop = await gateStop(ports);
  const invoked: Invoked =
    stop !== undefined
      ? { kind: 'not-invoked', error: 'the gate was stopped' }
      : await ports.executors.invoke({
          lambda: executor.lambda,
          payload: executorPayload(run, call, { input, receipt: marked.receipt }),
          timeoutMs: executor.timeoutSeconds * 1000,
        });
  const status = await finishAttempt(ports, run, { call, facts, started: marked.started, invoked });
  if (stop !== undefined) return stopByGate(ports, run.id, { stop });
  if (status === 'retry') throw new ActionAgain(`The action of ${call.toolUseId} is to be tried again.`);
}

async function find(ports: ActPorts, { runId, epoch, toolUseId }: CallPlace) {
  const run = await loadRun(ports, runId);
  const call = run?.calls.find((other) => other.epoch === epoch && other.toolUseId === toolUseId);
  if (run !== undefined && call !== undefined) return { run, call };
  throw new CountersignError('not-found', `There is no call ${toolUseId} of epoch ${epoch} in ${runId}.`);
}

/** Or why the call cannot be made out any more. */
async function factsOf(ports: ActPorts, run: Run, call: CallState): Promise<ActFacts | 'erased' | 'policy-changed'> {
  const gate = await gateOfCall(ports, run, call);
  const executor = gate === undefined ? undefined : toolOf(gate, call.name)?.executor;
  if (gate === undefined || executor === undefined) return 'policy-changed';
  // What people approved stands under the rules that they were asked by. What no person saw must be allowed by the rules that are
  // deployed now, and only an executor that is still deployed may be invoked.
  const isReplaced = gate !== ports.gate;
  if (isReplaced && call.policy?.decision !== 'ask' && call.closed === undefined) return 'policy-changed';
  if (isReplaced && toolOf(ports.gate, call.name)?.executor?.lambda !== executor.lambda) return 'policy-changed';
  const [opened, start] = await Promise.all([openInput(ports, run, call), openStart(ports, run)]);
  if (opened.kind !== 'value' || start === undefined) return 'erased';
  return { gate, executor, input: opened.value, labels: start.labels ?? {} };
}
