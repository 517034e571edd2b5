import { canonicalJson } from '../core/canonical-json.ts';
import type { CallRan, CallRecorded, Entry, TurnStarted } from '../core/entries.ts';
import type { ToolUseId } from '../core/ids.ts';
import { callOfEpoch, type Run } from '../core/run.ts';
import { readStrictJson } from '../core/strict-json.ts';
import type { StreamedCall, TurnReading } from '../harness/read-turn.ts';
import type { AdvancePorts } from './advance-ports.ts';
import { attemptOf, failTurn, settleTurn, type Trouble } from './end-turn.ts';
import { guardEntries } from './guard-entries.ts';
import { sealText } from './seal.ts';
import { standing } from './standing.ts';

interface Read {
  readonly attempt: TurnStarted;
  readonly reading: TurnReading;
}

// The ids of all of them must fit into one entry, and no person and no harness can do anything with more.
const mostCallsPerTurn = 256;

/** Appends what a turn's stream said: its calls, what the harness ran by itself, and how it ended. */
export async function recordReading(ports: AdvancePorts, run: Run, { attempt, reading }: Read): Promise<void> {
  if (reading.calls.length > mostCallsPerTurn) {
    const message = `The model made ${reading.calls.length} tool calls in one turn; at most ${mostCallsPerTurn} are taken.`;
    return failTurn(ports, run, { attempt, trouble: { failure: 'unreadable-stream', message } });
  }
  const fresh = reading.calls.filter((call) => callOfEpoch(run, call.toolUseId) === undefined);
  const recorded = await Promise.all(fresh.map((call) => recordCall(ports, run, { attempt, call })));
  const ran = ranEntries(run, { attempt, reading });
  const before: readonly Entry[] = [
    ...recorded,
    ...ran,
    ...(await guardEntries(ports, run, { attempt, reading, ran })),
  ];
  const trouble = troubleOf(run, reading);
  if (trouble !== undefined) return failTurn(ports, run, { attempt, trouble, before });
  const stopReason = reading.end.kind === 'stopped' ? reading.end.stopReason : '';
  const finished: Entry = {
    type: 'turn.finished',
    ...attemptOf(attempt),
    stopReason: stopReason.slice(0, 64),
    usage: reading.usage,
    ...(reading.words === '' ? {} : { words: await sealText(ports, run.id, reading.words) }),
    ...standing(ports.gate, run, { sends: attempt.sends, reading, stopReason }),
  };
  return settleTurn(ports, run, { attempt, entries: [...before, finished] });
}

function troubleOf(run: Run, reading: TurnReading): Trouble | undefined {
  const { end } = reading;
  switch (end.kind) {
    case 'no-message-stop':
      return { failure: 'no-message-stop', message: '' };
    case 'unreadable':
      return { failure: 'unreadable-stream', message: end.message };
    case 'fault': {
      // Both styles of in-stream error: the SDK throws a class or yields a member, which differ in their first letter.
      const refuses = /^(runtimeClientError|validationException)$/i.test(end.error);
      // Only a stream that says nothing else has refused what it was sent. Behind words or results it broke on the way.
      const saidNothing = reading.messages === 0 && reading.results.size === 0;
      const failure = refuses && saidNothing ? 'session-lost' : 'stream-error';
      return { failure, error: end.error, message: end.message };
    }
    case 'stopped': {
      const repeated = reading.calls.find((call) => callOfEpoch(run, call.toolUseId) !== undefined);
      if (repeated === undefined) return undefined;
      return { failure: 'unreadable-stream', message: `The call ${repeated.toolUseId} came a second time.` };
    }
  }
}

async function recordCall(
  ports: AdvancePorts,
  run: Run,
  { attempt, call }: { readonly attempt: TurnStarted; readonly call: StreamedCall },
): Promise<CallRecorded> {
  const reading = readStrictJson(call.inputText);
  const text = reading.kind === 'ok' ? canonicalJson(reading.value) : call.inputText;
  const { toolUseId, name } = call;
  const input = await sealText(ports, run.id, text);
  return {
    type: 'call.recorded',
    ...attemptOf(attempt),
    toolUseId,
    name,
    input,
    reading: reading.kind === 'ok' ? 'canonical' : 'refused',
  };
}

/** Results in the stream for calls that are not ours to answer: the harness ran them, or a hook of it refused them. */
function ranEntries(run: Run, { attempt, reading }: Read): readonly CallRan[] {
  const sent: readonly ToolUseId[] = attempt.sends.kind === 'results' ? attempt.sends.toolUseIds : [];
  // A result of ours that is replayed once more, turns later, is still ours.
  const open = run.calls.filter((call) => call.epoch === run.epoch && call.ran === undefined && !call.delivered);
  const known = new Set([...open, ...reading.calls].map((call) => call.toolUseId));
  return [...reading.results]
    .filter(([toolUseId]) => known.has(toolUseId) && !sent.includes(toolUseId))
    .map(([toolUseId, status]) => ({ type: 'call.ran', ...attemptOf(attempt), toolUseId, status }));
}
