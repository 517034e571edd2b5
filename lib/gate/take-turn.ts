import { canonicalJson } from '../core/canonical-json.ts';
import type { CallRan, CallRecorded, Entry, TurnFailure, TurnSends, TurnStarted } from '../core/entries.ts';
import { CountersignError, TurnNotStarted } from '../core/errors.ts';
import { toolOf } from '../core/gate-file.ts';
import { type AttemptId, sessionIdOf, type ToolUseId } from '../core/ids.ts';
import { callsPerCommit } from '../core/next-step.ts';
import { callsToRestate, restatement } from '../core/restatement.ts';
import type { CallState, Run } from '../core/run.ts';
import { meaningOf } from '../core/stop-reason.ts';
import { readStrictJson } from '../core/strict-json.ts';
import { continueMessages, type HarnessMessage, promptMessages, resultMessages } from '../harness/messages.ts';
import { handedCalls } from '../harness/owed.ts';
import { readTurn, type StreamedCall, type TurnReading } from '../harness/read-turn.ts';
import type { AdvancePorts } from './advance-ports.ts';
import { answerCalls, openInput, resultFor } from './answer-calls.ts';
import { decideAndAppend } from './append.ts';
import { sealText } from './seal.ts';
import { openStart } from './start-run.ts';

// The harness ends a turn by itself at timeoutSeconds; its last events still need a moment to arrive.
const cutMarginMs = 15_000;

/**
 * Takes one turn: the mark first, then the invoke, then what came of it. Whoever finds the mark knows that the turn may
 * have been sent, and nobody sends it twice.
 * @throws TurnNotStarted when the harness refused the turn before anything was started: it may be sent again
 */
export async function takeTurn(
  ports: AdvancePorts,
  run: Run,
  turn: { readonly turn: number; readonly sends: TurnSends },
): Promise<void> {
  const start = await openStart(ports, run);
  if (start === undefined)
    throw new CountersignError('not-found', `The start of ${run.id} was erased, so its run cannot go on.`);
  const messages = await messagesOf(ports, run, { sends: turn.sends, prompt: start.prompt });
  const attempt = await mark(ports, run, turn);
  if (attempt === undefined) return;
  const answer = await ports.harness.invoke({
    sessionId: attempt.sessionId,
    actorId: start.actor ?? run.id,
    messages,
    cutAfterMs: ports.gate.harness.timeoutSeconds * 1000 + cutMarginMs,
  });
  switch (answer.kind) {
    case 'refused':
      await settle(ports, run, {
        attempt,
        entries: () => [{ type: 'turn.refused', ...idOf(attempt), error: answer.error, again: answer.again }],
      });
      if (answer.again === 'may-be-sent-again')
        throw new TurnNotStarted(`The harness refused the turn with ${answer.error} before anything was started.`);
      return;
    case 'unanswered':
      return fail(ports, run, { attempt, failure: 'unanswered', error: answer.error, message: answer.message });
    case 'stream':
      return recordReading(ports, run, { attempt, reading: await readTurn(answer.events) });
  }
}

async function messagesOf(
  ports: AdvancePorts,
  run: Run,
  { sends, prompt }: { readonly sends: TurnSends; readonly prompt: string },
): Promise<readonly HarnessMessage[]> {
  switch (sends.kind) {
    case 'prompt':
      return promptMessages(prompt);
    case 'continue':
      return continueMessages();
    case 'results': {
      const calls = sends.toolUseIds
        .map((toolUseId) => callOfEpoch(run, toolUseId))
        .filter((call) => call !== undefined);
      return resultMessages(await answerCalls(ports, run, calls));
    }
    case 'restated': {
      const calls = await Promise.all(
        callsToRestate(run).map(async (call) => {
          const input = await openInput(ports, run, call);
          const { text } = await resultFor(ports, run, { call, input });
          return {
            tool: call.name,
            input: input.kind === 'value' ? canonicalJson(input.value) : 'an input that is gone',
            result: text,
          };
        }),
      );
      return promptMessages(restatement(prompt, calls));
    }
  }
}

async function mark(
  ports: AdvancePorts,
  run: Run,
  { turn, sends }: { readonly turn: number; readonly sends: TurnSends },
): Promise<TurnStarted | undefined> {
  const started: TurnStarted = {
    type: 'turn.started',
    turn,
    attemptId: ports.randomness.id() as AttemptId,
    epoch: run.epoch,
    sessionId: sessionIdOf(run.started, run.epoch),
    sends,
    mayRunUntil: new Date(ports.clock() + ports.functionTimeoutSeconds * 1000).toISOString(),
  };
  // Only on the very head that this step was decided on: somebody faster has taken the turn or closed the run.
  const commit = await decideAndAppend(ports, run.id, (now) =>
    now?.head.hash === run.head.hash ? [started] : undefined,
  );
  return commit === undefined ? undefined : started;
}

interface Settled {
  readonly attempt: TurnStarted;
  readonly entries: (run: Run) => readonly Entry[];
}

/** Appends what came of an attempt, behind whatever else was appended meanwhile (a late verdict, for example). */
async function settle(ports: AdvancePorts, run: Run, { attempt, entries }: Settled): Promise<void> {
  await decideAndAppend(ports, run.id, (now) => {
    const last = now?.turns.at(-1);
    const isOpen = last?.started.attemptId === attempt.attemptId && last.end === undefined;
    return now === undefined || !isOpen ? undefined : entries(now);
  });
}

interface Failure {
  readonly attempt: TurnStarted;
  readonly failure: TurnFailure;
  readonly error?: string;
  readonly message: string;
  readonly before?: readonly Entry[];
}

