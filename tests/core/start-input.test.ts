import { expect, test } from 'vitest';
import type { Json } from '../../lib/core/canonical-json.ts';
import { readStartInput } from '../../lib/core/start-input.ts';

const good = { prompt: 'Buy a chair.', requester: 'sam@example.com' };

function problems(input: Json): readonly string[] {
  try {
    readStartInput(input);
    return [];
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad-start' });
    return error instanceof Error ? error.message.split('\n').slice(1) : [];
  }
}

test.each<[string, Json]>([
  ['the least', good],
  ['everything', { ...good, actor: 'sam', labels: { ticket: 'T-1', 'cost.center': '42' } }],
  ['a prompt of several lines in any script', { ...good, prompt: 'Zeile 1\n行 2\tمرحبا 🚢' }],
])('%s starts a run as it stands', (_, input) => {
  expect(readStartInput(input)).toEqual(input);
});

test.each<[string, Json, RegExp]>([
  ['nothing', {}, /input\.prompt.*1 to 100000 characters/],
  ['no object', 'Buy a chair.', /^input.*prompt, requester, actor, labels/],
  ['null', null, /^input.*prompt, requester/],
  ['an empty prompt', { ...good, prompt: '  ' }, /input\.prompt.*1 to 100000/],
  ['a prompt of another type', { ...good, prompt: 7 }, /input\.prompt.*7.*a text/],
  ['a prompt that memory cannot keep', { ...good, prompt: 'x'.repeat(100_001) }, /input\.prompt.*100000/],
  ['half a surrogate pair', { ...good, prompt: 'a \ud800 b' }, /input\.prompt.*surrogate/],
  ['half a surrogate pair in the name', { ...good, requester: 'sam\udc00' }, /input\.requester.*one line/],
  ['no requester', { prompt: 'Buy.' }, /input\.requester.*one line/],
  ['a requester of two lines', { ...good, requester: 'sam\nroot' }, /input\.requester.*one line/],
  ['a requester that is turned round', { ...good, requester: 'sam\u202egnp.exe' }, /input\.requester.*invisible/],
  ['a key with a typing error', { ...good, promt: 'x' }, /promt.*prompt/],
  ['labels that are no texts', { ...good, labels: { ticket: 4711 } }, /input\.labels\.ticket.*4711/],
  ['a label with a bad name', { ...good, labels: { 'a b': 'x' } }, /input\.labels/],
])('%s is refused with the path, what was given and what is allowed', (_, input, expected) => {
  expect(problems(input).join('\n')).toMatch(expected);
});

test('every problem has its line, but never more than an execution can say as its cause', () => {
  expect(problems({ prompt: '', requester: '' })).toHaveLength(2);
  const labels = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`label${at}`, at]));
  const lines = problems({ ...good, labels });
  expect(lines.at(-1)).toBe('and 4980 more like these');
  expect(lines.join('\n').length).toBeLessThan(32_000);
});

test('long values are shortened where they are quoted', () => {
  const lines = problems({ ...good, requester: 'sam\n'.repeat(10_000) });
  expect(lines.join('\n').length).toBeLessThan(1_000);
});
