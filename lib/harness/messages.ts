import type { Json } from '../core/canonical-json.ts';
import type { ToolUseId } from '../core/ids.ts';

/** A message as InvokeHarness takes it. */
export interface HarnessMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly HarnessBlock[];
}

export type HarnessBlock =
  | { readonly text: string }
  | { readonly toolUse: { readonly toolUseId: ToolUseId; readonly name: string; readonly input: Json } }
  | {
      readonly toolResult: {
        readonly toolUseId: ToolUseId;
        readonly status: 'success' | 'error';
        readonly content: readonly [{ readonly text: string }];
      };
    };

/** One owed call with our answer to it. */
export interface AnsweredCall {
  readonly toolUseId: ToolUseId;
  readonly name: string;
  readonly input: Json;
  readonly result: { readonly status: 'success' | 'error'; readonly text: string };
}

export function promptMessages(prompt: string): readonly HarnessMessage[] {
  return [{ role: 'user', content: [{ text: prompt }] }];
}

/**
 * What resumes a session: the assistant's calls and one user message with all results, in the model's order. The copy of the
 * calls is needed under the older resume rule and ignored under the newer. Results are text: the service refuses json blocks.
 */
export function resultMessages(answered: readonly AnsweredCall[]): readonly HarnessMessage[] {
  return [
    {
      role: 'assistant',
      content: answered.map(({ toolUseId, name, input }) => ({ toolUse: { toolUseId, name, input } })),
    },
    {
      role: 'user',
      content: answered.map(({ toolUseId, result }) => ({
        toolResult: { toolUseId, status: result.status, content: [{ text: result.text }] },
      })),
    },
  ];
}

/** Sent after `timeout_exceeded` and `max_iterations_exceeded`, when nothing is owed. */
const continueText = 'Your last turn was cut off by a limit on its length. Please go on from where you stopped.';

export function continueMessages(): readonly HarnessMessage[] {
  return promptMessages(continueText);
}