async function fail(
  ports: AdvancePorts,
  run: Run,
  { attempt, failure, error, message, before = [] }: Failure,
): Promise<void> {
  const detail = message === '' ? {} : { detail: await sealText(ports, run.id, message) };
  const named = error === undefined ? {} : { error };
  await settle(ports, run, {
    attempt,
    entries: () => [...before, { type: 'turn.failed', ...idOf(attempt), failure, ...named, ...detail }],
  });
}

async function recordReading(
  ports: AdvancePorts,
  run: Run,
  { attempt, reading }: { readonly attempt: TurnStarted; readonly reading: TurnReading },
): Promise<void> {
  const fresh = reading.calls.filter((call) => callOfEpoch(run, call.toolUseId) === undefined);
  const recorded = await Promise.all(fresh.map((call) => recordCall(ports, run, { attempt, call })));
  const ran = ranEntries(run, { attempt, reading });
  const before: Entry[] = [...recorded, ...ran];
  // Many calls do not fit into one commit; they count only once the turn's own end stands behind them.
  while (before.length > callsPerCommit) {
    const part = before.splice(0, callsPerCommit);
    await settle(ports, run, { attempt, entries: () => part });
  }
  const { end } = reading;
  const repeated = reading.calls.find((call) => callOfEpoch(run, call.toolUseId) !== undefined);
  if (end.kind !== 'stopped' || repeated !== undefined) {
    const trouble =
      end.kind !== 'stopped'
        ? troubleOf(end)
        : { failure: 'unreadable-stream' as const, message: `The call ${repeated?.toolUseId} came a second time.` };
    return fail(ports, run, { attempt, before, ...trouble });
  }
  const words = reading.words === '' ? {} : { words: await sealText(ports, run.id, reading.words) };
  const { delivered, handed } = standing(ports, run, { attempt, reading, stopReason: end.stopReason });
  const finished: Entry = {
    type: 'turn.finished',
    ...idOf(attempt),
    stopReason: end.stopReason.slice(0, 64),
    usage: reading.usage,
    ...words,
    handed,
    delivered,
  };
  await settle(ports, run, { attempt, entries: () => [...before, finished] });
}

function troubleOf(end: Exclude<TurnReading['end'], { kind: 'stopped' }>): Omit<Failure, 'attempt' | 'before'> {
  switch (end.kind) {
    case 'no-message-stop':
      return { failure: 'no-message-stop', message: '' };
    case 'unreadable':
      return { failure: 'unreadable-stream', message: end.message };
    case 'fault': {
      // Both styles of in-stream error: the SDK throws a class or yields a member, which differ in their first letter.
      const refusal = /^(runtimeClientError|validationException)$/i.test(end.error);
      return {
        failure: refusal ? 'session-lost' : 'stream-error',
        error: end.error.slice(0, 64),
        message: end.message,
      };
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
    ...idOf(attempt),
    toolUseId,
    name,
    input,
    reading: reading.kind === 'ok' ? 'canonical' : 'refused',
  };
}

/** Results in the stream for calls that are not ours to answer: the harness ran them, or a hook of it refused them. */
function ranEntries(
  run: Run,
  { attempt, reading }: { readonly attempt: TurnStarted; readonly reading: TurnReading },
): readonly CallRan[] {
  const sent = new Set<ToolUseId>(attempt.sends.kind === 'results' ? attempt.sends.toolUseIds : []);
  const known = new Set(
    [...run.calls.filter((call) => call.epoch === run.epoch && call.ran === undefined), ...reading.calls].map(
      (call) => call.toolUseId,
    ),
  );
  return [...reading.results]
    .filter(([toolUseId]) => known.has(toolUseId) && !sent.has(toolUseId))
    .map(([toolUseId, status]) => ({ type: 'call.ran', ...idOf(attempt), toolUseId, status }));
}

interface Standing {
  readonly attempt: TurnStarted;
  readonly reading: TurnReading;
  readonly stopReason: string;
}

/** Which of our results arrived, and which calls are ours to answer now. */
function standing(
  ports: AdvancePorts,
  run: Run,
  { attempt, reading, stopReason }: Standing,
): { readonly delivered: readonly ToolUseId[]; readonly handed: readonly ToolUseId[] } {
  const sent = attempt.sends.kind === 'results' ? attempt.sends.toolUseIds : [];
  const wentPast = reading.modelSpoke === 'spoke' || meaningOf(stopReason) === 'ended';
  const delivered = sent.filter((toolUseId) => wentPast || reading.results.has(toolUseId));
  if (meaningOf(stopReason) !== 'owes') return { delivered, handed: [] };
  const earlier = run.calls.filter((call) => call.epoch === run.epoch && call.ran === undefined && !call.delivered);
  const pending = [...earlier, ...reading.calls].filter(
    (call) => !reading.results.has(call.toolUseId) && !delivered.includes(call.toolUseId),
  );
  const handedBefore = new Set(earlier.filter((call) => call.handedIn !== undefined).map((call) => call.toolUseId));
  const ours = handedCalls(pending, (name) => toolOf(ports.gate, name) !== undefined).map((call) => call.toolUseId);
  return { delivered, handed: ours.filter((toolUseId) => !handedBefore.has(toolUseId)) };
}

function callOfEpoch(run: Run, toolUseId: ToolUseId): CallState | undefined {
  return run.calls.find((call) => call.epoch === run.epoch && call.toolUseId === toolUseId);
}

function idOf({ turn, attemptId }: TurnStarted): { readonly turn: number; readonly attemptId: AttemptId } {
  return { turn, attemptId };
}
