import type { Response } from './compile-script.ts';
import { ScriptMismatch, type ScriptStep } from './run-script.ts';
import type { Call, StreamFailure } from './script-schema.ts';
import { type SessionState, toolUseIdFor } from './session-state.ts';
import {
  assistantFrames,
  failureFrame,
  frameMaker,
  metadataPayload,
  type StreamFrame,
  type Usage,
} from './stream-events.ts';
import { fillJson, fillText } from './template.ts';
import { finish, type StreamEnding, stop, type TurnDraft, type TurnPlan, timeoutMs } from './turn-draft.ts';

/** Streams one model response of the script. A plan when the turn ends with it; else the harness goes on. */
export function playResponse(draft: TurnDraft, step: Extract<ScriptStep, { kind: 'respond' }>): TurnPlan | undefined {
  const { response, position, values } = step;
  const { rules, body } = draft.input;
  // Branches are behind: whoever has to begin this response again meets them with another message.
  const before = { ...draft.session, values, position: step.at };
  const spoken = speak(draft, { response, values });
  const delayMs = response.delayMs ?? rules.eventDelayMs;
  draft.modelCalls += 1;
  draft.elapsedMs += response.takesSeconds * 1000 + spoken.frames.length * delayMs;
  if (draft.elapsedMs > timeoutMs(body, rules)) {
    draft.session = before;
    return stop(draft, 'timeout_exceeded');
  }

  const usage = response.usage ?? estimate(draft.session, spoken.frames);
  draft.outputTokens += usage.outputTokens;
  const make = frameMaker(delayMs);
  const metadata = make('metadata', metadataPayload(usage));
  if (draft.outputTokens > (body.maxTokens ?? rules.maxTokens ?? Number.POSITIVE_INFINITY)) {
    // A call that the budget cut off is no call: only the text is streamed, and the script stays where it was.
    const text = speak(draft, { response: { ...response, calls: [] }, values }).frames;
    draft.frames.push(...text, make('messageStop', { stopReason: 'max_output_tokens_exceeded' }), metadata);
    draft.session = before;
    return finish(draft);
  }

  const started = draft.frames.length;
  draft.frames.push(...spoken.frames);
  const stopReason = response.stop ?? (response.calls.length > 0 ? 'tool_use' : 'end_turn');
  const callCount = before.callCount + spoken.calls.length;
  const { fail } = response;
  const lost = fail === undefined ? undefined : lose(draft, { fail, started, position, values, callCount });
  if (lost !== undefined) return lost;
  draft.frames.push(make('messageStop', { stopReason }), metadata);
  const calls = spoken.calls.map(({ type: _type, ...call }) => call);
  // Calls beside any other reason are not handed off, and nobody owes them a result.
  const round = stopReason === 'tool_use' ? calls : [];
  const messageCount = before.messageCount + 1;
  draft.session = { ...before, position, callCount, messageCount, round, userText: undefined };
  return round.length === 0 ? finish(draft) : undefined;
}

/** Streams a recording as it is, and takes over what it leaves owed. */
export function playRecording(draft: TurnDraft, step: Extract<ScriptStep, { kind: 'replay' }>): TurnPlan | undefined {
  const { file, place, delayMs, position, values } = step;
  const recording = draft.input.recordings.get(file);
  if (recording === undefined) throw new ScriptMismatch(`${place}: the recording ${file} was not loaded`);
  const pace = delayMs ?? draft.input.rules.eventDelayMs;
  draft.frames.push(...recording.frames.map((frame) => ({ ...frame, frame: 'event' as const, delayMs: pace })));
  draft.modelCalls += 1;
  const round = recording.stopReason === 'tool_use' ? recording.calls : [];
  const messageCount = draft.session.messageCount + 1;
  draft.session = { ...draft.session, position, values, messageCount, round, userText: undefined };
  return round.length === 0 ? finish(draft) : undefined;
}

type Lines = { readonly response: Response; readonly values: SessionState['values'] };

/** Fills the templates, gives ids and decides who runs each call. */
function speak(draft: TurnDraft, { response, values }: Lines) {
  const { session, input, runner } = draft;
  const lookup = (name: string) => values[name];
  try {
    const say = response.say.map((text) => fillText(text, lookup));
    const calls = response.calls.map((call, index) => ({
      toolUseId: call.id ?? toolUseIdFor(session, session.callCount + index),
      name: call.tool,
      input: rawInput(call) ?? JSON.stringify(fillJson(call.input ?? {}, lookup)),
      runner: runner(call.tool) === 'client' ? ('client' as const) : ('harness' as const),
      type: call.type === 'none' ? undefined : (call.type ?? 'tool_use'),
    }));
    return { calls, frames: assistantFrames({ response, calls, say, rules: input.rules }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ScriptMismatch(`Agent script ${input.script.source}, ${response.place}: ${reason}`);
  }
}

function rawInput(call: Call): string | undefined {
  return call.rawInput?.map((piece) => (typeof piece === 'string' ? piece : piece.repeat.repeat(piece.times))).join('');
}

type Loss = {
  readonly fail: StreamFailure;
  /** The index of the response's first frame. */
  readonly started: number;
  readonly position: number;
  readonly values: SessionState['values'];
  readonly callCount: number;
};

/**
 * The stream breaks inside this response. An exception undoes the turn: what it consumed is owed again, though the script
 * has moved on. A lost connection undoes nothing, as the harness does not depend on who listens.
 */
function lose(draft: TurnDraft, { fail, started, position, values, callCount }: Loss): TurnPlan | undefined {
  const failed = fail.kind === 'exception' || fail.kind === 'error';
  const at = fail.afterEvents === undefined ? draft.frames.length : started + fail.afterEvents;
  const frame = failed
    ? {
        frame: failureFrame(fail.kind, {
          error: fail.error,
          message: fail.message ?? `${fail.error} by the agent script`,
        }),
      }
    : {};
  draft.lost ??= { at, ending: endingOf(fail), ...frame };
  if ((fail.keep ?? (failed ? 'nothing' : 'turn')) === 'turn') return undefined;
  // Ids that may have been heard already are not given out again.
  draft.session = { ...draft.start, position, values, callCount };
  return finish(draft);
}

function endingOf(fail: StreamFailure): StreamEnding {
  const clean = fail.kind === 'exception' || fail.kind === 'error' || fail.kind === 'end';
  return clean ? 'close' : fail.kind;
}

/** Some number that grows with the text, the same every time. */
function estimate(session: SessionState, frames: readonly StreamFrame[]): Usage {
  const letters = frames.reduce((sum, frame) => sum + JSON.stringify(frame.payload.delta ?? '').length, 0);
  return { inputTokens: 900 + 40 * session.messageCount, outputTokens: Math.max(1, Math.ceil(letters / 12)) };
}
