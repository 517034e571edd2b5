import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pointerOf, pointerProblem, pointerSegments, readPointer } from '../../lib/core/json-pointer.ts';

describe('the examples of RFC 6901, section 5', () => {
  const document = {
    foo: ['bar', 'baz'],
    '': 0,
    'a/b': 1,
    'c%d': 2,
    'e^f': 3,
    'g|h': 4,
    'i\\j': 5,
    'k"l': 6,
    ' ': 7,
    'm~n': 8,
  };
  test.each<[string, unknown]>([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('%j', (pointer, value) => {
    expect(readPointer(document, pointer)).toEqual({ found: true, value });
  });
});

test.each(['/a/2', '/a/-', '/a/01', '/a/1e0', '/a/length', '/b', '/a/0/x', '/constructor', '/__proto__', 'a', '/a~2'])(
  '%s leads nowhere',
  (pointer) => {
    expect(readPointer({ a: ['x', 'y'] }, pointer)).toEqual({ found: false });
  },
);

test('a member that is null is found', () => {
  expect(readPointer({ a: null }, '/a')).toEqual({ found: true, value: null });
});

test('~01 means ~1 and not a slash', () => {
  expect(pointerSegments('/~01')).toEqual(['~1']);
});

test('whatever the names are, a pointer made of them is well-formed and leads back to them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (segments) => {
      const pointer = pointerOf(segments);
      expect(pointerProblem(pointer)).toBeUndefined();
      expect(pointerSegments(pointer)).toEqual(segments);
    }),
  );
});

test.each<[string, RegExp]>([
  ['amount', /begins with "\/" \(try "\/amount"\)/],
  ['/a~b', /"~" is written "~0"/],
  ['/a~', /"~" is written "~0"/],
])('%s is no pointer, and the problem says how to write it', (text, problem) => {
  expect(pointerProblem(text)).toMatch(problem);
});
