import type { TurnSends } from '../core/entries.ts';
import type { GateFile } from '../core/gate-file.ts';
import type { ToolUseId } from '../core/ids.ts';
import { isInline } from '../core/inline-tools.ts';
import type { Run } from '../core/run.ts';
import { meaningOf } from '../core/stop-reason.ts';
import { handedCalls, type PendingCall } from '../harness/owed.ts';
import type { TurnReading } from '../harness/read-turn.ts';

interface Stop {
  readonly sends: TurnSends;
  readonly reading: TurnReading;
  readonly stopReason: string;
}

interface Pending extends PendingCall {
  readonly toolUseId: ToolUseId;
}

/** Which of our results arrived, and which calls are ours to answer now that were not before. */
export function standing(
  gate: GateFile,
  run: Run,
  stop: Stop,
): { readonly delivered: readonly ToolUseId[]; readonly handed: readonly ToolUseId[] } {
  const sent = stop.sends.kind === 'results' ? stop.sends.toolUseIds : [];
  const delivered = deliveredOf(run, sent, stop);
  const settled = new Set([...delivered, ...stop.reading.results.keys()]);
  const pending = lastResponse(run, sent, stop.reading).filter((call) => !settled.has(call.toolUseId));
  const handed = oursOf(gate, pending, stop.stopReason).map((call) => call.toolUseId);
  return { delivered, handed: handed.filter((toolUseId) => !sent.includes(toolUseId)) };
}

/** A result arrived when the stream replays it or goes past it: to a call behind it, or to the model. */
function deliveredOf(run: Run, sent: readonly ToolUseId[], { reading, stopReason }: Stop): readonly ToolUseId[] {
  if (reading.modelSpoke === 'spoke' || meaningOf(stopReason) === 'ended') return sent;
  const order = run.calls.filter((call) => call.epoch === run.epoch).map((call) => call.toolUseId);
  const reached = order.findLastIndex((toolUseId) => reading.results.has(toolUseId));
  return sent.filter((toolUseId) => order.indexOf(toolUseId) <= reached);
}

/**
 * The calls of the model's last response that can still be open. When it spoke in this turn, they are those of its last
 * message; when it did not, those that stand with or behind the calls whose results were sent.
 */
function lastResponse(run: Run, sent: readonly ToolUseId[], reading: TurnReading): readonly Pending[] {
  if (reading.modelSpoke === 'spoke') return reading.calls.filter((call) => call.message === reading.messages);
  const [first] = sent;
  const ofEpoch = run.calls.filter((call) => call.epoch === run.epoch);
  const from = ofEpoch.findIndex((call) => call.toolUseId === first);
  return from < 0 ? [] : ofEpoch.slice(from).filter((call) => call.ran === undefined && !call.delivered);
}

function oursOf(gate: GateFile, pending: readonly Pending[], stopReason: string): readonly Pending[] {
  const isNamed = (name: string) => isInline(gate, name);
  switch (meaningOf(stopReason)) {
    case 'owes':
      return handedCalls(pending, isNamed);
    case 'cut-off': {
      // The harness may have been cut off while it ran a tool of its own, so at its head only a named call is ours.
      const [first] = pending;
      return first !== undefined && isNamed(first.name) ? handedCalls(pending, isNamed) : [];
    }
    case 'ended':
    case 'failed':
      return [];
  }
}
