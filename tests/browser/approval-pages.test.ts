import { serve } from '@hono/node-server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Language } from '../../lib/core/gate-file.ts';
import type { ApproverId, ToolUseId } from '../../lib/core/ids.ts';
import type { CallView, RequestView } from '../../lib/gate/views.ts';
import { seriousByAxe } from '../support/axe.ts';
import { describeInBrowser, seen } from '../support/browser.ts';
import { auditPage } from '../support/page-audit.ts';
import { everyMail } from '../web/build-mails.ts';
import { callView, closed, requestView } from '../web/build-view.ts';
import { browsedPage, secret } from '../web/page-browser.ts';

const at = '2026-03-04T11:00:00.000Z';
const person = (id: string, name: string) => ({ id: id as ApproverId, name });

const words = { kind: 'text', text: `Only 100 was agreed\u202E, ${'x'.repeat(700)}` } as const;

/** A call with everything that a page can say of one. */
const full: Partial<CallView> = {
  offers: ['approve', 'edit', 'reject', 'revise'],
  whoActs: 'gate',
  inputSchema: {
    type: 'object',
    properties: {
      sailing: { type: 'string', maxLength: 100, description: 'Route and line' },
      amount: { type: 'number', maximum: 500 },
      cabin: { enum: ['none', 'inside'] },
      passengers: { type: 'array' },
    },
    required: ['sailing', 'amount'],
  },
  quorum: 2,
  asked: [
    { ...person('morgan', 'Morgan Reyes'), role: 'decides', notice: 'sent' },
    { ...person('alex', 'Alex Kim'), role: 'decides', notice: 'returned', answer: { verdict: 'reject', at, words } },
    { ...person('lee', 'Lee Tan'), role: 'decides', notice: 'sent', before: { verdict: 'approve', at, words } },
  ],
  requesters: [person('sam', 'Sam Ito')],
  schedule: [{ kind: 'escalation', at: '2026-03-04T20:00:00.000Z', to: [person('lee', 'Lee Tan')] }],
  edited: { by: person('alex', 'Alex Kim'), at, words, changes: [{ at: '/amount', before: 240, after: 184.5 }] },
};
const beside = { tool: 'find_sailing', shown: callView().shown, cameTo: 'refuted', at } as const;
const turnedDown = { ...beside, outcome: 'sent-back', by: [{ ...person('lee', 'Lee Tan'), words }] } as const;
const other = callView({ toolUseId: 'tooluse_2' as ToolUseId, answerBy: 'iam' });
const decided = callView({
  ...full,
  offers: [],
  standing: closed('approved'),
  cameTo: { kind: 'done', verified: false, reason: { kind: 'text', text: 'No such booking.' } },
});

const states: Readonly<Record<string, RequestView>> = {
  one: requestView({ calls: [callView(full)], did: [beside], beside: [beside], turnedDown: [turnedDown] }),
  several: requestView({ calls: [callView(full), other, { ...decided, toolUseId: 'tooluse_3' as ToolUseId }] }),
  decided: requestView({ calls: [decided] }),
  expired: requestView({ calls: [callView({ standing: closed('expired') })] }),
};

describeInBrowser('The approval page in a browser', (visit) => {
  const shown = browsedPage();
  let origin = '';
  let server: ReturnType<typeof serve>;
  beforeAll(async () => {
    origin = await new Promise((done) => {
      server = serve({ fetch: shown.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
        done(`http://127.0.0.1:${port}`),
      );
    });
  });
  afterAll(() => server?.close());

  const show = (state: string, language: Language = 'en') => {
    const view = states[state] ?? requestView();
    shown.state.view = { ...view, approver: { ...view.approver, language, timeZone: 'Asia/Tokyo' } };
  };
  const path = (query = '') => `${origin}/a/${secret}${query}`;

  test.each([
    ['light', 'en'],
    ['dark', 'ja'],
  ] as const)(
    'every page fits 360 pixels, is read without strain, names all of its controls and asks for nothing else; mails are read without strain too (%s, %s)',
    async (colorScheme, language) => {
      const { page, trouble } = await visit({ colorScheme, viewport: { width: 360, height: 740 } });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const audit = async (query?: string) => {
        asked.length = 0;
        await page.goto(path(query));
        expect([query, await auditPage(page)]).toEqual([query, []]);
        expect([query, await seriousByAxe(page)]).toEqual([query, []]);
        expect(asked.filter((url) => !url.startsWith('data:'))).toHaveLength(1);
      };
      for (const state of Object.keys(states)) {
        show(state, language);
        await audit();
      }
      show('one', language);
      for (const verdict of ['approve', 'edit', 'reject', 'revise']) await audit(`?${verdict}=tooluse_1`);
      await page.goto('about:blank');
      for (const { kind, html } of mails(language)) {
        await page.setContent(html);
        // A mail has no colour of its own, and what axe does not see painted it takes for white.
        await page.evaluate(`document.documentElement.style.backgroundColor = 'Canvas'`);
        expect([kind, await seriousByAxe(page)]).toEqual([kind, []]);
      }
      expect(trouble()).toEqual([]);
    },
  );

  test('a keyboard alone changes an argument: a slip leads back to its field, and the change is seen before it counts', async () => {
    const { page, trouble } = await visit({ javaScriptEnabled: false });
    show('one');
    await page.goto(path());
    await press(page, { name: 'Change…', heading: 'Change the arguments' });
    await page.getByLabel('Amount (EUR)').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('150,00');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByRole('link', { name: /is no number/ })
      .focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.getByLabel('Amount (EUR)').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Amount (EUR)').fill('150.00');
    await page.getByLabel('cabin').selectOption('inside');
    await press(page, { name: 'Show the change…', heading: 'Approve this call with your changes?' });
    const second = await seen(page);
    expect(second).toMatch(/Amount amount\s+Before\s+184\.5 number\s+After\s+150 number/);
    expect(second).toMatch(/cabin\s+Before\s+not there\s+After\s+"inside" text/);
    expect(shown.decided).toEqual([]);
    await press(page, { name: 'Change it again', heading: 'Change the arguments' });
    expect(await page.getByLabel('Amount (EUR)').inputValue()).toBe('150.00');
    await press(page, { name: 'Show the change…', heading: 'Approve this call with your changes?' });
    await page.getByRole('textbox', { name: /^A comment/ }).fill('Less.');
    await press(page, { name: 'Yes, approve with these changes', heading: 'You approved this call with your changes' });
    const [command] = shown.decided.splice(0);
    expect(JSON.parse(command?.edited ?? '')).toEqual({
      amount: 150,
      cabin: 'inside',
      passengers: ['Ada', 'Grace'],
      sailing: 'NS-204',
    });
    expect(command?.comment).toBe('Less.');
    expect(trouble()).toEqual([]);
  });

  test('on paper nothing is folded and nothing can be pressed', async () => {
    const { page } = await visit();
    show('one');
    await page.goto(path());
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('.raw pre').isVisible()).toBe(true);
  });
});

/** A mail of each kind that has blocks of its own. */
function mails(language: Language): readonly { readonly kind: string; readonly html: string }[] {
  const kinds = ['request', 'information', 'outcome', 'code', 'finished'];
  return everyMail('Two berths', language).flatMap(({ kind, mail }) =>
    kinds.includes(kind) ? [{ kind, html: mail.html }] : [],
  );
}

/** Presses a focused button with Enter, and waits for the page behind it. */
async function press(
  page: Page,
  { name, heading }: { readonly name: string; readonly heading: string },
): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}
