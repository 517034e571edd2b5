import { describe, expect, test } from 'vitest';
import { cancelledMail, cancelledTopicMessage } from '../../lib/web/cancelled-mail.ts';
import { requestMail } from '../../lib/web/request-mail.ts';
import { callView, closed, requestView } from './build-view.ts';
import { browsedPage, formOf, textOf } from './page-browser.ts';

const link = 'https://gate.example/a/secret';
const warning = 'what it does with tools of its own is checked by nobody';

describe('an unguarded run', () => {
  const view = requestView({ guard: 'unguarded' });

  test('is called that on the page, in the second step, on the answer and in the mail', async () => {
    const page = browsedPage({ view });
    const first = await page.get();
    expect(textOf(first.html)).toContain(warning);
    const second = await page.post(formOf(first.html, 'approve'));
    expect(textOf(second.html)).toContain(warning);
    const answer = await page.post(formOf(second.html, 'approve'));
    expect(page.decided).toHaveLength(1);
    for (const { html } of [first, second, answer]) expect(textOf(html)).toContain('UNGUARDED');
    expect(requestMail(view, link).text.replaceAll(/\s+/g, ' ')).toContain(warning);
  });

  test('is told apart from a guarded one, of which nothing is said', async () => {
    const { html } = await browsedPage().get();
    expect(textOf(html).toLowerCase()).not.toContain('unguarded');
    expect(requestMail(requestView(), link).text).not.toContain('unguarded');
  });
});

describe('a call that needs a signed request', () => {
  const view = requestView({ calls: [callView({ answerBy: 'iam' })] });

  test('is shown whole, with the command that answers it and without a form', async () => {
    const { html, status } = await browsedPage({ view }).get();
    expect(status).toBe(200);
    expect(html).not.toContain('<form');
    expect(textOf(html)).toContain('NS-204');
    expect(textOf(html)).toContain(`countersign approve ${view.requestId}`);
  });

  test('is not decided by the form of an older page either', async () => {
    const page = browsedPage();
    const forms = (await page.get()).html;
    page.state.view = view;
    for (const verdict of ['approve', 'reject'] as const) {
      const { status, html } = await page.post(formOf(forms, verdict));
      expect(status).toBe(403);
      expect(textOf(html)).toContain('Only a signed request counts here');
    }
    expect(page.decided).toEqual([]);
  });
});

describe('the notice that nothing is left to answer', () => {
  const calls = [
    callView({ standing: closed('cancelled') }),
    callView({ tool: 'other', standing: closed('approved') }),
  ];
  const view = requestView({
    calls,
    prompt: { kind: 'text', text: 'PROMPT' },
    agentWords: { kind: 'text', text: 'WORDS' },
  });

  test('names the cancelled calls, and has no link and no word from outside', () => {
    const { subject, text, html } = cancelledMail(view);
    expect(subject).toMatch(/^Nothing left to answer: confirm_ferry_booking \(ferry, [0-9a-f]{4}-[0-9a-f]{4}\)$/);
    for (const part of [text, textOf(html)]) {
      expect(part).toContain('confirm_ferry_booking');
      expect(part).not.toMatch(/:\/\/|PROMPT|WORDS|NS-204|other/);
    }
    expect(html).not.toMatch(/<a\s/);
  });

  test('says so where the whole gate was stopped, and the page does', async () => {
    const standing = { ...closed('cancelled'), because: 'gate-stopped' as const };
    const stopped = requestView({ calls: [callView({ standing })] });
    const page = await browsedPage({ view: stopped }).get();
    for (const part of [cancelledMail(stopped).text, cancelledTopicMessage(stopped).text, textOf(page.html)])
      expect(part.replaceAll(/\s+/g, ' ')).toContain('The whole gate was stopped');
    expect(cancelledMail(view).text).not.toContain('whole gate');
  });

  test('fits into what SNS takes for a subject', () => {
    const long = requestView({
      gate: 'g'.repeat(20),
      calls: [callView({ tool: 't'.repeat(64), standing: closed('cancelled') })],
    });
    expect(cancelledTopicMessage(long).subject).toMatch(/^[\x20-\x7e]{1,99}$/);
  });
});
