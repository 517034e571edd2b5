import { describe, expect, test } from 'vitest';
import type { Json } from '../../lib/core/canonical-json.ts';
import { implies, neverFallsThrough, neverHolds } from '../../lib/core/condition-reach.ts';
import { decideCondition, type Truth } from '../../lib/core/conditions.ts';
import { type ConditionAsWritten, conditionSchema } from '../../lib/core/gate-file-conditions.ts';
import { normalCondition } from '../../lib/core/gate-file-normal-tool.ts';
import { pathWithin } from '../../lib/core/path-within.ts';

const input = { amount: 100, text: '100', on: true, path: '/srv/logs/a', none: null, list: ['x'], currency: 'EUR' };
const written = (condition: ConditionAsWritten) => normalCondition(conditionSchema.parse(condition));
const decide = (condition: ConditionAsWritten, given: Json = input): Truth['kind'] =>
  decideCondition(written(condition), {
    input: given,
    labels: { team: 'office' },
    units: { '/amount': { kind: 'fixed', unit: 'USD' }, '/price': { kind: 'at', at: '/currency' } },
  }).kind;
const usd = (operator: ConditionAsWritten): ConditionAsWritten => ({ at: '/amount', unit: 'USD', ...operator });

describe('a condition', () => {
  test.each<readonly [ConditionAsWritten, Truth['kind']]>([
    [usd({ above: 99 }), 'holds'],
    [usd({ above: 100 }), 'not'],
    [usd({ atLeast: 100 }), 'holds'],
    [usd({ below: 100 }), 'not'],
    [usd({ atMost: 100 }), 'holds'],
    [usd({ equals: 100 }), 'holds'],
    [usd({ oneOf: [1, 'x'] }), 'not'],
    [usd({ atMost: 99.99 }), 'not'],
    [{ at: '/text', equals: '100' }, 'holds'],
    [{ at: '/on', equals: true }, 'holds'],
    [{ at: '/on', equals: false }, 'not'],
    [{ at: '/text', oneOf: ['1', '100'] }, 'holds'],
    [{ at: '/text', oneOf: ['1'] }, 'not'],
    [{ at: '/text', startsWith: '10' }, 'holds'],
    [{ at: '/text', startsWith: '0' }, 'not'],
    [{ at: '/path', within: '/srv/logs' }, 'holds'],
    [{ at: '/path', within: '/srv/log' }, 'not'],
    [{ at: '/none', exists: true }, 'holds'],
    [{ at: '/nothing', exists: true }, 'not'],
    [{ label: 'team', equals: 'office' }, 'holds'],
    [{ label: 'team', exists: true }, 'holds'],
    [{ label: 'stage', exists: true }, 'not'],
    [{ not: { at: '/on', equals: true } }, 'not'],
    [{ at: '/list/0', equals: 'x' }, 'holds'],
  ])('%j: %s', (condition, truth) => {
    expect(decide(condition)).toBe(truth);
  });

  test.each<readonly [string, ConditionAsWritten]>([
    ['a place that is not there', { at: '/nothing', equals: 'x' }],
    ['a label that is not there', { label: 'stage', oneOf: ['dev'] }],
    ['an inherited name', { label: 'constructor', equals: 'x' }],
    ['a text for a number', { at: '/text', above: 1 }],
    ['a number for a text', { at: '/amount', startsWith: '1' }],
    ['a number that looks like a text', { at: '/text', oneOf: [100] }],
    ['null', { at: '/none', equals: 'x' }],
    ['a list', { at: '/list', equals: 'x' }],
    ['a number without the unit that it has', { at: '/amount', above: 1 }],
    ['another unit', { at: '/amount', above: 1, unit: 'EUR' }],
    ['an equal number of another unit', { at: '/amount', equals: 100, unit: 'EUR' }],
    ['an equal number without the unit that it has', { at: '/amount', oneOf: [100] }],
    ['a unit of a number that has none', { at: '/on', above: 1, unit: 'EUR' }],
    ['a path that cannot be read', { at: '/text', within: '/srv' }],
    ['the opposite of what fails', { not: { at: '/nothing', equals: 'x' } }],
    [
      'a failed one before one that holds',
      {
        any: [
          { at: '/nothing', equals: 'x' },
          { at: '/on', equals: true },
        ],
      },
    ],
    [
      'a failed one before one that does not hold',
      {
        all: [
          { at: '/nothing', equals: 'x' },
          { at: '/on', equals: false },
        ],
      },
    ],
  ])('fails over %s', (_, condition) => {
    expect(decide(condition)).toBe('failed');
  });

  test('with a unit from another argument compares where that says so, and fails elsewhere', () => {
    const cheap: ConditionAsWritten = { at: '/price', atMost: 5, unit: 'EUR' };
    expect(decide(cheap, { price: 5, currency: 'EUR' })).toBe('holds');
    expect(decide(cheap, { price: 5, currency: 'JPY' })).toBe('failed');
    expect(decide(cheap, { price: 5 })).toBe('failed');
  });

  test('is looked at in order, so that exists protects what stands behind it', () => {
    const there = { at: '/nothing', exists: true } as const;
    expect(decide({ all: [there, { at: '/nothing', equals: 'x' }] })).toBe('not');
    expect(decide({ any: [{ not: there }, { at: '/nothing', equals: 'x' }] })).toBe('holds');
  });
});

