import type { VerdictKind } from '../../lib/core/approval-entries.ts';
import type { Json } from '../../lib/core/canonical-json.ts';
import { type Commit, checkChain } from '../../lib/core/commit.ts';
import { CountersignError } from '../../lib/core/errors.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import { type RequestId, type RunId, runIdOf, type ToolUseId } from '../../lib/core/ids.ts';
import type { Run } from '../../lib/core/run.ts';
import { type ActPorts, act } from '../../lib/gate/act.ts';
import { advance, type Next } from '../../lib/gate/advance.ts';
import type { AdvancePorts } from '../../lib/gate/advance-ports.ts';
import { loadRun } from '../../lib/gate/append.ts';
import { type AskPorts, ask } from '../../lib/gate/ask.ts';
import { mailsRemembered } from '../../lib/gate/mails-remembered.ts';
import type { OperatePorts } from '../../lib/gate/operate.ts';
import type { Callback, Executors, GateChains, Ledger, Operational, ReceiptSigner } from '../../lib/gate/ports.ts';
import { recordVerdict, type VerdictPorts } from '../../lib/gate/record-verdict.ts';
import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';
import { type TellPorts, tell } from '../../lib/gate/tell.ts';
import type { VerdictAnswer } from '../../lib/gate/views.ts';
import { type Around, around } from './around.ts';
import { countingRandomness, type FakeClock, type FakeCourier, fakeClock, fakeCourier } from './fakes.ts';
import { gateFile } from './gate-files.ts';
import { type MemoryContents, memoryContents } from './memory-contents.ts';
import { type MemoryLedger, memoryLedger } from './memory-ledger.ts';
import { memoryOperational } from './memory-operational.ts';
import type { ScriptedHarness } from './scripted-harness.ts';

export interface BenchOptions {
  readonly harness: ScriptedHarness;
  readonly gate?: GateFile;
  readonly input?: Json;
  /** @default nothing can be invoked */
  readonly executors?: Executors;
  /** Happens around every call of every port. */
  readonly around?: Around;
}

export type BenchPorts = AdvancePorts &
  ActPorts &
  AskPorts &
  TellPorts &
  VerdictPorts &
  OperatePorts & { readonly operational: Operational };

type Waiting = { readonly kind: 'waiting'; readonly requestId: RequestId; readonly wakeAt: string };
type Ended = {
  readonly kind: 'ended';
  readonly next: Exclude<Next, { readonly next: 'ask' | 'act' | 'again' | 'tell' }>;
};
type Faulted = { readonly kind: 'faulted'; readonly error: CountersignError };

/** Where the state machine stands when nothing moves by itself any more. */
export type Rest = Waiting | Ended | Faulted;

type MachineState =
  | { readonly at: 'advance' }
  | { readonly at: 'ask'; readonly token: string; readonly timeoutAt: number; readonly rest: Waiting }
  | { readonly at: 'rest'; readonly rest: Ended | Faulted };

export interface Bench {
  readonly runId: RunId;
  readonly ports: BenchPorts;
  readonly clock: FakeClock;
  readonly ledger: MemoryLedger;
  readonly contents: MemoryContents;
  readonly courier: FakeCourier;
  readonly harness: ScriptedHarness;
  /** Goes on as the state machine would, until it waits for a person or has ended. */
  readonly drive: () => Promise<Rest>;
  /** The token that the machine waits with just now. */
  readonly liveToken: () => string | undefined;
  readonly woken: ReadonlySet<string>;
  readonly run: () => Promise<Run>;
  readonly commits: () => Promise<readonly Commit[]>;
  /** Sends a verdict with the newest link of whoever is named. */
  readonly decide: (verdict: VerdictKind, about: Deciding) => Promise<VerdictAnswer>;
  readonly secretOf: (to: string) => string;
  /** What people were asked about, by call id; empty where nobody was. */
  readonly digestOf: (call: string) => Promise<string>;
}

export interface Deciding {
  readonly call: string;
  /** Mail address or topic ARN. @default Morgan's */
  readonly as?: string;
  readonly comment?: string;
}

