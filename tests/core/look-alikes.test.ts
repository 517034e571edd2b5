import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lookAlikes } from '../../lib/core/look-alikes.ts';

const words = (text: string) => lookAlikes(text).map(({ word }) => word);
const reads = (text: string) => lookAlikes(text).map((one) => one.reads);

describe('in any text', () => {
  test('words that mix Latin letters with others that look Latin, each once', () => {
    expect(words('pаypal.com, pаypal, Mосква, Gοοgle')).toEqual(['pаypal', 'Mосква', 'Gοοgle']);
    expect(reads('Pay аcme today')).toEqual(['acme']);
  });

  test.each([
    'paypal',
    'Москва и London',
    'kΩ and Δt, 10 µm, π',
    'Ελλάδα',
    'naïve café',
    'Kadın ve İstanbul, Straße, œuvre',
    'сор осёл хор',
    'кое-как, и т.е. сам',
    'Ｔｏｋｙｏ タワー',
    '午前／午後 第1／2回',
    'Ｗｉ－Ｆｉ5とＰＣ2台です。ＮＡＴＯの話。',
    '1⁄2 cup, ten‑fold, 12:30∶15',
    'e\u0301te\u0301',
  ])('%s is none', (text) => {
    expect(lookAlikes(text)).toEqual([]);
  });
});

describe('in hosts, addresses and identifiers', () => {
  test.each([
    ['a host wholly in Cyrillic', 'https://аррӏе.com/login', 'appӏe'.replace('ӏ', 'l')],
    ['a subdomain wholly in Cyrillic', 'сосо.example.org', 'coco'],
    ['a host wholly in Greek', 'κακα.com', 'kaka'],
    ['an address', 'ορα@bank.example', 'opa'],
    ['an order number with Cyrillic letters', 'СВ-204', 'CB'],
    ['a letter before a digit', 'А4', 'A4'],
    ['a snake-cased name', 'user_ассеѕѕ', 'access'],
    ['a dotless i', 'https://pınterest.com', 'pinterest'],
    ['a phonetic g', 'ɡoogle.com', 'google'],
    ['fullwidth letters, which machines read as plain ones', 'ｐａｙｐａｌ.com', 'paypal'],
    ['mathematical letters', '𝐩𝐚𝐲𝐩𝐚𝐥.com', 'paypal'],
    ['Armenian letters', 'սո.com', 'un'],
    ['Cherokee letters', 'https://ᏢᎪᎩ.example/ᏢᎪ', 'PA'],
    ['a fullwidth dot between labels', 'сосо．com', 'coco'],
    ['a slash that is none', 'https://example.com\u2215login.evil.example', 'com/login'],
    ['a dot that is none', 'user@bank\u2024example', 'bank.example'],
    ['a hyphen that is none', 'ORD\u2011204', 'ORD-204'],
  ])('%s: %s', (_, text, read) => {
    expect(reads(text)).toEqual([read]);
  });

  test.each(['пример.рф', 'пример.com', 'münchen.de', 'ελλάδα.gr', '例え.jp', 'köy@örnek.com'])(
    'an honest name in another script or language, such as %s, is none',
    (text) => {
      expect(lookAlikes(text)).toEqual([]);
    },
  );
});

test('the letters that are not what they look like have their codes and what they look like', () => {
  expect(lookAlikes('раypal')[0]?.pieces).toEqual([
    { kind: 'hidden', codePoint: 0x440, escape: 'U+0440', name: 'looks like "p"' },
    { kind: 'hidden', codePoint: 0x430, escape: 'U+0430', name: 'looks like "a"' },
    { kind: 'text', text: 'ypal' },
  ]);
});

test('plain ASCII has none, and the pieces of any word put together are the word', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(lookAlikes(text)).toEqual([]);
    }),
  );
  const mixed = fc.string({ unit: fc.constantFrom('a', 'о', 'е', 'ё', '1', '.', '@', ' ', 'ı', '\u0301', 'Ａ', '語') });
  fc.assert(
    fc.property(mixed, (text) => {
      for (const { word, pieces } of lookAlikes(text)) {
        const again = pieces
          .map((one) => (one.kind === 'text' ? one.text : String.fromCodePoint(one.codePoint)))
          .join('');
        expect(again).toBe(word);
        expect(text).toContain(word);
      }
    }),
  );
});

test('texts made to be slow are read in time that grows with their length', () => {
  const started = performance.now();
  for (const text of [
    'а.'.repeat(50_000),
    `@${'aı'.repeat(50_000)}`,
    'aа'.repeat(50_000),
    'a'.repeat(100_000),
    `${'a'.repeat(1000)} `.repeat(100),
  ]) {
    lookAlikes(text);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});