test.each<readonly [path: string, directory: string, within: boolean | undefined]>([
  ['/srv/logs', '/srv/logs', true],
  ['/srv/logs/../logs/a', '/srv/logs/', true],
  ['/srv/logs/../secrets', '/srv/logs', false],
  ['/srv/logs/../../../etc/passwd', '/srv/logs', false],
  ['/srv/logsx', '/srv/logs', false],
  ['/srv//./logs/a', '/srv/logs', true],
  ['//srv/logs/a', '/srv/logs', undefined],
  ['logs/a', 'logs', true],
  ['logs/../../a', 'logs', undefined],
  ['logs', '/logs', undefined],
  ['/logs', 'logs', undefined],
  ['~/logs', '~', undefined],
  ['\\srv\\logs', '/srv', undefined],
  ['/srv/\u0000logs', '/srv', undefined],
  ['', '/srv', undefined],
  ['/srv/%2E%2e/etc', '/srv', undefined],
  ['/srv/a%2f..', '/srv', undefined],
  ['/srv/%252e%252e/etc', '/srv', undefined],
  ['/srv/%c0%ae%c0%ae/etc', '/srv', undefined],
  ['/srv/%u002e%u002e/etc', '/srv', undefined],
  ['/srv/100%', '/srv', true],
  ['/srv/\u2025/etc', '/srv', undefined],
  ['/srv/\u2024\u2024/etc', '/srv', undefined],
  ['/srv/a\uff0f..', '/srv', undefined],
  ['/srv/caf\u00e9', '/srv', true],
  ['file:///etc', '.', undefined],
  ['C:/Windows', '.', undefined],
  ['a/b', '.', true],
])('%j inside %j: %s', (path, directory, within) => {
  expect(pathWithin(path, directory)).toBe(within);
});