export const execution = {
  machineArn: 'arn:aws:states:us-east-1:123456789012:stateMachine:purchase',
  executionArn: 'arn:aws:states:us-east-1:123456789012:execution:purchase:first',
  executionName: 'first',
  executionStartedAt: '2026-03-02T09:00:00.000Z',
} as const;

export const topicArn = 'arn:aws:sns:us-east-1:123456789012:ops';

const saying = (subject: string) => (_: unknown, link: string) => ({ subject, text: link });
const askingOf = {
  request: saying('Approval'),
  reminder: saying('Reminder'),
  escalation: saying('Escalation'),
  changed: saying('Changed'),
};
// What people are told, as readable as it was handed over.
const telling = (view: object) => ({ subject: 'News', text: JSON.stringify(view) });
const informing = { subject: 'Information', text: 'Nothing to answer.' };

const retryable: ReadonlyMap<string, number> = new Map([
  ['Countersign.TurnInFlight', 15_000],
  ['Countersign.TurnNotStarted', 2_000],
  ['Countersign.LedgerContention', 2_000],
  ['Countersign.ActionInFlight', 15_000],
  ['Countersign.ActionAgain', 2_000],
]);

// Reading a gate file compiles its schemas: once for all benches.
const ordinaryGate = gateFile();

/** The whole gate in memory: real use cases, in-memory ports, and a driver that routes as the state machine does. */
export function bench(options: BenchOptions): Bench {
  const { harness, gate = ordinaryGate, input = { prompt: 'Buy a chair.', requester: 'sam' } } = options;
  const clock = fakeClock();
  const ledger = memoryLedger();
  const contents = memoryContents();
  const courier = fakeCourier();
  const woken = new Set<string>();
  const runId = runIdOf(execution);
  let state: MachineState = { at: 'advance' };
  let entered = 0;
  const callback: Callback = {
    wake: async (token) => {
      if (state.at !== 'ask' || state.token !== token || woken.has(token)) return 'too-old';
      woken.add(token);
      return 'sent';
    },
  };
  const hook = options.around ?? ((_, call) => call());
  const operational = around(memoryOperational(), 'operational', hook);
  const ports: BenchPorts = {
    gate,
    ledger: around(ledger, 'ledger', hook),
    chains: around<GateChains>(ledger, 'chains', hook),
    contents: around(contents, 'contents', hook),
    operational,
    callback: around(callback, 'callback', hook),
    courier: mailsRemembered(around(courier, 'courier', hook), operational),
    harness: around(harness, 'harness', hook),
    harnessTarget: { arn: gate.harness.kind === 'arn' ? gate.harness.arn : 'arn:created', qualifier: 'DEFAULT' },
    executors: around(options.executors ?? noExecutors, 'executors', hook),
    receipts: around(unsignedReceipts, 'receipts', hook),
    functionTimeoutSeconds: 120,
    clock: clock.now,
    randomness: countingRandomness(),
    pause: async () => undefined,
    linkOf: (secret) => `https://page.example/${secret}`,
    render: {
      mail: askingOf,
      topic: askingOf,
      information: { mail: () => informing, topic: () => informing },
      cancelledMail: () => ({ subject: 'Cancelled', text: 'cancelled' }),
      cancelledTopic: () => ({ subject: 'Cancelled', text: 'cancelled' }),
      outcome: { mail: telling, topic: telling },
      requester: { mail: telling, topic: telling },
    },
    topicArnOf: (id) => (id === 'ops' ? topicArn : undefined),
    runs: { running: async () => ({ runs: [runId] }) },
  };

  const enterAdvance = async (): Promise<MachineState> => {
    // AWS hands a task that failed back to its Retry, and an operator redrives what has used its attempts up.
    for (let attempt = 0; attempt < 60; attempt += 1) {
      try {
        const next = await advance(oneInvocation(ports), execution, input);
        if (next.next === 'again') return { at: 'advance' };
        if (next.next === 'tell') {
          await enterTell();
          return { at: 'advance' };
        }
        if (next.next === 'act') {
          for (const call of next.calls) await enterAct(call);
          return { at: 'advance' };
        }
        if (next.next !== 'ask') return { at: 'rest', rest: { kind: 'ended', next } };
        entered += 1;
        const rest: Waiting = { kind: 'waiting', requestId: next.requestId as RequestId, wakeAt: next.wakeAt };
        const timeoutAt = Math.max(clock.now() + 5_000, Date.parse(next.wakeAt));
        return { at: 'ask', token: `task-token-${entered}`, timeoutAt, rest };
      } catch (error) {
        const wait = error instanceof Error ? retryable.get(error.name) : undefined;
        if (wait === undefined && error instanceof CountersignError) {
          return { at: 'rest', rest: { kind: 'faulted', error } };
        }
        clock.forward(wait ?? 2_000);
      }
    }
    throw new Error('Advance failed in every one of its attempts.');
  };

  const enterTell = async (): Promise<void> => {
    // As often as the state machine tries; then it goes on.
    for (const pause of [2_000, 4_000, 0]) {
      try {
        return await tell(oneInvocation(ports), runId);
      } catch {
        clock.forward(pause);
      }
    }
  };

  const enterAct = async (call: { readonly epoch: number; readonly toolUseId: string }): Promise<void> => {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      try {
        return await act(oneInvocation(ports), { runId, epoch: call.epoch, toolUseId: call.toolUseId as ToolUseId });
      } catch (error) {
        const wait = error instanceof Error ? retryable.get(error.name) : undefined;
        clock.forward(wait ?? 2_000);
      }
    }
    clock.forward(30_000);
  };

  const enterAsk = async ({ token, rest }: Extract<MachineState, { at: 'ask' }>): Promise<void> => {
    const enteredAt = new Date(clock.now()).toISOString();
    try {
      await ask(oneInvocation(ports), { runId, requestId: rest.requestId, taskToken: token, enteredAt });
    } catch {
      clock.forward(30_000);
      state = { at: 'advance' };
    }
  };

  const drive = async (): Promise<Rest> => {
    for (let transition = 0; transition < 500; transition += 1) {
      if (state.at === 'rest') return state.rest;
      if (state.at === 'advance') {
        state = await enterAdvance();
        if (state.at === 'ask') await enterAsk(state);
        continue;
      }
      if (!woken.has(state.token) && clock.now() < state.timeoutAt) return state.rest;
      // What is entered after a wait has its own, later time.
      clock.forward(1);
      state = { at: 'advance' };
    }
    throw new Error('The state machine does not come to rest.');
  };

  const digestOf = async (call: string) => {
    const run = await loadRun({ ledger }, runId);
    const asked = [...(run?.calls ?? []), ...(run?.questions ?? [])].find(({ toolUseId }) => toolUseId === call);
    return asked?.requested?.digest ?? '';
  };

  const secretOf = (to: string) => {
    const link = courier.sent.findLast((sent) => sent.to === to)?.message.text;
    if (link === undefined) throw new Error(`Nothing was sent to ${to}.`);
    return link.slice(link.lastIndexOf('/') + 1);
  };

  return {
    runId,
    ports,
    clock,
    ledger,
    contents,
    courier,
    harness,
    woken,
    drive,
    secretOf,
    liveToken: () => (state.at === 'ask' ? state.token : undefined),
    commits: async () => checkChain(runId, await ledger.load(runId)).commits,
    run: async () => {
      const run = await loadRun({ ledger }, runId);
      if (run === undefined) throw new Error('The run has no chain.');
      return run;
    },
    digestOf,
    decide: async (verdict, { call, as = 'morgan@example.com', comment }) => {
      const digest = await digestOf(call);
      const toolUseId = call as ToolUseId;
      return recordVerdict(oneInvocation(ports), { linkSecret: secretOf(as), toolUseId, verdict, digest, comment });
    },
  };
}

const noExecutors: Executors = { invoke: async () => ({ kind: 'not-invoked', error: 'ResourceNotFoundException' }) };

// As readable as what it stands for; who may sign and what is believed has tests of its own.
const unsignedReceipts: ReceiptSigner = { sign: async (claims) => JSON.stringify(claims) };

/** The ports as a handler gives them to one invocation of its function. */
export function oneInvocation<Ports extends { readonly ledger: Ledger }>(ports: Ports): Ports {
  return { ...ports, ledger: rememberedLedger(ports.ledger) };
}
