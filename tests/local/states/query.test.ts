import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../lib/local/states/asl.ts';
import { readTimestamp } from '../../../lib/local/states/instant.ts';
import { createEvaluate, QueryError } from '../../../lib/local/states/query/evaluate.ts';

const clock = { now: () => Date.UTC(2031, 4, 6, 7, 8, 9), at: () => () => undefined };
const evaluate = createEvaluate(clock);
const value = (template: Json, variables: Readonly<Record<string, Json>> = {}) =>
  evaluate(template, { field: 'Output', bindings: { states: { input: { n: 1 } }, variables } });

describe('a template', () => {
  test('keeps everything that is no expression, however much it looks like one', async () => {
    const template = { a: ' {% 1 %}', b: '$states.input', c: [null, 0.1, {}], 'd.$': '$' };
    expect(await value(template)).toEqual(template);
  });

  test('is filled in at any depth', async () => {
    expect(await value({ a: [{ b: '{% $states.input.n + $v %}' }] }, { v: 2 })).toEqual({ a: [{ b: 3 }] });
  });

  test.each([
    ['nothing', '{% $nobody %}', /'\$nobody' specified for the field 'Output\/a\[0\]' returned nothing/],
    ['a function', '{% $sum %}', /unsupported result type/],
    ['a function inside', '{% {"f": function($x){$x}} %}', /unsupported result type/],
    ['an error', '{% 1 + "a" %}', /threw an error during evaluation. T2002/],
    ['what $eval would', '{% $eval("1") %}', /T1006/],
  ])('whose expression gives %s is an error that names field and expression', async (_what, source, words) => {
    const failed = evaluate({ a: [source] }, { field: 'Output', bindings: { states: {}, variables: {} } });
    await expect(failed).rejects.toThrow(words);
    await expect(failed).rejects.toBeInstanceOf(QueryError);
  });

  test('that would never end is stopped', { timeout: 15_000 }, async () => {
    await expect(value('{% ($f := function($n) { $f($n + 1) }; $f(0)) %}')).rejects.toThrow(/longer than 2 seconds/);
  });

  test('does not leak what one evaluation assigns into the next', async () => {
    expect(await value('{% ($a := 1; $a) %}')).toBe(1);
    await expect(value('{% $a %}')).rejects.toThrow('returned nothing');
  });
});

describe("the functions that are AWS's own", () => {
  test('$partition cuts a list into chunks that together are the list', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer(), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 8 }),
        async (list, size) => {
          const chunks = await value('{% $partition($list, $size) %}', { list, size });
          expect(Array.isArray(chunks) ? chunks.flat() : []).toEqual(list);
          expect(chunks).toHaveLength(Math.ceil(list.length / size));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('$range counts in steps, downwards too, and refuses what is no range', async () => {
    expect(await value('{% $range(0, 10, 5) %}')).toEqual([0, 5, 10]);
    expect(await value('{% $range(3, 1, -1) %}')).toEqual([3, 2, 1]);
    await expect(value('{% $range(0, 10, 0) %}')).rejects.toThrow(/\$range .*three whole numbers/);
    await expect(value('{% $range(0, 5000, 1) %}')).rejects.toThrow(/at most 1000/);
  });

  test('$random with a seed repeats itself, and without does not', async () => {
    expect(await value('{% $random(7) %}')).toBe(await value('{% $random(7) %}'));
    expect(await value('{% $random() %}')).not.toBe(await value('{% $random() %}'));
    expect(await value('{% $random() < 1 %}')).toBe(true);
  });

  test('$uuid, $parse and $hash', async () => {
    expect(await value('{% $uuid() %}')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(await value(`{% $parse('{"a": [1]}') %}`)).toEqual({ a: [1] });
    await expect(value("{% $parse('{') %}")).rejects.toThrow(/threw an error/);
    expect(await value("{% $hash('', 'SHA-256') %}")).toMatch(/^e3b0c442/);
    await expect(value("{% $hash('', 'SHA-3') %}")).rejects.toThrow(/one of MD5/);
  });

  test('$now and $millis ask the clock that was given', async () => {
    expect(await value('{% $now() %}')).toBe('2031-05-06T07:08:09.000Z');
    expect(await value("{% $now('[H01]:[m01]', '+0200') %}")).toBe('09:08');
    expect(await value('{% $millis() %}')).toBe(clock.now());
  });
});

test('a timestamp is read as JavaScript writes it, whatever the instant', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31T00:00:00Z') }), (date) => {
      expect(readTimestamp(date.toISOString())).toBe(date.getTime());
    }),
  );
});

test.each([
  '2026-01-01',
  '2026-01-01T00:00:00',
  '2026-01-01t00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-01-01T00:00Z',
  '',
])('%s is no timestamp', (text) => expect(readTimestamp(text)).toBeUndefined());
