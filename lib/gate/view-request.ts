import type { Json } from '../core/canonical-json.ts';
import { type GateFile, toolOf } from '../core/gate-file.ts';
import type { ApproverId, RequestId } from '../core/ids.ts';
import { readPointer } from '../core/json-pointer.ts';
import { type CallState, guardOf, type Run } from '../core/run.ts';
import { openInput } from './answer-calls.ts';
import type { Clock, Contents } from './ports.ts';
import { openText } from './seal.ts';
import { openStart } from './start-content.ts';
import type { CallStanding, CallView, RequestView, ShownValue } from './views.ts';

export interface ViewPorts {
  readonly gate: GateFile;
  readonly contents: Contents;
  readonly clock: Clock;
}

/** All that one approver may see of a request; `undefined` when the run has no such request or never asked this approver. */
export async function viewRequest(
  ports: ViewPorts,
  run: Run,
  who: { readonly requestId: RequestId; readonly approverId: ApproverId },
): Promise<RequestView | undefined> {
  const request = run.requests.get(who.requestId);
  const calls = run.calls.filter(
    (call) => call.requestId === who.requestId && call.requested?.approvers.includes(who.approverId),
  );
  if (request === undefined || calls.length === 0) return undefined;
  const start = await openStart(ports, run);
  // The calls of one request may have been streamed a turn before their hand-off, behind a tool that the harness ran.
  const words = wordsBefore(run, calls[0]?.turn ?? request.turn);
  return {
    runId: run.id,
    requestId: who.requestId,
    gate: run.started.gate,
    stage: run.started.stage,
    guard: guardOf(run),
    approver: approverOf(ports.gate, who.approverId),
    requester: {
      name: start === undefined ? { kind: 'erased' } : { kind: 'text', text: start.requester },
      assurance: run.started.requesterAssurance,
    },
    prompt: start === undefined ? { kind: 'erased' } : { kind: 'text', text: start.prompt },
    ...(words === undefined ? {} : { agentWords: await openText(ports, run.id, words) }),
    calls: await Promise.all(calls.map((call) => viewCall(ports, run, call))),
    now: new Date(ports.clock()).toISOString(),
  };
}

function wordsBefore(run: Run, turn: number) {
  const end = run.turns.find(({ end }) => end?.type === 'turn.finished' && end.turn === turn)?.end;
  return end?.type === 'turn.finished' ? end.words : undefined;
}

async function viewCall(ports: ViewPorts, run: Run, call: CallState): Promise<CallView> {
  const tool = toolOf(ports.gate, call.name);
  const opened = await openInput(ports, run, call);
  const input = opened.kind === 'value' ? opened.value : undefined;
  return {
    toolUseId: call.toolUseId,
    tool: call.name,
    description: tool?.description ?? '',
    // A tool that has left the gate file since is shown as the worst it could be.
    effect: tool?.effect ?? 'irreversible',
    shown: (tool?.show ?? []).map((line) => shownValue(line, input)),
    ...(tool?.atMost === undefined ? {} : { atMost: tool.atMost }),
    ...(tool?.undo === undefined ? {} : { undo: tool.undo }),
    ...(input === undefined ? {} : { input }),
    digest: call.requested?.digest ?? '',
    deadline: call.requested?.deadline ?? '',
    standing: await standingOf(ports, run, call),
    answerBy: call.requested?.assurance ?? 'link',
    whoActs: 'agent',
  };
}

function shownValue(
  { at, label, unit }: { readonly at: string; readonly label: string; readonly unit?: string },
  input: Json | undefined,
): ShownValue {
  const pointed = input === undefined ? { found: false as const } : readPointer(input, at);
  return { label, at, ...(unit === undefined ? {} : { unit }), ...(pointed.found ? { value: pointed.value } : {}) };
}

async function standingOf(ports: ViewPorts, run: Run, call: CallState): Promise<CallStanding> {
  const { closed } = call;
  if (closed === undefined) {
    const deadline = call.requested?.deadline ?? '';
    // The run may not have woken yet: the deadline itself ends what can be decided.
    const isDue = Date.parse(deadline) <= ports.clock();
    if (isDue) return { kind: 'closed', outcome: 'expired', at: deadline, by: [] };
    if (run.finished !== undefined) return { kind: 'closed', outcome: 'cancelled', at: run.finished.at, by: [] };
    return { kind: 'open' };
  }
  const counted = call.verdicts.filter((verdict) => closed.verdicts.includes(verdict.verdictId));
  const sealed = counted.find((verdict) => verdict.comment !== undefined)?.comment;
  return {
    kind: 'closed',
    outcome: closed.outcome,
    at: closed.at,
    by: counted.map(({ approverId }) => ({ id: approverId, name: approverOf(ports.gate, approverId).name })),
    ...(sealed === undefined ? {} : { comment: await openText(ports, run.id, sealed) }),
  };
}

/** Where an approver's mail goes; `undefined` for one who has left the gate file. */
export function approverAddress(gate: GateFile, id: ApproverId): string | undefined {
  return Object.hasOwn(gate.approvers, id) ? gate.approvers[id]?.mail : undefined;
}

/** An approver as people read it. A person who has left the gate file since appears by id. */
export function approverOf(gate: GateFile, id: ApproverId): RequestView['approver'] {
  const topic = /^topic:(.*)$/.exec(id)?.[1];
  if (topic !== undefined) return { id, name: `the topic ${topic}`, kind: 'topic' };
  const name = Object.hasOwn(gate.approvers, id) ? gate.approvers[id]?.name : undefined;
  return { id, name: name ?? id, kind: 'person' };
}
