import type { ToolUseId } from '../core/ids.ts';
import type { StreamEvent } from './stream-event.ts';

/** One tool call as it was streamed. */
export interface StreamedCall {
  readonly toolUseId: ToolUseId;
  readonly name: string;
  /** The raw JSON text of the input; empty means `{}`. */
  readonly inputText: string;
  /** Which of the invocation's assistant messages it stands in, from 1. */
  readonly message: number;
}

/** What a hook said before a tool was to run. */
export interface HookDecision {
  readonly decision: 'allow' | 'deny';
  /** Ours begins with the call's id; whatever else says nothing about a call. */
  readonly reason: string;
}

/** What one invocation's stream said, read to its end. */
export interface TurnReading {
  readonly calls: readonly StreamedCall[];
  /** Results that the stream carried: replayed ones of ours and those of tools that the harness ran or refused. */
  readonly results: ReadonlyMap<ToolUseId, 'success' | 'error'>;
  /** The decisions of all `before_tool_call` hooks, in the order in which they came. */
  readonly hooks: readonly HookDecision[];
  /** Whether the model said anything in this invocation: then it has seen every result that was sent. */
  readonly modelSpoke: 'spoke' | 'silent';
  /** How many assistant messages had any content. Calls before the last one are settled: the model went past them. */
  readonly messages: number;
  /** The text of the last assistant message that had any content. */
  readonly words: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number; readonly totalTokens: number };
  readonly end: TurnEnd;
}

export type TurnEnd =
  | { readonly kind: 'stopped'; readonly stopReason: string }
  | { readonly kind: 'no-message-stop' }
  /** An error inside the stream, in either of the two styles in which the SDK hands it over. */
  | { readonly kind: 'fault'; readonly error: string; readonly message: string }
  | { readonly kind: 'unreadable'; readonly message: string };

/**
 * Reads a turn's stream to its close. Blocks are keyed by toolUseId, with the index only saying which one is open: the
 * service was seen to give two calls of one message the same index. Only the last messageStop counts, metadata still comes
 * after it, and a message that began and did not stop leaves the turn without one. Never throws for what the stream says.
 */
export async function readTurn(events: AsyncIterable<StreamEvent>): Promise<TurnReading> {
  const draft = newDraft();
  try {
    for await (const event of events) {
      // The first trouble decides, but the rest is read all the same: calls in it may still be owed.
      const trouble = readEvent(draft, event);
      draft.trouble ??= trouble;
    }
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    draft.trouble ??= { kind: 'fault', error: name, message };
  }
  if (draft.trouble !== undefined) return finish(draft, draft.trouble);
  return finish(
    draft,
    draft.stopReason === undefined ? { kind: 'no-message-stop' } : { kind: 'stopped', stopReason: draft.stopReason },
  );
}

interface Draft {
  readonly calls: Map<ToolUseId, { name: string; fragments: string[]; message: number }>;
  readonly results: Map<ToolUseId, 'success' | 'error'>;
  readonly hooks: HookDecision[];
  /** The call that was begun last at an index: later fragments there are its own, whatever else stopped at that index. */
  readonly begunAt: Map<number, ToolUseId>;
  role: string | undefined;
  messages: number;
  /** Whether the message that is under way has shown any content yet. */
  messageIs: 'empty' | 'speaking';
  words: string[];
  stopReason: string | undefined;
  trouble: TurnEnd | undefined;
  readonly usage: { inputTokens: number; outputTokens: number; totalTokens: number };
}

function newDraft(): Draft {
  return {
    calls: new Map(),
    results: new Map(),
    hooks: [],
    begunAt: new Map(),
    role: undefined,
    messages: 0,
    messageIs: 'empty',
    words: [],
    stopReason: undefined,
    trouble: undefined,
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
  };
}

function readEvent(draft: Draft, event: StreamEvent): TurnEnd | undefined {
  if (event.messageStart !== undefined) {
    draft.role = event.messageStart.role;
    draft.begunAt.clear();
    draft.messageIs = 'empty';
    draft.stopReason = undefined;
    return undefined;
  }
  // An assistant's message may be empty: a hand-off without a new call. Only what stands in it is the model's.
  const speaks = event.contentBlockStart ?? event.contentBlockDelta;
  if (speaks !== undefined && draft.role !== 'user') modelSpeaks(draft);
  if (event.contentBlockStart !== undefined) return readBlockStart(draft, event.contentBlockStart);
  if (event.contentBlockDelta !== undefined) return readDelta(draft, event.contentBlockDelta);
  if (event.messageStop !== undefined) {
    draft.stopReason = event.messageStop.stopReason ?? '';
    return undefined;
  }
  if (event.hookEvent !== undefined) readHook(draft, event.hookEvent);
  if (event.metadata?.usage !== undefined) addUsage(draft.usage, event.metadata.usage);
  return faultOf(event);
}

