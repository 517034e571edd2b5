import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, type Json } from '../../lib/core/canonical-json.ts';
import { jsonPlaceWords, problemWords } from '../../lib/core/problem-words.ts';
import { readStrictJson as read, type StrictLimits } from '../../lib/core/strict-json.ts';

/** What is refused in the words that the model reads. */
function readStrictJson(text: string, limits?: StrictLimits) {
  const reading = read(text, limits);
  if (reading.kind === 'ok') return reading;
  return { kind: reading.kind, place: jsonPlaceWords(reading.place), problem: problemWords(reading.why) };
}

const withoutReserved = (value: unknown) => !/"(__proto__|prototype)"/.test(JSON.stringify(value));
const json = fc
  .jsonValue({ maxDepth: 4, stringUnit: 'binary' })
  .filter(withoutReserved)
  .map((value): Json => JSON.parse(JSON.stringify(value)));

/** Refused, with what it says about the problem and the place. */
const refused = (problem: RegExp, place?: string) =>
  expect.objectContaining({
    kind: 'refused',
    problem: expect.stringMatching(problem),
    ...(place === undefined ? {} : { place }),
  });

test('whatever is written canonically is read as the same value', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = canonicalJson(value);
      const reading = readStrictJson(text, { maxDepth: 99 });
      expect(reading).toEqual({ kind: 'ok', value: JSON.parse(text) });
    }),
  );
});

test('spaces and escapes in the text change nothing, as for JSON.parse', () => {
  const ugly = (value: Json) =>
    JSON.stringify(value, null, '\t').replaceAll(
      /[a-z](?=[^"]*":)/g,
      (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
    );
  fc.assert(
    fc.property(json, (value) => {
      const text = `\r\n ${ugly(value)} \n`;
      // A stray escape outside a string makes a text that neither reads.
      let expected: unknown;
      try {
        expected = { kind: 'ok', value: JSON.parse(text) };
      } catch {
        expected = expect.objectContaining({ kind: 'refused' });
      }
      expect(readStrictJson(text, { maxDepth: 99 })).toEqual(expected);
    }),
  );
});

test('no text makes the reader throw, and what it accepts JSON.parse accepts with the same value', () => {
  const fragment = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    '\\u',
    'd800',
    '1',
    '-',
    '0',
    '.',
    'e9',
    'true',
    'nul',
    ' ',
    '\u0000',
    '\ud800',
    '\ufeff',
    '"__proto__"',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (candidate) => {
      const reading = readStrictJson(candidate);
      if (reading.kind === 'ok' && candidate !== '') expect(reading.value).toEqual(JSON.parse(candidate));
    }),
    { numRuns: 2_000 },
  );
});

test('the empty text is an empty object, as the harness hands out calls without input', () => {
  expect(readStrictJson('')).toEqual({ kind: 'ok', value: {} });
  expect(readStrictJson(' ')).toEqual(refused(/expected a value, but found the end/));
});

