import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, seen } from '../support/browser.ts';
import { type LocalDesk, startLocalDesk } from '../support/local-desk.ts';
import { auditPage } from '../support/page-audit.ts';

const markup = `</textarea></section><script>window.pwned = 1</script><img src=x onerror="window.pwned = 2">
<form action="https://evil.example/"><button name="verdict" value="approve">Approve…</button></form><style>*{display:none}</style>`;
const reordered = 'pay \u202e000,1\u202c EUR, invi\u200bsible, p\u0430ypal';
// "approve" in tag characters, which no font shows.
const tagged = `ok${[...'approve'].map((one) => String.fromCodePoint(0xe0000 + (one.codePointAt(0) ?? 0))).join('')}`;
const prompt = `Please ask. ${markup} [Click here](https://evil.example/) ${reordered} ${tagged}\n\n# Approved\n${'W'.repeat(3000)}`;

const input = {
  text: markup,
  reordered,
  tagged,
  link: '[approve](javascript:window.pwned=3) https://evil.example/a/secret',
  long: `${'x'.repeat(19_990)}THE END`,
  nested: { deep: [[{ '<b>name</b>': [true, null, -0.5, '1'] }], [], {}], constructor: 'Object', '': 'empty name' },
};

const agent = JSON.stringify(
  {
    agent: 'hostile',
    dialogue: [
      {
        when: [
          {
            user: 'use a prototype',
            do: [
              { call: { tool: 'ask_all', rawInput: '{"text":"a","nested":{"__proto__":{"amount":1}}}' } },
              { say: 'It is over.', stop: 'end_turn' },
            ],
          },
          {
            user: { matches: '.' },
            do: [
              { say: `Everything is checked. ${markup}`, call: { tool: 'ask_all', rawInput: JSON.stringify(input) } },
            ],
          },
        ],
      },
      { say: `Done. ${markup}` },
    ],
  },
  null,
  1,
);

const gate = `
gate: hostile
stage: dev
harness:
  create:
    name: hostile
    model: { bedrockModelConfig: { modelId: global.anthropic.claude-sonnet-4-6 } }
    tools: [{ type: inline_function, name: ask_all }]
    memory: { disabled: {} }
  timeoutSeconds: 60
  inDoubt: fail
mail: { from: gate@example.com }
approvers: { morgan: { name: Morgan Reyes, mail: morgan@example.com } }
tools:
  ask_all:
    description: Ask for leave.
    inputSchema: { type: object, properties: { text: { type: string } }, required: [text] }
    rule: { ask: { approvers: [morgan], deadline: 24h } }
    show: [{ at: /text, label: Text }, { at: /long, label: Long }]
caps: { turns: 10 }
`;

describeInBrowser('Hostile words in a browser', (visit) => {
  let desk: LocalDesk;
  beforeAll(async () => {
    desk = await startLocalDesk({ gate, agent });
  });
  afterAll(() => desk?.close());

  test('a call with a key of a prototype is refused to the agent, and nobody is asked', async () => {
    const run = await desk.start('use a prototype');
    expect((await desk.end(run)).output).toMatchObject({ outcome: 'done' });
    expect(await desk.entries(run, 'approval.requested')).toEqual([]);
    expect(await desk.mails()).toEqual([]);
  });

  test('appear as what they are, on small screens, in the dark, before and after the decision: nothing runs, nothing is added', async () => {
    const run = await desk.start(prompt);
    const link = await desk.openLink(run);
    const visitors = await Promise.all([
      visit({ viewport: { width: 360, height: 740 }, colorScheme: 'light' }),
      visit({ viewport: { width: 1180, height: 820 }, colorScheme: 'dark' }),
    ]);
    for (const { page } of visitors) {
      await page.goto(link);
      expect(await auditPage(page)).toEqual([]);
      // All of it can be reached and stands there letter by letter.
      await page.locator('summary').evaluateAll((all) => all.map((one) => one.click()));
      expect(await auditPage(page)).toEqual([]);
      const told = await seen(page);
      for (const text of ['<script>window.pwned = 1</script>', 'THE END', '<b>name</b>', '# Approved']) {
        expect(told).toContain(text);
      }
      expect(told).toContain('U+202E');
      expect(told).toContain('U+200B');
      expect(told).toContain('U+E0061');
      expect(told).toContain('letters that are not what they look like');
      expect(told).not.toMatch(/[\u202e\u200b]/u);
      // Only our own forms and buttons, and no address from outside that could be followed.
      expect(await page.locator('form').evaluateAll((all) => all.map((form) => form.getAttribute('action')))).toEqual([
        '/verdict',
        '/verdict',
        '/verdict',
      ]);
      expect(await page.getByRole('button').allTextContents()).toEqual(['Approve…', 'Reject…', 'Send back…']);
      expect(await page.locator('img, script, iframe, a[href*=evil], a[href^=javascript]').count()).toBe(0);
    }
    const [small, large] = visitors;
    await small.page.getByRole('button', { name: 'Approve…' }).click();
    await small.page.getByRole('heading', { name: 'Approve this call?' }).waitFor();
    expect(await auditPage(small.page)).toEqual([]);
    await small.page.getByRole('button', { name: 'Yes, approve' }).click();
    await small.page.getByRole('heading', { name: 'You approved this call' }).waitFor();
    expect(await auditPage(small.page)).toEqual([]);
    await large.page.reload();
    expect(await auditPage(large.page)).toEqual([]);
    for (const { page, trouble } of visitors) {
      expect(await page.evaluate('window.pwned')).toBeUndefined();
      expect(trouble()).toEqual([]);
    }
  });

  test('do nothing on any page of the desk either, and the desk is readable on small screens and in the dark', async () => {
    const run = await desk.start(`Please ask. ${markup} ${reordered}`);
    await desk.openLink(run);
    const [mail] = await desk.mails();
    const visitors = await Promise.all([
      visit({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' }),
      visit({ colorScheme: 'light' }),
    ]);
    for (const path of ['/', `/runs/${run.runId}`, '/mails', `/mails/${mail?.messageId}`, '/topics', '/nowhere']) {
      for (const { page, trouble } of visitors) {
        await page.goto(`${desk.deskUrl}${path}`);
        expect([path, ...(await auditPage(page))]).toEqual([path]);
        expect(await page.evaluate('window.pwned')).toBeUndefined();
        expect(trouble()).toEqual([]);
      }
    }
  });
});
