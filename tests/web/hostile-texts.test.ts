import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type Json } from '../../lib/core/canonical-json.ts';
import type { ApproverId } from '../../lib/core/ids.ts';
import { plainVisible } from '../../lib/core/visible-text.ts';
import { requestMail } from '../../lib/web/request-mail.ts';
import { readsAsOtherJson } from '../../lib/web/value-tree.ts';
import { callView, noon, requestView } from './build-view.ts';
import { browsedPage, formOf, textOf } from './page-browser.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'><form action=//evil.example><button name=verdict value=approve>",
    '</textarea></bdi></main><h1>Approved</h1>',
    '</style><style>*{display:none}',
    '<!--',
    '&lt;b&gt; &amp;amp;',
    '[click](https://evil.example)',
    '\u202Eevorppa\u2066\u200B\u00AD\u{E0041}',
    '{{7*7}}${7*7}',
    'x'.repeat(5000),
    '\u200B'.repeat(700),
  ),
);

const tags = (page: string) => [...page.matchAll(/<\/?([a-z][a-z0-9]*)/g)].map((match) => match[1]);
const countOf = (page: string, tag: string) => tags(page).filter((name) => name === tag).length;

// What a text may never add to a page: furniture, forms, links, anything that runs or loads.
const furniture = [
  'form',
  'button',
  'input',
  'textarea',
  'a',
  'h1',
  'h2',
  'h3',
  'section',
  'script',
  'style',
  'img',
  'iframe',
  'link',
  'meta',
  'main',
  'blockquote',
];

test('no text from outside adds anything to a page but text', async () => {
  const benign = await browsedPage({ view: withTexts('plain') }).get();
  const property = fc.asyncProperty(hostile, async (text) => {
    const { html } = await browsedPage({ view: withTexts(text) }).get();
    for (const tag of furniture) expect([tag, countOf(html, tag)]).toEqual([tag, countOf(benign.html, tag)]);
    const known = new Set([...tags(benign.html), 'details', 'summary', 'span', 'p', 'bdi', 'strong']);
    expect(tags(html).filter((tag) => !known.has(tag ?? ''))).toEqual([]);
    // Nothing reorders or hides what stands beside it, wherever it came from.
    expect(html).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u{E0000}-\u{E007F}]/u);
  });
  await fc.assert(property, { numRuns: 150 });
});

function withTexts(text: string) {
  const input = { [`key ${text}`]: text, item: text };
  const shown = [{ label: 'Item', at: '/item', value: text }];
  const changes = [{ at: `/key ${text}`, before: text, after: text }];
  return requestView({
    requester: { name: { kind: 'text', text }, assurance: 'claimed' },
    prompt: { kind: 'text', text },
    agentWords: { kind: 'text', text },
    calls: [
      callView({
        input,
        shown,
        // What the rules say of a call repeats names of members that the agent chose.
        undecided: [`/key ${text} is not a number.`],
        notInRequest: [`/key ${text}`],
        edited: {
          by: { id: 'kim' as ApproverId, name: 'Kim Osei' },
          at: noon,
          words: { kind: 'text', text },
          changes,
        },
        asked: ['alex', 'lee'].map((id) => ({
          id: id as ApproverId,
          name: id,
          role: 'decides',
          answer: { verdict: 'approve', at: noon, words: { kind: 'text', text } },
          notice: 'sent',
        })),
      }),
    ],
    did: [{ tool: 'buy', shown, cameTo: 'done', at: noon }],
    turnedDown: [
      {
        tool: 'buy',
        shown,
        outcome: 'rejected',
        at: noon,
        by: [{ id: 'kim' as ApproverId, name: 'Kim Osei', words: { kind: 'text', text } }],
      },
    ],
  });
}

