import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../lib/core/canonical-json.ts';
import { compareDecimals, decimalOf, spellDecimal, sumOf } from '../../lib/core/decimal.ts';
import { excessOf } from '../../lib/core/limits.ts';
import { problemWords } from '../../lib/core/problem-words.ts';
import type { Limits } from '../../lib/core/rules.ts';

describe('a sum', () => {
  test('is that of the decimals which people see', () => {
    expect(compareDecimals(sumOf([0.1, 0.2]), decimalOf(0.3))).toBe(0);
    expect(spellDecimal(sumOf([1e21, 1e-7, -0.5]))).toBe('999999999999999999999.5000001');
    expect(spellDecimal(sumOf([]))).toBe('0');
    expect(spellDecimal(decimalOf(-1200.5))).toBe('-1200.5');
  });

  test('of any numbers reads back as what each of them is, in any order', () => {
    const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(numbers, (list) => {
        expect(compareDecimals(sumOf(list), sumOf(list.toReversed()))).toBe(0);
        for (const number of list) expect(Number(spellDecimal(decimalOf(number)))).toBe(number === 0 ? 0 : number);
      }),
      { numRuns: 300 },
    );
  });
});

describe('limits', () => {
  const excess = (limits: Partial<Limits>, input: Json, earlier: readonly Json[] = []) =>
    excessOf({ each: [], sums: [], ...limits }, { input, labels: {}, units: {} }, earlier);
  const sums = [{ at: '/amount', atMost: 100 }];

  test('let through what is within all of them', () => {
    expect(excess({ sums, count: 3 }, { amount: 60.1 }, [{ amount: 39.9 }])).toBeUndefined();
  });

  test.each<readonly [string, Partial<Limits>, Json, readonly Json[], string]>([
    ['a sum that goes beyond', { sums }, { amount: 60.2 }, [{ amount: 39.9 }], '/amount would come to 100.1'],
    ['a negative amount, which would make room', { sums }, { amount: -1 }, [], 'cannot be below 0'],
    ['an amount that is none', { sums }, { amount: '5' }, [], '/amount is not a number'],
    ['an amount that is missing', { sums }, {}, [], '/amount is not a number'],
    ['an earlier call that cannot be counted', { sums }, { amount: 1 }, [null], 'cannot be counted'],
    [
      'what a negative earlier call would make room for',
      { sums },
      { amount: 60 },
      [{ amount: 50 }, { amount: -40 }],
      'to 110',
    ],
    ['one call more than may be made', { count: 2 }, {}, [{}, {}], 'has made 2 such calls, and 2 are allowed'],
    [
      'a call beyond a bound',
      { each: [{ kind: 'atMost', at: '/amount', number: 5 }] },
      { amount: 6 },
      [],
      'not at most 5',
    ],
    ['a call that cannot be decided', { each: [{ kind: 'atMost', at: '/amount', number: 5 }] }, {}, [], 'is not there'],
  ])('refuse %s', (_, limits, input, earlier, why) => {
    const { why: problem } = excess(limits, input, earlier) ?? {};
    expect(problem === undefined ? '' : problemWords(problem)).toContain(why);
  });
});