describe('numbers that would not stay what they are', () => {
  test.each([
    '1e400',
    '-1e400',
    '9007199254740993',
    '0.1000000000000000055511151231257827',
    '1e-400',
    '12345678901234567890',
    '-0',
    '-0.0',
    '-0e7',
    `1${'0'.repeat(400)}`,
    `0.${'0'.repeat(400)}1`,
  ])('%s is refused', (text) => {
    expect(readStrictJson(`{"amount":${text}}`)).toEqual(refused(/^the number /, '/amount, offset 10'));
  });

  test.each<[string, number]>([
    ['0', 0],
    ['0e99999999999999999999', 0],
    ['1.0', 1],
    ['100E-2', 1],
    ['1e2', 100],
    ['0.10', 0.1],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['123456789012345680000', 123456789012345680000],
    [`0.${'0'.repeat(300)}1`, 1e-301],
  ])('%s is the same value in another spelling', (text, value) => {
    expect(readStrictJson(text)).toEqual({ kind: 'ok', value });
  });

  test('every double survives in its shortest form', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const expected = Object.is(value, -0) ? { kind: 'ok', value: 0 } : { kind: 'ok', value };
        expect(readStrictJson(String(value))).toEqual(expected);
      }),
    );
  });

  test('a decimal is read exactly when the double that it becomes is written as the same number', () => {
    // Digits of every length around the 15 to 17 that a double holds.
    const digits = fc.stringMatching(/^[1-9][0-9]{0,24}$/);
    const text = fc.tuple(digits, fc.stringMatching(/^(\.[0-9]{1,20})?$/), fc.integer({ min: -30, max: 30 }));
    fc.assert(
      fc.property(text, ([whole, fraction, power]) => {
        const decimal = `${whole}${fraction}e${power}`;
        const survives = hugeInteger(decimal) === hugeInteger(String(Number(decimal)));
        expect(readStrictJson(decimal).kind).toBe(survives ? 'ok' : 'refused');
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The decimal times 10^100, exactly. */
function hugeInteger(decimal: string): bigint {
  const [mantissa = '', power = '0'] = decimal.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(100 + Number(power) - fraction.length);
}

describe('names', () => {
  test('a name that appears twice is refused where it appears again, however it is spelled', () => {
    expect(readStrictJson('{"a":{"amount":1,"amount":2}}')).toEqual(refused(/"amount" appears twice/, '/a, offset 17'));
    expect(readStrictJson('{"amount":1,"\\u0061mount":2}')).toEqual(refused(/"amount" appears twice/));
  });

  test('the same name in different objects is fine', () => {
    expect(readStrictJson('{"a":{"a":1},"b":{"a":1}}').kind).toBe('ok');
  });

  test.each(['{"__proto__":{"admin":true}}', '[{"x":{"\\u005f_proto__":1}}]', '{"constructor":{"prototype":{}}}'])(
    '%s would reach a prototype and is refused',
    (text) => {
      expect(readStrictJson(text)).toEqual(refused(/is not allowed/));
    },
  );

  test('constructor and prototype alone are words like others', () => {
    const reading = readStrictJson('{"constructor":"Team Papaya","prototype":{"toString":1}}');
    expect(reading).toEqual({ kind: 'ok', value: { constructor: 'Team Papaya', prototype: { toString: 1 } } });
  });

  test('names with slashes and tildes are escaped in the place', () => {
    expect(readStrictJson('{"a/b~c":[0,nope]}')).toEqual(refused(/found "nope"/, '/a~1b~0c/1, offset 12'));
  });
});

describe('texts', () => {
  test.each<[string, RegExp]>([
    ['"\\ud800"', /half of a surrogate pair as an escape/],
    ['"\\udc00\\ud800"', /half of a surrogate pair as an escape/],
    ['"\ud800"', /half of a surrogate pair/],
    ['"\ud83d\\ude00"', /half of a surrogate pair/],
    ['{"\\ud800":1}', /half of a surrogate pair/],
    ['"a\nb"', /must be escaped/],
    ['"a\u0000b"', /must be escaped/],
    ['"\\x41"', /after \\ only/],
    ['"\\u00g0"', /after \\ only/],
    ['"\\u00', /after \\ only/],
    ['"open', /never closed/],
    ["'single'", /expected a value/],
  ])('%j is refused', (text, problem) => {
    expect(readStrictJson(text)).toEqual(refused(problem));
  });

  test('an escaped NUL, DEL and C1 controls are legal, and pairs of escapes make one character', () => {
    const reading = readStrictJson('"\\u0000\u007f\u0085\\ud83d\\ude00"');
    expect(reading).toEqual({ kind: 'ok', value: '\u0000\u007f\u0085😀' });
  });
});

describe('form', () => {
  test.each<[string, RegExp]>([
    ['\ufeff{}', /byte order mark/],
    ['{} {}', /follows after the end/],
    ['{"a":1} // note', /follows after the end/],
    ['[1,]', /expected a value, but found "\]"/],
    ['{"a":1,}', /member name in double quotes/],
    ['{a:1}', /member name in double quotes/],
    ['{"a" 1}', /expected ":"/],
    ['[1 2]', /expected ","/],
    ['01', /not a number/],
    ['+1', /expected a value/],
    ['1.', /not a number/],
    ['.5', /expected a value/],
    ['1e', /not a number/],
    ['-', /not a number/],
    ['NaN', /found "NaN"/],
    ['True', /found "True"/],
    ['\u00a01', /expected a value/],
  ])('%j is refused', (text, problem) => {
    expect(readStrictJson(text)).toEqual(refused(problem));
  });
});

describe('limits', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  test('32 levels are read, 33 are refused, and a hundred thousand do not exhaust the stack', () => {
    expect(readStrictJson(nested(32)).kind).toBe('ok');
    expect(readStrictJson(nested(33))).toEqual(refused(/deeper than 32 levels/));
    expect(readStrictJson(nested(100_000))).toEqual(refused(/deeper than 32 levels/));
    expect(readStrictJson('{"a":'.repeat(33))).toEqual(refused(/deeper than 32 levels/));
  });

  test('size counts in bytes of UTF-8', () => {
    expect(readStrictJson('"€€"', { maxBytes: 8 }).kind).toBe('ok');
    expect(readStrictJson('"€€"', { maxBytes: 7 })).toEqual(refused(/has 8 bytes; at most 7/));
    expect(readStrictJson(`"${'a'.repeat(262_142)}"`).kind).toBe('ok');
    expect(readStrictJson(`"${'a'.repeat(262_143)}"`)).toEqual(refused(/at most 262144/));
  });

  test('a refusal stays short whatever the text is', () => {
    const reading = readStrictJson(`{"${'n'.repeat(9_000)}":{"${'m'.repeat(9_000)}":oops}}`);
    if (reading.kind !== 'refused') throw new Error('expected a refusal');
    expect(reading.place.length + reading.problem.length).toBeLessThan(250);
  });
});
