import type { Response } from './compile-script.ts';
import type { HarnessRules } from './rules.ts';
import type { Json } from './script-schema.ts';
import type { RoundCall, ToolResult } from './session-state.ts';

/** One frame of the answer. `exception` and `error` are the two ways in which a failure comes inside a stream. */
export type StreamFrame = {
  readonly frame: 'event' | 'exception' | 'error';
  readonly type: string;
  readonly payload: Readonly<Record<string, Json>>;
  /** Real milliseconds to wait before it. */
  readonly delayMs: number;
  /** The bytes of a recorded frame, sent instead. */
  readonly raw?: Uint8Array;
};

/** Makes frames of one pace. */
export type FrameMaker = (type: string, payload: Readonly<Record<string, Json>>) => StreamFrame;

/** Events that each wait so many real milliseconds. */
export function frameMaker(delayMs: number): FrameMaker {
  return (type, payload) => ({ frame: 'event', type, payload, delayMs });
}

/** A response with its templates filled and its calls named. */
export type AssistantTurn = {
  readonly response: Response;
  readonly calls: readonly (RoundCall & { readonly type: string | undefined })[];
  readonly say: readonly string[];
  readonly rules: HarnessRules;
};

/** A model response up to its last block; `messageStop` and `metadata` follow. */
export function assistantFrames({ response, calls, say, rules }: AssistantTurn): readonly StreamFrame[] {
  const make = frameMaker(response.delayMs ?? rules.eventDelayMs);
  const frames = [make('messageStart', { role: 'assistant' }), ...response.emit.map((e) => make(e.type, e.payload))];
  let index = 0;
  const block = (deltas: readonly Json[]) => {
    for (const delta of deltas) frames.push(make('contentBlockDelta', { contentBlockIndex: index, delta }));
    frames.push(make('contentBlockStop', { contentBlockIndex: index }));
  };
  // Text and reasoning have no contentBlockStart on the real wire: a reader that waits for one loses them.
  if (response.think !== undefined) {
    block([{ reasoningContent: { text: response.think } }]);
    index += 1;
  }
  for (const text of say) {
    block(pieces(text, 24).map((piece) => ({ text: piece })));
    index += 1;
  }
  const firstCall = index;
  calls.forEach((call, at) => {
    index = firstCall + (rules.blockIndexes === 'reused' ? Math.floor(at / 2) : at);
    const type = call.type === undefined ? {} : { type: call.type };
    const start = { toolUse: { toolUseId: call.toolUseId, name: call.name, ...type } };
    frames.push(make('contentBlockStart', { contentBlockIndex: index, start }));
    const inputs = rules.toolInput === 'whole' ? [call.input] : ['', ...pieces(call.input, 16)];
    block(inputs.map((input) => ({ toolUse: { input } })));
  });
  return frames;
}

/** Results as the harness streams them: its own as they come, the client's replayed at the head of a resumed stream. */
export function resultFrames(results: readonly ToolResult[], make: FrameMaker): readonly StreamFrame[] {
  return [
    make('messageStart', { role: 'user' }),
    ...results.flatMap(({ toolUseId, status, content }, index) => [
      make('contentBlockStart', { contentBlockIndex: index, start: { toolResult: { toolUseId, status } } }),
      make('contentBlockDelta', { contentBlockIndex: index, delta: { toolResult: [...content] } }),
      make('contentBlockStop', { contentBlockIndex: index }),
    ]),
    make('messageStop', { stopReason: 'tool_result' }),
  ];
}

/** The end of an invocation that no model response brings: a limit, or a hand-off of a call streamed earlier. */
export function bareStop(stopReason: string, make: FrameMaker): readonly StreamFrame[] {
  return [make('messageStart', { role: 'assistant' }), make('messageStop', { stopReason })];
}

/** Tokens of one model call. */
export type Usage = { readonly inputTokens: number; readonly outputTokens: number };

/** One per model call: a client has to add them up. */
export function metadataPayload({ inputTokens, outputTokens }: Usage): Record<string, Json> {
  const usage = { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
  return { usage, metrics: { latencyMs: outputTokens } };
}

/** What the model calls of one invocation come to together. */
export function usageOf(frames: readonly StreamFrame[]): Usage {
  const sum = { inputTokens: 0, outputTokens: 0 };
  for (const { payload } of frames) {
    const { usage } = payload;
    if (typeof usage !== 'object' || usage === null || Array.isArray(usage)) continue;
    sum.inputTokens += Number(usage.inputTokens ?? 0);
    sum.outputTokens += Number(usage.outputTokens ?? 0);
  }
  return sum;
}

/** A failure after the status 200: as a modelled exception or as an error with a code. */
export function failureFrame(
  kind: 'exception' | 'error',
  failure: { readonly error: string; readonly message: string; readonly delayMs?: number },
): StreamFrame {
  const { error, message, delayMs = 0 } = failure;
  return { frame: kind, type: error, payload: { message }, delayMs };
}

/** Cuts between code points. At most 64 pieces, so that a megabyte of input is not a million frames. */
function pieces(text: string, size: number): readonly string[] {
  const points = Array.from(text);
  const length = Math.max(size, Math.ceil(points.length / 64));
  return Array.from({ length: Math.ceil(points.length / length) }, (_, index) =>
    points.slice(index * length, (index + 1) * length).join(''),
  );
}
