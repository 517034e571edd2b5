import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideGuard } from '../../lib/core/guard.ts';
import { matchPattern, parsePattern } from '../../lib/core/tool-pattern.ts';

function specificity(text: string, name: string): number {
  const pattern = parsePattern(text);
  if (pattern === undefined) throw new Error(`${text} is no pattern`);
  return matchPattern(pattern, { name });
}

describe('each of the nine forms', () => {
  test.each([
    ['*', ['shell', 'find_sailings', 'office___buy'], []],
    ['find_sailings', ['find_sailings'], ['find_sailing', 'find_sailings2', 'lines___find_sailings']],
    ['file_*', ['file_operations', 'file_'], ['profile_x', 'files', 'office___file_x']],
    ['@builtin', ['shell', 'file_operations'], ['find', 'office___shell', 'builtin___shell']],
    ['@builtin/shell', ['shell'], ['file_operations', 'builtin___shell']],
    ['@office', ['office___buy', 'office___a___b'], ['office', 'offices___buy', 'buy', '___buy']],
    ['@office/buy', ['office___buy'], ['office___buyer', 'buy', 'shop___buy']],
    ['@office/b*y', ['office___buy', 'office___by'], ['office___buys', 'shop___buy']],
    ['@*/buy', ['office___buy', 'shop___buy', 'buy'], ['office___buyer']],
  ])('%s means what it says', (text, meant, others) => {
    expect(meant.filter((name) => specificity(text, name) === 0)).toEqual([]);
    expect(others.filter((name) => specificity(text, name) > 0)).toEqual([]);
  });

  test('@server/* means the same as @server', () => {
    expect(parsePattern('@office/*')).toEqual(parsePattern('@office'));
  });
});

test.each([
  '',
  '**',
  '@',
  '@*',
  '@*/*',
  '@*/find_*',
  '@office/',
  '@office/a/b',
  '@builtin/file_*',
  '@of*ce/buy',
  'a b',
  'a/b',
  'find.*',
  'x'.repeat(65),
])('%s is no pattern', (text) => {
  expect(parsePattern(text)).toBeUndefined();
});

test("AWS's code interpreter comes under the names that the model sees, whatever it is declared as", () => {
  expect(specificity('code_interpreter', 'shell')).toBe(0);
  expect(specificity('@builtin', 'shell')).toBeGreaterThan(0);
});

describe('the most specific pattern', () => {
  test('is the one that says most of the name', () => {
    const rising = ['*', '@office', 'office___*', 'office___b*', '@office/b*', '@*/buy', 'office___buy', '@office/buy'];
    const ranks = rising.map((text) => specificity(text, 'office___buy'));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).toBe(rising.length);
  });

  test('wins, whatever else is allowed or denied', () => {
    const tools = { allow: ['@office', '@office/cancel_own'], deny: ['@office/cancel_*'] };
    expect(decideGuard(tools, { name: 'office___find' })).toEqual({ decision: 'allow', pattern: '@office' });
    expect(decideGuard(tools, { name: 'office___cancel_all' })).toMatchObject({ decision: 'deny' });
    expect(decideGuard(tools, { name: 'office___cancel_own' })).toMatchObject({ decision: 'allow' });
  });

  test('of an allow and a deny that are as specific is the deny', () => {
    expect(decideGuard({ allow: ['find'], deny: ['find'] }, { name: 'find' }).decision).toBe('deny');
  });

  test('is none for a tool that no pattern means, which is denied', () => {
    expect(decideGuard({ allow: ['find'], deny: [] }, { name: 'shell' })).toEqual({ decision: 'deny' });
  });
});

const segment = fc.stringMatching(/^[a-c_]{1,4}$/);
const globbed = fc.tuple(segment, fc.constantFrom('*', '')).map(([text, end]) => text + end);
const pattern = fc.oneof(
  fc.constantFrom('*', '@builtin', '@builtin/shell', 'shell'),
  globbed,
  segment.map((server) => `@${server}`),
  fc.tuple(segment, globbed).map(([server, tool]) => `@${server}/${tool}`),
  segment.map((tool) => `@*/${tool}`),
);
const tool = fc
  .oneof(
    segment,
    fc.constantFrom('shell', 'file_operations'),
    fc.tuple(segment, segment).map((parts) => parts.join('___')),
  )
  .map((name) => ({ name }));
const lists = fc.record({ allow: fc.array(pattern, { maxLength: 5 }), deny: fc.array(pattern, { maxLength: 5 }) });

describe('for any patterns', () => {
  test('their order in the file decides nothing', () => {
    fc.assert(
      fc.property(lists, tool, ({ allow, deny }, named) => {
        const turned = { allow: allow.toReversed(), deny: deny.toReversed() };
        expect(decideGuard(turned, named).decision).toBe(decideGuard({ allow, deny }, named).decision);
      }),
    );
  });

  test('allowed means that some allow pattern means the tool more specifically than every deny pattern', () => {
    fc.assert(
      fc.property(lists, tool, ({ allow, deny }, named) => {
        const best = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => specificity(text, named.name)));
        expect(decideGuard({ allow, deny }, named).decision).toBe(best(allow) > best(deny) ? 'allow' : 'deny');
      }),
    );
  });

  test('one more deny never allows, and one more allow never denies', () => {
    fc.assert(
      fc.property(lists, pattern, tool, ({ allow, deny }, more, named) => {
        const before = decideGuard({ allow, deny }, named).decision;
        if (before === 'deny') expect(decideGuard({ allow, deny: [...deny, more] }, named).decision).toBe('deny');
        else expect(decideGuard({ allow: [...allow, more], deny }, named).decision).toBe('allow');
      }),
    );
  });
});

test('no name makes the matching slow', () => {
  const started = performance.now();
  expect(specificity(`${'a*'.repeat(30)}b`, 'a'.repeat(64))).toBe(0);
  expect(performance.now() - started).toBeLessThan(50);
});
