import type { CallRan, Entry, TurnStarted } from '../core/entries.ts';
import type { GateFile } from '../core/gate-file.ts';
import type { ToolUseId } from '../core/ids.ts';
import { isInline } from '../core/inline-tools.ts';
import { guardOf, type Run } from '../core/run.ts';
import { meaningOf } from '../core/stop-reason.ts';
import type { HookDecision, TurnReading } from '../harness/read-turn.ts';
import { attemptOf } from './end-turn.ts';
import type { Contents, Randomness } from './ports.ts';
import { sealText } from './seal.ts';

interface Heard {
  readonly attempt: TurnStarted;
  readonly reading: TurnReading;
  /** The calls that came back with a result that is not ours. */
  readonly ran: readonly CallRan[];
}

interface GuardEntryPorts {
  readonly gate: GateFile;
  readonly contents: Contents;
  readonly randomness: Randomness;
}

/** A call that the harness took by itself in this turn; `unseen` when the model went past it without a result in the stream. */
interface Taken {
  readonly toolUseId: ToolUseId;
  readonly status: 'success' | 'error' | 'unseen';
}

/**
 * What the turn's hooks say about the calls that the harness took by itself: denied, cleared for a later turn, or run without
 * our leave. A decision is ours when its reason begins with the call's id; the stream has no other tie between the two.
 */
export async function guardEntries(ports: GuardEntryPorts, run: Run, heard: Heard): Promise<readonly Entry[]> {
  if (guardOf(run) === 'unguarded') return [];
  const attempt = attemptOf(heard.attempt);
  const taken = takenBy(ports.gate, run, heard);
  const explained = new Set(run.calls.flatMap((call) => (isExplained(run, call) ? [call.toolUseId] : [])));
  const gated = gatedCalls(ports.gate, run, heard.reading);
  // The guard lets the gate's own tools pass, since people answer them. One that succeeded unanswered is somebody else's tool
  // under that name, such as a remote server's.
  const isGated = (toolUseId: ToolUseId, status: Taken['status']) => status === 'success' && gated.has(toolUseId);
  const denied: Entry[] = [];
  const unexplained: Taken[] = [];
  for (const { toolUseId, status } of taken) {
    const said = heard.reading.hooks.filter((hook) => isAbout(hook, toolUseId));
    const denial = said.find((hook) => hook.decision === 'deny');
    if (denial !== undefined && status !== 'success') {
      const reason = await sealText(ports, run.id, denial.reason);
      denied.push({ type: 'call.denied', ...attempt, toolUseId, reason });
    } else if (denial !== undefined || isGated(toolUseId, status) || (said.length === 0 && !explained.has(toolUseId))) {
      unexplained.push({ toolUseId, status });
    }
  }
  // The service denies in words of its own when the guard does not answer; such calls come back as errors, unrun.
  const unasked = unexplained.filter(({ status }) => status === 'error').slice(0, foreignDenials(run, heard.reading));
  const missing = unexplained.filter((call) => !unasked.includes(call)).map(({ toolUseId }) => toolUseId);
  const cleared = clearedCalls(ports.gate, run, heard);
  return [
    ...(cleared.length === 0 ? [] : [{ type: 'calls.cleared' as const, ...attempt, toolUseIds: cleared }]),
    ...denied,
    ...unasked.map(({ toolUseId }): Entry => ({ type: 'call.denied', ...attempt, toolUseId })),
    ...(missing.length === 0 ? [] : [{ type: 'guard.missing' as const, ...attempt, toolUseIds: missing }]),
  ];
}

function takenBy(gate: GateFile, run: Run, { attempt, reading, ran }: Heard): readonly Taken[] {
  const isUnseen = (call: { readonly name: string; readonly toolUseId: ToolUseId }) =>
    !isInline(gate, call.name) && !reading.results.has(call.toolUseId);
  const isOver = reading.end.kind === 'stopped' && meaningOf(reading.end.stopReason) === 'ended';
  const pending = run.calls.filter(
    (call) =>
      call.epoch === run.epoch &&
      call.ran === undefined &&
      call.handedIn === undefined &&
      wasHandedOver(run, call.turn),
  );
  const wentOn = attempt.sends.kind === 'results' && (reading.modelSpoke === 'spoke' || isOver);
  const passed = [
    ...(wentOn ? pending : []),
    ...reading.calls.filter((call) => call.message < reading.messages || isOver),
  ];
  return [
    ...ran.map(({ toolUseId, status }) => ({ toolUseId, status })),
    ...passed.filter(isUnseen).map(({ toolUseId }) => ({ toolUseId, status: 'unseen' as const })),
  ];
}

// Of a turn that was cut off nobody knows whether its last calls ran; a hand-off stopped before them, and they ran behind it.
function wasHandedOver(run: Run, turn: number): boolean {
  return run.turns.some(
    ({ end }) => end?.type === 'turn.finished' && end.turn === turn && meaningOf(end.stopReason) === 'owes',
  );
}

/** A call behind one of ours may be cleared in this turn and run in the next: its hook is not asked again. */
function clearedCalls(gate: GateFile, run: Run, { reading, ran }: Heard): readonly ToolUseId[] {
  const settled = new Set(ran.map((entry) => entry.toolUseId));
  return callsOfSession(run, reading)
    .filter((call) => !isInline(gate, call.name) && !settled.has(call.toolUseId))
    .map((call) => call.toolUseId)
    .filter((toolUseId) => {
      const said = reading.hooks.filter((hook) => isAbout(hook, toolUseId));
      return said.length > 0 && said.every((hook) => hook.decision === 'allow');
    });
}

function foreignDenials(run: Run, reading: TurnReading): number {
  const known = callsOfSession(run, reading);
  return reading.hooks.filter(
    (hook) => hook.decision === 'deny' && !known.some((call) => isAbout(hook, call.toolUseId)),
  ).length;
}

function callsOfSession(
  run: Run,
  reading: TurnReading,
): readonly { readonly name: string; readonly toolUseId: ToolUseId }[] {
  return [...run.calls.filter((call) => call.epoch === run.epoch), ...reading.calls];
}

function gatedCalls(gate: GateFile, run: Run, reading: TurnReading): ReadonlySet<ToolUseId> {
  const calls = callsOfSession(run, reading).filter((call) => isInline(gate, call.name));
  return new Set(calls.map((call) => call.toolUseId));
}

function isExplained(run: Run, call: Run['calls'][number]): boolean {
  return call.epoch === run.epoch && call.guard !== undefined;
}

function isAbout(hook: HookDecision, toolUseId: ToolUseId): boolean {
  return hook.reason.startsWith(`${toolUseId}:`);
}
