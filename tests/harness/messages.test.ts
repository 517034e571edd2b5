import { expect, test } from 'vitest';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { continueMessages, promptMessages, resultMessages } from '../../lib/harness/messages.ts';

test('results go out as the calls again and one user message, in the same order, each as one text block', () => {
  const answered = ['a', 'b'].map((id) => ({
    toolUseId: id as ToolUseId,
    name: 'buy',
    input: { item: id },
    result: { status: 'success' as const, text: `{"for":"${id}"}` },
  }));
  expect(resultMessages(answered)).toEqual([
    {
      role: 'assistant',
      content: [
        { toolUse: { toolUseId: 'a', name: 'buy', input: { item: 'a' } } },
        { toolUse: { toolUseId: 'b', name: 'buy', input: { item: 'b' } } },
      ],
    },
    {
      role: 'user',
      content: [
        { toolResult: { toolUseId: 'a', status: 'success', content: [{ text: '{"for":"a"}' }] } },
        { toolResult: { toolUseId: 'b', status: 'success', content: [{ text: '{"for":"b"}' }] } },
      ],
    },
  ]);
});

test('a prompt is one user text, and going on is one fixed text', () => {
  expect(promptMessages('Buy.')).toEqual([{ role: 'user', content: [{ text: 'Buy.' }] }]);
  expect(continueMessages()).toEqual(continueMessages());
});
