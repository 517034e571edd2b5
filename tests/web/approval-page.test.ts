import { describe, expect, test } from 'vitest';
import { shortForm } from '../../lib/core/hashes.ts';
import type { ApproverId, ToolUseId } from '../../lib/core/ids.ts';
import { callView, closed, noon, requestView } from './build-view.ts';
import { browsedPage, formOf, secondStep, secret, textOf } from './page-browser.ts';

describe('looking', () => {
  test('the page says who asks, what would run, who answers and that the gate itself will not act', async () => {
    const text = textOf((await browsedPage().get()).html);
    expect(text).toContain('sam@example.com');
    expect(text).toContain('as claimed by whoever started the run');
    expect(text).toContain('Book the earliest ferry on Friday for two.');
    expect(text).toContain('Written by the agent, unverified');
    expect(text).toContain('You answer as Morgan Reyes. Whoever has this link answers in your name.');
    expect(text).toContain('The gate itself will do nothing: your approval only tells the agent that it may go on.');
    expect(text).toContain('1 day left');
    expect(text).toContain('2026-03-05T12:00:00Z');
    expect(text).toContain(shortForm(callView().digest));
    expect(text).toContain(callView().digest);
  });

  test('the values of the gate file and the limits stand before the arguments, the agent’s words after them', async () => {
    const text = textOf((await browsedPage().get()).html);
    const order = ['Sailing', 'At most', 'How to undo', 'All arguments', 'Written by the agent', 'Your decision'];
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test.each(['GET', 'HEAD', 'OPTIONS'])('%s never decides, whatever it asks for', async (method) => {
    const page = browsedPage();
    const form = new URLSearchParams(formOf((await page.get()).html, 'approve')).toString();
    for (const path of [`/a/${secret}`, `/a/${secret}?${form}`, '/verdict', `/verdict?${form}`, '/', '/a/']) {
      await page.send(path, { method });
    }
    expect(page.decided).toEqual([]);
  });

  test('HEAD answers like GET without a body; OPTIONS and other methods say what is allowed', async () => {
    const page = browsedPage();
    expect(await page.send(`/a/${secret}`, { method: 'HEAD' })).toMatchObject({ status: 200, html: '' });
    const options = await page.send(`/a/${secret}`, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expect((await page.send(`/a/${secret}`, { method })).status).toBe(405);
    }
    const onVerdict = await page.send('/verdict');
    expect(onVerdict.status).toBe(405);
    expect(onVerdict.response.headers.get('allow')).toBe('POST, OPTIONS');
    expect(page.decided).toEqual([]);
  });

  test('an unknown link is looked up like any other and told nothing', async () => {
    const page = browsedPage();
    const unknown = await page.get('/a/guessed');
    expect(unknown.status).toBe(404);
    expect(page.state.looks).toBe(1);
    expect(unknown.html).not.toContain('ferry');
    expect(unknown.html).not.toContain('guessed');
  });

  test.each(['expired', 'cancelled'] as const)('a call that is %s names no arguments any more', async (outcome) => {
    const view = requestView({ calls: [callView({ standing: closed(outcome) })] });
    const answer = await browsedPage({ view }).get();
    expect(answer.status).toBe(410);
    expect(answer.html).not.toContain('NS-204');
    expect(answer.html).not.toContain('earliest ferry');
    expect(answer.html).not.toContain('<form');
  });

  test('a call past its deadline counts as over even when the ledger has not closed it yet', async () => {
    const view = requestView({ calls: [callView({ deadline: noon })] });
    const answer = await browsedPage({ view }).get();
    expect(answer.status).toBe(410);
    expect(textOf(answer.html)).toContain('neither approved nor rejected');
    expect(answer.html).not.toContain('<form');
  });

  test('a decided call says by whom and when, without forms', async () => {
    const comment = { kind: 'text', text: 'Too expensive' } as const;
    const view = requestView({ calls: [callView({ standing: closed('rejected', comment) })] });
    const answer = await browsedPage({ view }).get();
    expect(answer.status).toBe(200);
    expect(textOf(answer.html)).toMatch(/Rejected[\s\S]*Kim Osei[\s\S]*4 March 2026, 11:00 UTC[\s\S]*Too expensive/);
    expect(answer.html).not.toContain('<form');
  });

  test('of two who decided each comment stands with its own author', async () => {
    const standing = closed('rejected', { kind: 'text', text: 'Too expensive' });
    const alex = { id: 'alex' as ApproverId, name: 'Alex Kim' };
    const view = requestView({ calls: [callView({ standing: { ...standing, by: [...standing.by, alex] } })] });
    const text = textOf((await browsedPage({ view }).get()).html);
    expect(text).toMatch(/Comment · Kim Osei\s*Too expensive/);
    expect(text).not.toContain('Comment · Alex Kim');
  });

  test('what was erased is said to be erased, and can be rejected but not approved', async () => {
    const { input: _, ...erased } = callView();
    const page = browsedPage({ view: requestView({ prompt: { kind: 'erased' }, calls: [erased] }) });
    const { html } = await page.get();
    expect(textOf(html)).toContain('have been erased');
    expect(() => formOf(html, 'approve')).toThrow();
    expect((await page.post(await secondStep(page, { verdict: 'reject' }))).status).toBe(200);
  });
});

describe('deciding', () => {
  test('an approval takes two steps: the first repeats what will happen and records nothing', async () => {
    const page = browsedPage();
    const first = await page.post(formOf((await page.get()).html, 'approve'));
    expect(first.status).toBe(200);
    expect(page.decided).toEqual([]);
    const repeated = textOf(first.html);
    for (const words of [
      'confirm_ferry_booking',
      'NS-204',
      '184.5',
      'at most 500 EUR',
      'Cannot be taken back',
      'Morgan Reyes',
    ]) {
      expect(repeated).toContain(words);
    }
    expect(repeated).toContain('The gate itself will do nothing');
    const second = await page.post({ ...formOf(first.html, 'approve'), comment: 'Take\r\nthe 07:40.' });
    expect(second.status).toBe(200);
    expect(textOf(second.html)).toContain('You approved this call');
    const { digest } = callView();
    expect(page.decided).toMatchObject([
      { linkSecret: secret, toolUseId: 'tooluse_1', verdict: 'approve', comment: 'Take\nthe 07:40.', digest },
    ]);
  });

  test('a rejection takes two steps too, the second with the reason', async () => {
    const page = browsedPage();
    const form = await secondStep(page, { verdict: 'reject' });
    expect(page.decided).toEqual([]);
    const answer = await page.post({ ...form, comment: 'Too late in the day' });
    expect(textOf(answer.html)).toContain('You rejected this call');
    expect(page.decided).toMatchObject([{ verdict: 'reject', comment: 'Too late in the day' }]);
  });

  test('a gate that acts by itself says so before and after', async () => {
    const page = browsedPage({ view: requestView({ calls: [callView({ whoActs: 'gate' })] }) });
    const confirm = await page.post(formOf((await page.get()).html, 'approve'));
    expect(textOf(confirm.html)).toContain('The gate itself will carry this out.');
    expect(textOf(confirm.html)).not.toContain('The gate itself will do nothing');
  });

  test('a call that the harness runs passes once and as it is, and the page says so before and after', async () => {
    const page = browsedPage({ view: requestView({ calls: [callView({ whoActs: 'harness' })] }) });
    const { html } = await page.get();
    expect(textOf(html)).toContain('After your approval exactly this call passes, once');
    const confirm = await page.post(formOf(html, 'approve'));
    expect(textOf(confirm.html)).toContain('until the deadline of this request. Any other call is stopped.');
    const answer = await page.post(formOf(confirm.html, 'approve'));
    expect(textOf(answer.html)).toContain('it may make exactly this call, once, until the deadline');
  });

  test('each call of a request has its own forms, and the answer leads back to what is still open', async () => {
    const other = callView({ toolUseId: 'tooluse_2' as ToolUseId, tool: 'approve_purchase', digest: 'b'.repeat(64) });
    const page = browsedPage({ view: requestView({ calls: [callView(), other] }) });
    const answer = await page.post(await secondStep(page, { verdict: 'reject', index: 1 }));
    expect(page.decided).toMatchObject([{ toolUseId: 'tooluse_2' }]);
    expect(answer.html).toContain(`href="/a/${secret}"`);
    expect(textOf(answer.html)).toContain('One more call waits for your answer');
  });

  test.each([
    ['repeated', 200, 'was counted once'],
    ['decided-already', 409, 'does not change it'],
    ['answered-already', 409, 'What you said first stands'],
    ['too-late', 410, 'Too late'],
    ['unknown-link', 404, 'leads to no request'],
    ['unknown-call', 404, 'not part of this request'],
  ] as const)('the answer "%s" has its own page with status %i', async (kind, status, words) => {
    const page = browsedPage({
      answer: () => {
        const call = callView({ standing: closed('approved') });
        const request = requestView({ calls: [call] });
        return kind === 'unknown-link' ? { kind } : { kind, request, call, verdict: 'reject' };
      },
    });
    const answer = await page.post(await secondStep(page, { verdict: 'reject' }));
    expect(answer.status).toBe(status);
    expect(textOf(answer.html)).toContain(words);
  });

  test('whoever comes with a review of a call that was decided meanwhile is told by whom', async () => {
    const page = browsedPage();
    const form = formOf((await page.get()).html, 'approve');
    page.state.view = requestView({ calls: [callView({ standing: closed('rejected') })] });
    const answer = await page.post(form);
    expect(answer.status).toBe(409);
    expect(textOf(answer.html)).toContain('Kim Osei');
    expect(page.decided).toEqual([]);
  });

  test('the second step has an address of its own, which only shows, and only while the call is open', async () => {
    const page = browsedPage();
    const second = `/a/${secret}?approve=tooluse_1`;
    const form = new URLSearchParams(formOf((await page.get()).html, 'approve')).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const review = await page.send('/verdict', { method: 'POST', headers, body: form });
    expect([review.status, review.response.headers.get('location')]).toEqual([303, second]);
    expect(textOf((await page.get(second)).html)).toContain('Approve this call?');
    expect(textOf((await page.get(`/a/${secret}?approve=tooluse_9`)).html)).toContain('Your approval is asked for');
    page.state.view = requestView({ calls: [callView({ standing: closed('rejected') })] });
    expect((await page.get(second)).html).not.toContain('<form');
    expect(page.decided).toEqual([]);
  });

  test('a failure behind the page is told without its reason, and does not claim that nothing was recorded', async () => {
    const page = browsedPage({
      answer: () => {
        throw new Error('ProvisionedThroughputExceededException arn:aws:dynamodb');
      },
    });
    const answer = await page.post(await secondStep(page, { verdict: 'reject' }));
    expect(answer.status).toBe(500);
    expect(answer.html).not.toContain('Throughput');
    expect(textOf(answer.html)).toContain('not certain that your answer was recorded');
  });
});
