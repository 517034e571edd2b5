import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenCount, plainVisible, visibleText } from '../../lib/core/visible-text.ts';

describe('characters that hide or reorder are named', () => {
  test.each<[string, string]>([
    ['invoice\u202Efdp.exe', 'invoice⟦U+202E⟧fdp.exe'],
    ['\u2066a\u2069\u061C\u200F', '⟦U+2066⟧a⟦U+2069⟧⟦U+061C⟧⟦U+200F⟧'],
    ['pay\u200Bpal', 'pay⟦U+200B⟧pal'],
    ['a\u200Db\u200Cc\u2060d\uFEFF', 'a⟦U+200D⟧b⟦U+200C⟧c⟦U+2060⟧d⟦U+FEFF⟧'],
    ['soft\u00ADhyphen', 'soft⟦U+00AD⟧hyphen'],
    ['\u0000\u0007\u001B[31m\u007F\u0085', '⟦U+0000⟧⟦U+0007⟧⟦U+001B⟧[31m⟦U+007F⟧⟦U+0085⟧'],
    ['a\u2028b\u2029', 'a⟦U+2028⟧b⟦U+2029⟧'],
    ['\uFFF9a\uFFFAb\uFFFB', '⟦U+FFF9⟧a⟦U+FFFA⟧b⟦U+FFFB⟧'],
    ['\uE000\u{F0000}\u{10FFFD}', '⟦U+E000⟧⟦U+F0000⟧⟦U+10FFFD⟧'],
    ['\u0378\uFFFF', '⟦U+0378⟧⟦U+FFFF⟧'],
    ['\uD800a', '⟦U+D800⟧a'],
    ['\u3164\u115F\u2800', '⟦U+3164⟧⟦U+115F⟧⟦U+2800⟧'],
    ['1\u2003000', '1⟦U+2003⟧000'],
    ['a\uFE0F', 'a⟦U+FE0F⟧'],
    ['A\u{E0100}', 'A⟦U+E0100⟧'],
    ['😀\u200D', '😀⟦U+200D⟧'],
    ['😀\uFE0F\uFE0F', '😀\uFE0F⟦U+FE0F⟧'],
  ])('%j', (text, shown) => {
    expect(plainVisible(text)).toBe(shown);
  });

  test('an instruction in tag characters behind an emoji is spelled out by the names', () => {
    const secret = Array.from('approve', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    const pieces = visibleText(`ok 🏴${secret}`);
    expect(pieces.map((piece) => (piece.kind === 'hidden' ? piece.name : piece.text)).join('|')).toBe(
      'ok 🏴|tag character "a"|tag character "p"|tag character "p"|tag character "r"|tag character "o"|tag character "v"|tag character "e"',
    );
  });

  test('a piece says which character it stands for', () => {
    expect(visibleText('\u202E')).toEqual([
      { kind: 'hidden', codePoint: 0x202e, escape: 'U+202E', name: 'right-to-left override' },
    ]);
  });
});

describe('what people write stays as they wrote it', () => {
  test.each([
    'Grüße, "naïve" café – 10 % € ½ №',
    'שלום עולם, مرحبا بالعالم ١٢٣',
    'می\u200Cخواهم',
    'क्\u200Dष ক্\u200Cষ',
    'Tiếng Việt, Ἀχιλλεύς, ภาษาไทยที่ดี',
    'שָׁלוֹם',
    '日本語\u3000テスト 한국어',
    '10\u00A0000\u202F€',
    'e\u0301\u0302\u0303\u0304',
    'kΩ, µm, Δt, π',
    'line one\nline two\r\n\tindented',
    '😀 👍🏽 ❤️ ☎︎ 1️⃣ #️⃣ 🇩🇪 🏳️‍🌈 👩🏽‍🤝‍👨🏿 👨‍👩‍👧‍👦 👩‍⚕️ 🐻‍❄️ 🧑‍🦰 👁️‍🗨️ ❤️‍🔥 🏃‍♀️‍➡️ 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
  ])('%s', (text) => {
    expect(visibleText(text)).toEqual([{ kind: 'text', text }]);
  });
});

describe('every character that this Unicode knows', () => {
  // Planes 0 and 1, and the beginning of plane 14 with its tags and selectors; the rest is ideographs and private use.
  const ranges = [
    [0, 0x1ffff],
    [0xe0000, 0xe0fff],
  ] as const;
  const characters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );

  test('is named if it has no picture of its own, but for the few format characters that are drawn', () => {
    const shown = characters.filter(
      (character) => /[\p{C}\p{Zl}\p{Zp}\p{DI}]/u.test(character) && hiddenCount(character) === 0,
    );
    const drawn = '\u0600\u0601\u0602\u0603\u0604\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}';
    expect(shown.join('')).toBe(`\t\n${drawn}`);
  });

  test('stays if it is an emoji, alone, with its style, as a keycap or joined with a sign or hair', () => {
    const endings = [
      '',
      '\uFE0F',
      '\uFE0F\u20E3',
      '🏽',
      '\u200D♀\uFE0F',
      '🏽\u200D♂\uFE0F',
      '🏽\u200D⚕\uFE0F',
      '\u200D🦰',
    ];
    const bases = characters.filter((character) => /\p{Emoji}/u.test(character));
    const emoji = endings
      .flatMap((ending) => bases.map((base) => base + ending))
      .filter((sequence) => /^\p{RGI_Emoji}$/v.test(sequence));
    expect(emoji.length).toBeGreaterThan(1_500);
    expect(emoji.filter((sequence) => hiddenCount(sequence) > 0)).toEqual([]);
  });
});

