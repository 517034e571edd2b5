import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../lib/core/canonical-json.ts';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { continueMessages, resultMessages } from '../../lib/harness/messages.ts';
import { readSentWords } from '../../lib/harness/sent-words.ts';

const answered = (id: string, text: string) =>
  ({ toolUseId: id as ToolUseId, name: 'buy', input: { text: 'Asked.' }, result: { status: 'error', text } }) as const;

describe('what was sent, read from what was kept', () => {
  test('has each answer under its call, and not our copy of what the agent asked for', () => {
    const kept = canonicalJson(resultMessages([answered('c1', 'No.'), answered('c2', 'Nor that.')]));
    expect(readSentWords(kept)).toEqual({
      results: new Map([
        ['c1', { status: 'error', text: 'No.' }],
        ['c2', { status: 'error', text: 'Nor that.' }],
      ]),
      texts: [],
    });
  });

  test('has what was said without a call', () => {
    const words = readSentWords(canonicalJson(continueMessages()));
    expect(words?.texts).toEqual([expect.stringContaining('Please go on')]);
    expect(words?.results.size).toBe(0);
  });

  test.each([
    '(erased)',
    '{}',
    '[1]',
    '[{"role":"user","content":[{"image":"x"}]}]',
    '[{"role":"user","content":[{"toolResult":{"toolUseId":"c1","status":"maybe","content":[{"text":"x"}]}}]}]',
    '[{"role":"user","content":[{"toolResult":{"toolUseId":"c1","status":"error","content":[{"json":1}]}}]}]',
  ])('is not made up from what this version does not send: %s', (kept) => {
    expect(readSentWords(kept)).toBeUndefined();
  });
});
