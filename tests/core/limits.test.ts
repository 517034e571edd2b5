import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAnchored, standsIn } from '../../lib/core/anchors.ts';
import type { Json } from '../../lib/core/canonical-json.ts';
import { compareDecimals, decimalOf, spellDecimal, sumOf } from '../../lib/core/decimal.ts';
import { excessOf } from '../../lib/core/limits.ts';
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
    expect(excess(limits, input, earlier)?.why).toContain(why);
  });
});

describe('an anchor', () => {
  test.each<readonly [words: string, value: Json, found: boolean]>([
    ['Upvote the “Blue Heron” post', 'blue heron', true],
    ['Upvote the Blue\n  Heron post', 'Blue Heron', true],
    ['Upvote the Ｂｌｕｅ Heron', 'Blue Heron', true],
    ['a pencil', 'pen', false],
    ['a pen.', 'pen', true],
    ['order A-17, please', 'A-17', true],
    ['order A-171', 'A-17', false],
    ['order_17', '17', false],
    ['STRASSE 5', 'straße 5', true],
    ['anything', '', false],
    ['ask admin', 'adm\u0131n', false],
    ['ask ADMIN', 'admin', true],
    ['ask adm\u0131n', 'ADM\u0131N', true],
    ['pay 1,200.50 now', 1200.5, true],
    ['pay 1’200', 1200, true],
    ['pay 1 200', 1200, true],
    ['items 4 500', 500, true],
    ['pay $1200', 1200, true],
    ['pay −5', -5, true],
    ['pay 120', 12, false],
    ['pay 12.5', 12, false],
    ['pay 12,5', 12, false],
    ['pay 1.234,50', 1234.5, false],
    ['pay 1.5.2', 1.5, false],
    ['room B12', 12, false],
    ['12 pens', '12', true],
    ['pay 10½ or 5²', 101, false],
    ['pay 5²', 52, false],
    ['pay 1 000', 0, false],
    ['pay 9007199254740993', 9007199254740992, false],
    ['pay 12.50', '12', false],
    ['pay 1,200', '200', false],
    ['pay 12, please', '12', true],
    ['this and/or that', '/', false],
    ['Do it. Then stop.', '.', false],
    ['all of /etc, now', '/etc', true],
    ['ask evil.example.com', 'example.com', false],
    ['ask example.com.', 'example.com', true],
    ['ask example.community', 'example.com', false],
    ['refund A-1001-2', 'A-1001', false],
    ['refund A-1001 - today', 'A-1001', true],
    ['mail bob@example.com', 'bob', false],
    ['mail @bob', 'bob', true],
    ['vote 4021/4022', '4022', true],
    ['the keeper’s book', 'keeper', true],
    ['pay 12\u200b5', '12', false],
    ['pay 12\u200b5', 12, false],
    ['pay 1 000,50', 1, false],
    ['pay 1 000 000,50', 1, false],
    ['pay 1 000.50', 1000.5, true],
    ['yes, true', true, false],
    ['null', null, false],
    ['a and b', ['a', 'b'], true],
    ['a and c', ['a', 'b'], false],
    ['a', [], false],
    ['a', { a: 'a' }, false],
  ])('%j has %j: %s', (words, value, found) => {
    expect(standsIn(words, value)).toBe(found);
  });

  test('is looked for in a long prompt of nothing but groups of digits without waiting', () => {
    const begun = performance.now();
    expect(standsIn(`${'000 '.repeat(50_000)}000,5`, 7)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('over nothing needs no words', () => {
    expect(isAnchored('', {}, '/item')).toBe(true);
    expect(isAnchored('', { item: 'pen' }, '/item')).toBe(false);
  });
});