describe('without a call', () => {
  const schema = { type: 'object', properties: { n: { type: 'number', minimum: 0, maximum: 10 } } };
  const n = (operator: ConditionAsWritten) => written({ at: '/n', ...operator });

  test.each<readonly [ConditionAsWritten, boolean]>([
    [{ above: 10 }, true],
    [{ atLeast: 10 }, false],
    [{ below: 0 }, true],
    [{ atMost: 0 }, false],
    [{ equals: 'x' }, true],
    [{ equals: 5 }, false],
    [{ equals: 11 }, true],
    [{ oneOf: [11, 'x'] }, true],
    [{ startsWith: 'x' }, true],
    [{ within: '/srv' }, true],
    [{ exists: true }, false],
  ])('%j on 0 to 10 never holds: %s', (operator, never) => {
    expect(neverHolds(n(operator), schema)).toBe(never);
  });

  test.each<readonly [ConditionAsWritten, ConditionAsWritten, boolean]>([
    [{ above: 5 }, { above: 4 }, true],
    [{ above: 5 }, { atLeast: 5 }, true],
    [{ atLeast: 5 }, { above: 5 }, false],
    [{ above: 4 }, { above: 5 }, false],
    [{ below: 4 }, { atMost: 5 }, true],
    [{ equals: 3 }, { oneOf: [3, 4] }, true],
    [{ oneOf: [3, 4] }, { equals: 3 }, false],
    [{ above: 5 }, { exists: true }, true],
    [{ startsWith: 'ab' }, { startsWith: 'a' }, true],
    [{ startsWith: 'a' }, { startsWith: 'ab' }, false],
    [{ within: '/srv/a' }, { within: '/srv' }, true],
    [{ within: '/srv' }, { within: '/srv/a' }, false],
    [{ equals: 3 }, { atMost: 3 }, true],
    [{ oneOf: [3, 4] }, { atMost: 3 }, false],
    [{ equals: 'abc' }, { startsWith: 'ab' }, true],
  ])('%j implies %j: %s', (first, second, answer) => {
    expect(implies(n(first), n(second))).toBe(answer);
  });

  test('what can be nowhere, fits no listed value or contradicts another condition never holds', () => {
    const closed = { ...schema, additionalProperties: false, properties: { kind: { enum: ['ab', 'cd'] } } };
    const kind = (operator: ConditionAsWritten) => written({ at: '/kind', ...operator });
    expect(neverHolds(written({ at: '/other', exists: true }), closed)).toBe(true);
    expect(neverHolds(written({ at: '/other', exists: true }), schema)).toBe(false);
    expect(neverHolds(kind({ startsWith: 'x' }), closed)).toBe(true);
    expect(neverHolds(kind({ startsWith: 'a' }), closed)).toBe(false);
    const both = (one: ConditionAsWritten, other: ConditionAsWritten) =>
      neverHolds({ kind: 'all', of: [n(one), n(other)] }, { type: 'object' });
    expect(both({ equals: 5 }, { above: 5 })).toBe(true);
    expect(both({ equals: 'abc' }, { startsWith: 'b' })).toBe(true);
    expect(both({ equals: 5, unit: 'USD' }, { atMost: 5, unit: 'USD' })).toBe(false);
  });

  test.each<readonly [ConditionAsWritten, boolean]>([
    [{ at: '/n', exists: true }, true],
    [{ at: '/n', atMost: 10 }, true],
    [{ at: '/n', below: 10 }, false],
    [{ at: '/n', above: -1 }, true],
    [{ at: '/n', equals: 3 }, false],
    [{ at: '/kind', oneOf: ['ab', 'cd', 'x'] }, true],
    [{ at: '/kind', startsWith: 'a' }, false],
    [{ at: '/maybe', exists: true }, false],
    [{ label: 'team', exists: true }, false],
    [
      {
        any: [
          { at: '/kind', equals: 'x' },
          { at: '/n', atLeast: 0 },
        ],
      },
      true,
    ],
    [
      {
        all: [
          { at: '/kind', equals: 'ab' },
          { at: '/n', atLeast: 0 },
        ],
      },
      false,
    ],
  ])('%j lets nothing through to a rule behind it: %s; and its opposite never holds', (condition, all) => {
    const { n: number } = schema.properties;
    const whole = {
      type: 'object',
      properties: { n: number, kind: { enum: ['ab', 'cd'] }, maybe: {} },
      required: ['n', 'kind'],
    };
    expect(neverFallsThrough(written(condition), whole)).toBe(all);
    expect(neverHolds(written({ all: [{ label: 'team', exists: true }, { not: condition }] }), whole)).toBe(all);
  });

  test('a label that is to be a number never holds', () => {
    expect(neverHolds(written({ label: 'team', oneOf: [1, true] }), {})).toBe(true);
    expect(neverHolds(written({ label: 'team', oneOf: [1, 'a'] }), {})).toBe(false);
  });

  test('all implies each of its own, each of its own implies any', () => {
    const [low, high] = [n({ atMost: 3 }), n({ atLeast: 1 })];
    expect(implies({ kind: 'all', of: [low, high] }, high)).toBe(true);
    expect(implies(low, { kind: 'any', of: [high, low] })).toBe(true);
    expect(implies({ kind: 'any', of: [low, high] }, low)).toBe(false);
  });
});
