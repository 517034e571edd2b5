import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDuration, spellDuration } from '../../lib/core/duration.ts';

test.each<[string, number]>([
  ['30s', 30],
  ['15m', 900],
  ['4h', 14_400],
  ['3d', 259_200],
  ['1d12h', 129_600],
  ['1h0m5s', 3_605],
  ['90m', 5_400],
  ['0s', 0],
])('%s is %i seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each([
  '',
  '30',
  's',
  '30 s',
  '1h 5m',
  '5m1h',
  '1h1h',
  '-1h',
  '1.5h',
  '1w',
  '1H',
  'PT1H',
  '٣h',
  '1h\n',
  '99999999999999999999d',
])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test.each<[number, string]>([
  [129_600, '1 day 12 hours'],
  [90_061, '1 day 1 hour 1 minute 1 second'],
  [300 * 86_400, '300 days'],
  [59.9, '59 seconds'],
  [0, '0 seconds'],
  [-5, '0 seconds'],
])('%d seconds are spelled %s', (seconds, words) => {
  expect(spellDuration(seconds)).toBe(words);
});

test('what is spelled for people is the same length as what was written', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (seconds) => {
      const letters = spellDuration(seconds).replaceAll(/ (d|h|m|s)[a-z]+ ?/g, '$1');
      expect(parseDuration(letters)).toBe(seconds);
    }),
  );
});
