import { describe, expect, test } from 'vitest';
import { isAnchored, standsIn } from '../../lib/core/anchors.ts';
import type { Json } from '../../lib/core/canonical-json.ts';

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
    expect(isAnchored([''], {}, '/item')).toBe(true);
    expect(isAnchored([''], { item: 'pen' }, '/item')).toBe(false);
  });
});
