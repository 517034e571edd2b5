import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, type Json } from '../../lib/core/canonical-json.ts';
import vectors from '../vectors/rfc8785.json' with { type: 'json' };

const json = fc.jsonValue({ maxDepth: 4 }).map((value): Json => JSON.parse(JSON.stringify(value)));

describe('the number table of RFC 8785', () => {
  test.each(vectors.numbers)('the bits %s are written as %s', (bits, text) => {
    const value = Buffer.from(String(bits), 'hex').readDoubleBE();
    if (text === null) expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: 'not-canonical' }));
    else expect(canonicalJson(value)).toBe(text);
  });
});

describe('the examples of RFC 8785', () => {
  const [mixed, sorted] = vectors.values;

  test('values are written as in section 3.2.2, byte for byte as in section 3.2.4', () => {
    const text = canonicalJson(JSON.parse(mixed?.text ?? ''));
    expect(text).toBe(mixed?.canonical);
    expect(Buffer.from(text).toString('hex')).toBe(mixed?.utf8);
  });

  test('members are sorted by UTF-16 code units as in section 3.2.3, where an emoji comes before U+FB33', () => {
    const written: object = JSON.parse(canonicalJson(JSON.parse(sorted?.text ?? '')));
    // JSON.parse moves the integer-like name to the front, so that the order is taken from the text.
    const text = canonicalJson(JSON.parse(sorted?.text ?? ''));
    const order = Object.values(written).sort((a, b) => text.indexOf(`"${a}"`) - text.indexOf(`"${b}"`));
    expect(order).toEqual(sorted?.order);
  });
});

test('the order in which members were made does not matter', () => {
  expect(canonicalJson({ b: 1, a: { d: [], c: null } })).toBe(canonicalJson({ a: { c: null, d: [] }, b: 1 }));
});

test('what is written reads back as the same value and is written the same again', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = canonicalJson(value);
      // toEqual tells 0 from -0, and -0 has no canonical form of its own.
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

describe('what JSON cannot hold is refused with its place', () => {
  const hole: unknown[] = [1];
  hole.length = 2;
  test.each<[string, object, string]>([
    ['half of a surrogate pair in a text', { a: ['\ud800'] }, '/a/0'],
    ['half of a surrogate pair in a name', { '\udc00': 1 }, '/'],
    ['NaN', [Number.NaN], '/0'],
    ['infinity', { amount: Number.NEGATIVE_INFINITY }, '/amount'],
    ['undefined', { a: { b: undefined } }, '/a/b'],
    ['a hole in an array', hole, '/1'],
    ['a function', { a: () => 1 }, '/a'],
    ['a bigint', { a: 1n }, '/a'],
    ['a Date, which would be written by its own toJSON', { a: new Date(0) }, '/a'],
    ['a Map, which would be written as {}', { a: new Map() }, '/a'],
  ])('%s', (_, value, place) => {
    expect(() => canonicalJson(value)).toThrow(
      expect.objectContaining({ code: 'not-canonical', message: expect.stringContaining(`at ${place}`) }),
    );
  });
});

test('an object without a prototype and one with a member __proto__ are written like any other', () => {
  const bare: Record<string, Json> = Object.create(null);
  bare['a'] = 1;
  expect(canonicalJson(bare)).toBe('{"a":1}');
  expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
});
