import { describe, expect, test } from 'vitest';
import { canonicalJson, type Json, type JsonObject } from '../../lib/core/canonical-json.ts';
import { requestMail } from '../../lib/web/request-mail.ts';
import { textsFor } from '../../lib/web/texts/mail-texts.ts';
import { valueTree } from '../../lib/web/value-tree.ts';
import { link } from './build-mails.ts';
import { callView, requestView } from './build-view.ts';
import { browsedPage, textOf } from './page-browser.ts';

const english = textsFor({ language: 'en', timeZone: 'UTC' });

async function pageOf(input: JsonObject): Promise<string> {
  return (await browsedPage({ view: requestView({ calls: [callView({ input, shown: [] })] }) }).get()).html;
}

describe('a list or group that is long', () => {
  const long = Array.from({ length: 200 }, (_, index) => `item ${index}`);
  const read = (value: Json) => textOf(`<body>${valueTree(value, english)}`);

  test('stands behind its beginning, with a count, and is whole', () => {
    const html = String(valueTree(long, english));
    expect(html).toContain('188 more: open to see every one');
    const [before = '', after = ''] = html.split('<details');
    expect(before).toContain('item 11');
    expect(before).not.toContain('item 12');
    expect(after).toContain('item 199');
    for (const item of long) expect(read(long)).toContain(item);
  });

  test('goes on counting where it is folded', () => {
    expect(read(long)).toContain('200."item 199"');
  });

  test('is folded as a group too, and not where it is short', () => {
    const group = Object.fromEntries(long.map((name) => [name, true]));
    expect(String(valueTree(group, english))).toContain('<details');
    expect(String(valueTree(long.slice(0, 30), english))).not.toContain('<details');
  });
});

test('nothing that folds needs a script: it opens by itself', async () => {
  const html = await pageOf({ list: Array.from({ length: 100 }, (_, index) => index), text: 'x'.repeat(5000) });
  expect(html).not.toContain('<script');
  expect(html.match(/<details class="fold"><summary>/g)?.length).toBe(2);
});

describe('words of all the world stay readable', () => {
  const given = {
    hebrew: 'שלום לכולם',
    arabic: 'مرحبا بالعالم',
    persian: 'می\u200Cخواهم',
    family: '👨‍👩‍👧‍👦 👍🏽 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} 1️⃣ 🇯🇵',
    japanese: '渋谷区の予約を２名様でお願いします',
    russian: 'Подтвердите бронь',
  };

  test('without a warning, on the page and in the mail', async () => {
    const text = textOf(await pageOf(given));
    for (const words of Object.values(given)) expect(text).toContain(words);
    expect(text).not.toContain('Careful');
    const shown = Object.keys(given).map((name) => ({
      label: name,
      at: `/${name}`,
      value: given[name as keyof typeof given],
    }));
    const mail = requestMail(requestView({ calls: [callView({ input: given, shown })] }), link).text;
    for (const words of Object.values(given)) expect(mail.replaceAll(/\n */g, ' ')).toContain(words);
    expect(mail).not.toContain('Careful');
  });

  test('each in an element that its direction cannot leave', async () => {
    expect(await pageOf(given)).toContain(`<bdi class="given" dir="auto">${given.hebrew}</bdi>`);
  });
});

describe('words that are not what they look like are warned of, with codes', () => {
  test.each([
    ['a host wholly in Cyrillic', { url: 'https://сосо.example/pay' }, /сосо\s*=\s*U\+0441U\+043EU\+0441U\+043E/],
    ['an order number', { order: 'СВ-204' }, /СВ\s*=\s*U\+0421U\+0412/],
    ['the name of an argument', { аmount: 1 }, /аmount\s*=\s*U\+0430mount/],
  ])('%s', async (_, input, warning) => {
    const text = textOf(await pageOf(input));
    expect(text).toContain('Careful: letters that are not what they look like');
    expect(text).toMatch(warning);
  });

  test('in the mail too', () => {
    const calls = [callView({ shown: [{ label: 'To', at: '/to', value: 'ops@сосо.example' }], input: {} })];
    const mail = requestMail(requestView({ calls }), link).text.replaceAll(/\s+/g, ' ');
    expect(mail).toContain('a word can pass for another: сосо = ⟦U+0441⟧⟦U+043E⟧⟦U+0441⟧⟦U+043E⟧');
  });
});

test('hidden characters are codes with a count, whatever hides them', async () => {
  const input = {
    a: 'x\u202Ey',
    b: 'x\u200By',
    c: `x${String.fromCodePoint(0xe0041)}y`,
    d: 'x\u{E0101}y',
    e: 'x\uFE0Fy',
  };
  const text = textOf(await pageOf(input));
  expect(text).toContain('5 hidden characters');
  for (const code of ['U+202E', 'U+200B', 'U+E0041', 'U+E0101', 'U+FE0F']) expect(text).toContain(code);
  expect(text).not.toContain('\u202E');
});

test('the whole input stands once more as the text that the digest was made of', async () => {
  const input = { z: [1, '1', null], a: { deep: { er: true } } };
  expect(textOf(await pageOf(input))).toContain(canonicalJson(input));
});

test.each(['en', 'ja'] as const)(
  'a large number stands as it is stored and once more in groups, in %s',
  async (language) => {
    const shown = [1250000.25, 9999, 1e21].map((value, at) => ({ label: `L${at}`, at: `/${at}`, value }));
    const view = requestView({ approver: { ...requestView().approver, language }, calls: [callView({ shown })] });
    const page = textOf((await browsedPage({ view }).get()).html);
    const { text } = requestMail(view, link);
    expect(page).toMatch(/L01250000\.25 \(1,250,000\.25\)\s*L19999\s*L21e\+21\s/);
    expect(text).toMatch(/L0: 1250000\.25 \(1,250,000\.25\)\nL1: 9999\nL2: 1e\+21\n/);
  },
);