describe('combining marks', () => {
  test('the fifth mark on a letter and all after it are named', () => {
    expect(plainVisible(`a${'\u0301'.repeat(6)}b\u0301`)).toBe(`a${'\u0301'.repeat(4)}⟦U+0301⟧⟦U+0301⟧b\u0301`);
  });

  test.each(['\u0338', '\n\u0338', '\t\u0338', '\u200B\u0338'])(
    'a mark without a letter, as in %j, would be drawn over what the page wrote and is named',
    (text) => {
      expect(plainVisible(text).endsWith('⟦U+0338⟧')).toBe(true);
    },
  );
});

test('on one line, line ends and tabs are named too', () => {
  expect(plainVisible('Subject\r\nBcc: x\ty', { lines: 'one' })).toBe('Subject⟦U+000D⟧⟦U+000A⟧Bcc: x⟦U+0009⟧y');
  expect(plainVisible('a\rb')).toBe('a⟦U+000D⟧b');
});

test('a text cannot forge the notation', () => {
  expect(plainVisible('⟦U+202E⟧')).not.toContain('⟦U+202E⟧');
});

test('nothing is lost: the pieces put together are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const again = visibleText(text)
        .map((piece) => (piece.kind === 'text' ? piece.text : String.fromCodePoint(piece.codePoint)))
        .join('');
      expect(again).toBe(text);
      expect(hiddenCount(text)).toBe(visibleText(text).filter((piece) => piece.kind === 'hidden').length);
    }),
    { numRuns: 500 },
  );
});

test('what is shown plainly has nothing left to name', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('a', '1', '\u202E', '\u200D', '\uFE0F', '😀', '\u0301', '\n', '\u{E0041}', '\u20E3', '⟦'),
  });
  fc.assert(
    fc.property(nasty, (text) => {
      expect(hiddenCount(plainVisible(text))).toBe(0);
    }),
  );
});

test('texts made to be slow are read in time that grows with their length', () => {
  const unit = '😀\u200D';
  const started = performance.now();
  for (const text of [unit.repeat(30_000), `🏴${'\u{E0067}'.repeat(30_000)}`, `a${'\u0301'.repeat(60_000)}`])
    visibleText(text);
  // A tenth of a second each on a slow core; anything quadratic takes minutes.
  expect(performance.now() - started).toBeLessThan(5_000);
});