function modelSpeaks(draft: Draft): void {
  if (draft.messageIs === 'speaking') return;
  draft.messageIs = 'speaking';
  draft.messages += 1;
  draft.words = [];
}

function readBlockStart(draft: Draft, block: NonNullable<StreamEvent['contentBlockStart']>): TurnEnd | undefined {
  const { toolUse, toolResult } = block.start ?? {};
  if (toolUse !== undefined) {
    const toolUseId = toolUse.toolUseId ?? '';
    const name = toolUse.name ?? '';
    // Ids and names go into entries and keys, so nothing that the service's own model forbids is let in.
    if (!wellFormed.test(toolUseId) || !wellFormed.test(name)) {
      return {
        kind: 'unreadable',
        message: 'a tool call came without an id and a name of 1 to 64 characters of [a-zA-Z0-9_-]',
      };
    }
    const id = toolUseId as ToolUseId;
    const known = draft.calls.get(id);
    if (known !== undefined) return { kind: 'unreadable', message: 'two tool calls of one turn have the same id' };
    draft.calls.set(id, { name, fragments: [], message: draft.messages });
    draft.begunAt.set(block.contentBlockIndex ?? 0, id);
    return undefined;
  }
  if (toolResult?.toolUseId !== undefined && wellFormed.test(toolResult.toolUseId)) {
    draft.results.set(toolResult.toolUseId as ToolUseId, toolResult.status === 'error' ? 'error' : 'success');
  }
  return undefined;
}

const wellFormed = /^[a-zA-Z0-9_-]{1,64}$/;

function readDelta(draft: Draft, block: NonNullable<StreamEvent['contentBlockDelta']>): TurnEnd | undefined {
  const { text, toolUse } = block.delta ?? {};
  if (text !== undefined && draft.role !== 'user') draft.words.push(text);
  if (toolUse?.input === undefined) return undefined;
  const begun = draft.begunAt.get(block.contentBlockIndex ?? 0);
  const call = begun === undefined ? undefined : draft.calls.get(begun);
  if (call === undefined) return { kind: 'unreadable', message: 'a fragment of tool input belongs to no tool call' };
  call.fragments.push(toolUse.input);
  return undefined;
}

// Anything but a plain `allow` is a denial: a hook that says something else has not let the tool pass.
function readHook(draft: Draft, { type, decision, reason = '' }: NonNullable<StreamEvent['hookEvent']>): void {
  if (type !== 'before_tool_call' || decision === undefined) return;
  draft.hooks.push({ decision: decision === 'allow' ? 'allow' : 'deny', reason });
}

function addUsage(
  sum: Draft['usage'],
  usage: {
    readonly inputTokens?: number | undefined;
    readonly outputTokens?: number | undefined;
    readonly totalTokens?: number | undefined;
  },
): void {
  const { inputTokens = 0, outputTokens = 0 } = usage;
  sum.inputTokens += inputTokens;
  sum.outputTokens += outputTokens;
  sum.totalTokens += usage.totalTokens ?? inputTokens + outputTokens;
}

function faultOf(event: StreamEvent): TurnEnd | undefined {
  for (const kind of ['internalServerException', 'validationException', 'runtimeClientError'] as const) {
    const fault = event[kind];
    if (fault !== undefined) return { kind: 'fault', error: kind, message: fault.message ?? '' };
  }
  return undefined;
}

function finish(draft: Draft, end: TurnEnd): TurnReading {
  return {
    calls: [...draft.calls].map(([toolUseId, call]) => ({
      toolUseId,
      name: call.name,
      inputText: call.fragments.join(''),
      message: call.message,
    })),
    results: draft.results,
    hooks: draft.hooks,
    modelSpoke: draft.messages > 0 ? 'spoke' : 'silent',
    messages: draft.messages,
    words: draft.words.join(''),
    usage: draft.usage,
    end,
  };
}
