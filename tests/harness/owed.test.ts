import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handedCalls } from '../../lib/harness/owed.ts';

const named = (name: string) => name.startsWith('B');
const handed = (calls: string) =>
  handedCalls(
    calls.split(' ').flatMap((name) => (name === '' ? [] : [{ name }])),
    named,
  )
    .map((call) => call.name)
    .join(' ');

test.each([
  ['nothing is pending', '', ''],
  ['one call of ours', 'B1', 'B1'],
  ['two adjacent ones come together', 'B1 B2', 'B1 B2'],
  ['behind a tool of the harness, a call has a hand-off of its own', 'B1 C B2', 'B1'],
  ['the harness runs its own tools first, so an unnamed one at the head is ours to refuse', 'X', 'X'],
  ['and so are several of them', 'X Y', 'X Y'],
  ['and those of ours right behind', 'X B1 B2', 'X B1 B2'],
  ['but not an unnamed one behind one of ours', 'X B1 Y B2', 'X B1'],
  ['unnamed behind', 'B1 B2 C', 'B1 B2'],
])('%s: %s', (_, pending, expected) => {
  expect(handed(pending)).toBe(expected);
});

test('what is handed over is the head of what is pending, in the same order, and never empty while something is', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('B1', 'B2', 'C', 'D'), { minLength: 1 }), (names) => {
      const pending = names.map((name) => ({ name }));
      const ours = handedCalls(pending, named);
      expect(ours.length).toBeGreaterThan(0);
      expect(pending.slice(0, ours.length)).toEqual(ours);
    }),
  );
});