test('every text of the arguments is reachable in the page, hidden characters by their codes', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  const property = fc.asyncProperty(
    fc.dictionary(text, fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true })), { maxKeys: 5 }),
    async (given) => {
      const input: Json = Object.fromEntries(Object.entries(given));
      const page = textOf(
        (await browsedPage({ view: requestView({ calls: [callView({ input, shown: [] })] }) }).get()).html,
      );
      for (const [name, value] of Object.entries(input)) {
        expect(page).toContain(bare(name));
        expect(page).toContain(typeof value === 'string' ? bare(value) : canonicalJson(value));
      }
      expect(page).toContain(plainVisible(canonicalJson(input)));
    },
  );
  await fc.assert(property, { numRuns: 80 });
});

// The tree names a hidden character in an element of its own, without brackets.
function bare(text: string): string {
  return plainVisible(text)
    .replaceAll(/⟦(U\+(?!27E6⟧)[0-9A-F]+)⟧/g, '$1')
    .replaceAll('⟦U+27E6⟧', '⟦');
}

test('long values are folded with their length, and whole', async () => {
  const value = `${'a'.repeat(3000)}THE END`;
  const { html } = await browsedPage({ view: withTexts(value) }).get();
  expect(html).toContain('3,007 characters in all');
  expect(textOf(html)).toContain(value);
});

test('"12" and 12 look different, and so do null, "null", true and nothing', async () => {
  const given: readonly Json[] = [
    '12',
    12,
    'null',
    null,
    'true',
    true,
    '',
    ' x',
    [],
    '[]',
    { a: 1 },
    '{"a":1}',
    '１２',
  ];
  const shown = given.map((value, index) => ({ label: `L${index}`, at: `/${index}`, value }));
  const view = requestView({ calls: [callView({ shown: [...shown, { label: 'L99', at: '/none' }] })] });
  const { html } = await browsedPage({ view }).get();
  const pageParts = [...html.matchAll(/<dt>L\d+<\/dt><dd>([\s\S]*?)<\/dd>\s*<\/div>\s*(?=<div|<\/dl)/g)];
  const onPage = pageParts.map((match) => textOf(`<body>${match[1]}`).trim());
  const mail = requestMail(view, 'https://gate.example/a/x').text;
  const inMail = [...mail.matchAll(/^L\d+: (.*)$/gm)].map((match) => match[1]);
  for (const values of [onPage, inMail]) {
    expect(values).toHaveLength(given.length + 1);
    expect(new Set(values).size).toBe(given.length + 1);
    expect(values[0]).toContain('"12"');
    expect(values[1]).toBe('12');
    expect(values[12]).toContain('"１２"');
  }
});

test('a text that is nearly a number is looked at once, however long it is', () => {
  for (const text of ['1', '1 ', ' ', '\n', '1.', '{', '"']) {
    const before = performance.now();
    for (const first of ['1', text]) readsAsOtherJson(`${first}${text.repeat(200_000)}x`);
    expect(performance.now() - before).toBeLessThan(500);
  }
});

test('hidden characters are counted and look-alike words spelled out in warnings', async () => {
  const view = requestView({ calls: [callView({ input: { to: 'раypal.com', note: 'a\u202Eb\u200Bc' }, shown: [] })] });
  const text = textOf((await browsedPage({ view }).get()).html);
  expect(text).toContain('2 hidden characters');
  expect(text).toMatch(/U\+0440\s*U\+0430\s*ypal/);
});

test('the confirmation page shows hostile values as harmlessly', async () => {
  const text = '"><script>x</script><button name="verdict" value="approve">';
  const page = browsedPage({ view: withTexts(text) });
  const confirm = await page.post(formOf((await page.get()).html, 'approve'));
  expect(confirm.status).toBe(200);
  expect(countOf(confirm.html, 'script')).toBe(0);
  // One tag that opens and one that closes.
  expect(countOf(confirm.html, 'button')).toBe(2);
});

test('the largest input that the gate takes makes a page that a function can still answer with', async () => {
  for (const unit of ['"', '\u200B', '\u202E\u200B']) {
    const value = unit.repeat(Math.floor((256 * 1024) / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))));
    const view = requestView({ calls: [callView({ input: { value }, shown: [] })] });
    const { html } = await browsedPage({ view }).get();
    expect(Buffer.byteLength(html)).toBeLessThan(6 * 1024 * 1024);
  }
});
