import type { InvokeMessage } from './invoke-request.ts';
import type { ToolResult } from './session-state.ts';

/** What a request brings that the session does not have yet. */
export type Incoming = {
  readonly texts: readonly string[];
  readonly results: readonly ToolResult[];
  /** Results with a json block: the model of the API allows them, the service refuses them. */
  readonly jsonResults: readonly string[];
  /** The calls in the assistant message before the last one: the partial turn, sent again. */
  readonly resentCalls: readonly { readonly toolUseId: string; readonly name: string }[];
};

/**
 * Reads the messages after the last assistant message. What stands before is history that the harness holds itself.
 * Results count only in the very last message, since calls handed off together are answered in one.
 */
export function readIncoming(messages: readonly InvokeMessage[]): Incoming {
  const lastAssistant = messages.findLastIndex((message) => message.role === 'assistant');
  const fresh = messages.slice(lastAssistant + 1);
  const results = (fresh.at(-1)?.content ?? []).flatMap((block) => block.toolResult ?? []);
  return {
    texts: fresh.flatMap((message) => message.content.flatMap((block) => block.text ?? [])),
    results: results.map((result) => ({
      toolUseId: result.toolUseId,
      status: result.status ?? 'success',
      content: result.content.flatMap(({ text }) => (text === undefined ? [] : [{ text }])),
    })),
    jsonResults: results
      .filter((result) => result.content.some((block) => block.json !== undefined))
      .map((r) => r.toolUseId),
    resentCalls: (messages[lastAssistant]?.content ?? []).flatMap((block) => block.toolUse ?? []),
  };
}
