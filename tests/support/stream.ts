import type { StreamEvent } from '../../lib/harness/stream-event.ts';

/** A tool call as a test writes it; `raw` is the input's text where it is not plain JSON. */
export interface SaidCall {
  readonly id: string;
  readonly tool: string;
  readonly input?: unknown;
  readonly raw?: string;
}

/** The events of one assistant message, its stop included. */
export function assistant(
  said: { readonly text?: string; readonly calls?: readonly SaidCall[] },
  stopReason: string,
): readonly StreamEvent[] {
  const { text, calls = [] } = said;
  const words: readonly StreamEvent[] =
    text === undefined
      ? []
      : [
          { contentBlockDelta: { contentBlockIndex: 0, delta: { text } } },
          { contentBlockStop: { contentBlockIndex: 0 } },
        ];
  return [
    { messageStart: { role: 'assistant' } },
    ...words,
    ...calls.flatMap((call, index) => callEvents(call, index + 1)),
    { messageStop: { stopReason } },
    usage(10, 5),
  ];
}

function callEvents(call: SaidCall, contentBlockIndex: number): readonly StreamEvent[] {
  const input = call.raw ?? JSON.stringify(call.input ?? {});
  return [
    { contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId: call.id, name: call.tool } } } },
    { contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input } } } },
    { contentBlockStop: { contentBlockIndex } },
  ];
}

/** The user message with results: replayed ones of ours, or those of the harness's own tools. */
export function resultEvents(
  results: readonly { readonly id: string; readonly status?: string }[],
): readonly StreamEvent[] {
  return [
    { messageStart: { role: 'user' } },
    ...results.flatMap(({ id, status = 'success' }, contentBlockIndex): readonly StreamEvent[] => [
      { contentBlockStart: { contentBlockIndex, start: { toolResult: { toolUseId: id, status } } } },
      { contentBlockStop: { contentBlockIndex } },
    ]),
    { messageStop: { stopReason: 'tool_result' } },
  ];
}

/** A hand-off, or a limit, without any words of the model's. */
export function bareStop(stopReason: string): readonly StreamEvent[] {
  return [{ messageStart: { role: 'assistant' } }, { messageStop: { stopReason } }];
}

export function usage(inputTokens: number, outputTokens: number): StreamEvent {
  return { metadata: { usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens } } };
}

export async function* streamOf(events: readonly (StreamEvent | Error)[]): AsyncIterable<StreamEvent> {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
  }
}

/** What the guard's hook said about a call. */
export function hooked(decision: 'allow' | 'deny', id: string, because = 'by its pattern'): StreamEvent {
  return { hookEvent: { type: 'before_tool_call', name: 'guard', decision, reason: `${id}: ${because}` } };
}

/** A whole turn that stops at these calls. */
export function calling(...calls: readonly SaidCall[]): readonly StreamEvent[] {
  return assistant({ text: 'May I?', calls }, 'tool_use');
}

/** A whole turn that ends with these words, behind the replay of the results it was resumed with. */
export function ending(text: string, ...replayed: readonly string[]): readonly StreamEvent[] {
  return [
    ...(replayed.length === 0 ? [] : resultEvents(replayed.map((id) => ({ id })))),
    ...assistant({ text }, 'end_turn'),
  ];
}

/** A call of the tool that one approver is asked about. */
export function buying(id: string, item = 'chair'): SaidCall {
  return { id, tool: 'buy', input: { item } };
}
