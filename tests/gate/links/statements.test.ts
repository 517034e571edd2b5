import { describe, expect, test, vi } from 'vitest';
import { operations } from '../../../lambdas/operations.ts';
import { sha256Hex } from '../../../lib/core/hashes.ts';
import { gateFile } from '../../support/gate-files.ts';
import { gatePage } from '../../support/gate-page.ts';
import { unknownLink, waitingPage, wrongSecretOf } from '../../support/watched-links.ts';
import { formOf, textOf } from '../../web/page-browser.ts';

/** The form that records an approval, from the page's own two steps. */
async function lastForm({ page, link }: Awaited<ReturnType<typeof waitingPage>>) {
  const second = await page.post(formOf((await page.get(link)).html, 'approve'));
  return formOf(second.html, 'approve');
}

const deadline = '2026-03-02T10:00:00.000Z';

describe('the statements about links', () => {
  test('L1 a GET, HEAD or OPTIONS changes nothing that any decision, page or fold of the run depends on; only a POST decides', async () => {
    const made = await waitingPage();
    const { page, link } = made;
    const form = new URLSearchParams(await lastForm(made)).toString();
    const before = made.told();
    const writes: string[] = [];
    const refuse = (what: string) => async () => {
      writes.push(what);
      throw new Error(`A look wrote to ${what}.`);
    };
    const { ledger, contents, operational, callback, chains } = made.ports;
    const watched = gatePage({
      ...made.ports,
      ledger: { ...ledger, append: refuse('the ledger') },
      contents: { ...contents, put: refuse('the contents') },
      operational: { ...operational, putLink: refuse('the links'), putTaskToken: refuse('the tokens') } as never,
      callback: { ...callback, wake: refuse('the callback') },
      chains: {
        newest: chains.newest,
        append: (commit) => (commit.chain.startsWith('views-') ? chains.append(commit) : refuse('a chain')()),
      },
    });
    const first = (await page.get(link)).html;
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      for (const path of [
        `/a/${link}`,
        `/a/${wrongSecretOf(link)}`,
        `/a/${unknownLink}`,
        '/verdict',
        '/',
        '/a/',
        '/x',
      ]) {
        for (const query of ['', form, 'approve=c1']) await watched.send(method, path, { query });
      }
    }
    for (const method of ['PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      for (const path of [`/a/${link}`, '/verdict']) expect((await watched.send(method, path)).status).toBe(405);
    }
    expect([writes, made.told(), made.woken.size]).toEqual([[], before, 0]);
    expect((await page.get(link)).html).toBe(first);
    expect((await page.post(await lastForm(made))).status).toBe(200);
    expect(made.woken.size).toBe(1);
  });

  test('L2 a link has 192 random bits besides its locator, and what is kept of it is a hash', async () => {
    const made = await waitingPage();
    const { link, page } = made;
    const [, locator = '', secret = ''] = /^([A-Za-z0-9_-]{12})([A-Za-z0-9_-]{32})$/.exec(link) ?? [];
    expect(Buffer.from(secret, 'base64url')).toHaveLength(24);
    const kept = await made.ports.operational.findLink(locator);
    expect(kept?.linkHash).toBe(sha256Hex(link));
    expect(JSON.stringify(kept)).not.toContain(secret);
    for (let at = 0; at < link.length; at += 1) {
      const other = `${link.slice(0, at)}${link[at] === 'x' ? 'y' : 'x'}${link.slice(at + 1)}`;
      expect((await page.get(other)).status).toBe(404);
    }
  });

  test('L3 a link answers for one request and one approver, and a form for one call and one verdict', async () => {
    const made = await waitingPage({
      calls: [
        { id: 'c1', tool: 'buy', input: { item: 'a' } },
        { id: 'c2', tool: 'sell' },
      ],
    });
    const { page, link } = made;
    const form = await lastForm(made);
    const alex = made.secretOf('alex@example.com');
    const other = await waitingPage({ calls: [{ id: 'c1', tool: 'sell' }] });
    for (const changes of [
      { link: alex },
      { call: 'c2' },
      { verdict: 'reject' },
      { link: other.link },
      { link: alex, call: 'c2' },
    ]) {
      const { status } = await page.post({ ...form, ...changes });
      expect([403, 404, 409]).toContain(status);
    }
    // Alex is not asked about c1: an own nonce does not help either.
    const own = formOf((await page.get(alex)).html, 'reject');
    expect((await page.post({ ...own, call: 'c1' })).status).not.toBe(200);
    expect(made.woken.size).toBe(0);
    expect((await made.run()).calls.flatMap(({ verdicts }) => verdicts)).toEqual([]);
    expect((await page.get(link)).status).toBe(200);
  });

  test("L4 a link ends with its call's deadline, at the POST and on the page, which then names no arguments", async () => {
    const made = await waitingPage();
    const { page, link, clock } = made;
    const form = await lastForm(made);
    clock.set(deadline);
    const late = await page.post({ ...form });
    expect([409, 410]).toContain(late.status);
    const shown = await page.get(link);
    expect(shown.status).toBe(410);
    for (const { html } of [late, shown]) expect(html).not.toContain('a chair');
    expect((await made.run()).calls[0]).toMatchObject({ verdicts: [] });
    expect(await made.drive()).toMatchObject({ next: { output: { verdicts: { c1: { outcome: 'expired' } } } } });
  });

  test('L5 the first valid verdict wins, and sending it again answers the same without a second effect', async () => {
    const made = await waitingPage({ calls: [{ id: 'c1', tool: 'sell' }] });
    const form = await lastForm(made);
    const opposite = formOf((await made.page.get(made.secretOf('alex@example.com'))).html, 'reject');
    const answers = await Promise.all(Array.from({ length: 10 }, () => made.page.post(form)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await made.page.post(opposite)).status).toBe(409);
    expect((await made.run()).calls[0]).toMatchObject({ verdicts: { length: 1 }, closed: { outcome: 'approved' } });
    expect(made.woken.size).toBe(1);
  });

  test('L6 no address is made from what a request says of its host', async () => {
    const made = await waitingPage();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const shown = await made.page.get(made.link, { headers });
    const form = formOf(shown.html, 'approve');
    const review = await made.page.send('POST', '/verdict', { headers, body: new URLSearchParams(form).toString() });
    for (const { html, headers: answered } of [shown, review]) {
      expect(`${html}${JSON.stringify(answered)}`).not.toContain('evil.example');
    }
    expect(review.headers['location']).toMatch(/^\/a\//);
    expect(made.courier.sent[0]?.message.text).toMatch(/^https:\/\/page\.example\//);
    expect((await made.page.post(form, { ...headers, origin: 'https://evil.example' })).status).toBe(403);
  });

  test('L7 every answer forbids what could leak, frame, store or run something', async () => {
    const { page, link } = await waitingPage();
    for (const answer of [
      await page.get(link),
      await page.get(unknownLink),
      await page.send('PUT', '/verdict'),
      await page.send('GET', '/nothing'),
      await page.post({ link }),
    ]) {
      expect(answer.headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-robots-tag': expect.stringContaining('noindex'),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(answer.headers['content-security-policy']).not.toMatch(/script-src|unsafe/);
      expect(answer.html).not.toMatch(/<script|src="http|href="http/);
    }
  });

  test('L8 unknown links, wrong secrets and links of another gate are told the same after the same time', async () => {
    const made = await waitingPage();
    const foreign = (await waitingPage({ calls: [{ id: 'x1', tool: 'sell' }] })).secretOf('alex@example.com');
    const form = await lastForm(made);
    made.pauses.length = 0;
    const links = [unknownLink, wrongSecretOf(made.link), foreign, 'short', 'ü'];
    const seen = await Promise.all(links.map((link) => made.page.get(encodeURIComponent(link))));
    expect(new Set(seen.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
    const sent = await Promise.all(links.map((link) => made.page.post({ ...form, link })));
    expect(new Set(sent.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
    expect(textOf(seen[0]?.html ?? '')).not.toMatch(/chair|Morgan|purchase/);
    expect(made.pauses.filter((milliseconds) => milliseconds === 100)).toHaveLength(2 * links.length);
  });

  test('L9 wrong secrets are kept as evidence up to a bound, slowed, and lock nobody out', async () => {
    const made = await waitingPage();
    const wrong = wrongSecretOf(made.link);
    for (let guess = 0; guess < 130; guess += 1) await made.page.get(wrong);
    expect(made.views()).toHaveLength(100);
    expect(made.pauses).toHaveLength(130);
    expect((await made.page.get(made.link)).status).toBe(200);
    // The flood took no room from those who have the link.
    expect(made.views()).toHaveLength(101);
    expect((await made.page.post(await lastForm(made))).status).toBe(200);
    expect(made.woken.size).toBe(1);
  });

  test('L10 no task token and no link secret is in a log, an entry, a content or an error page', async () => {
    const lines: string[] = [];
    vi.stubEnv('POWERTOOLS_DEV', 'true');
    for (const method of ['log', 'info', 'error', 'warn'] as const)
      vi.spyOn(console, method).mockImplementation((line: unknown) => void lines.push(String(line)));
    const made = await waitingPage();
    const token = made.liveToken() ?? '';
    const { failed } = operations(gateFile());
    const broken = gatePage({
      ...made.ports,
      ledger: { ...made.ports.ledger, load: async () => Promise.reject(new Error(`at ${made.link} with ${token}`)) },
    });
    const pages = [await broken.get(made.link), await made.page.get(wrongSecretOf(made.link))];
    for (const error of broken.failures) failed('The page could not answer', error);
    const form = await lastForm(made);
    await made.page.post({ ...form, comment: 'Fine.' });
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    expect(broken.failures).toHaveLength(1);
    const everything = [
      ...lines,
      ...pages.map(({ html }) => html),
      made.ledger.everything(),
      made.contents.everything(),
    ];
    for (const secret of [token, made.link, made.link.slice(12)]) {
      expect(secret.length).toBeGreaterThan(10);
      for (const text of everything) expect(text).not.toContain(secret);
    }
  });

  test("L11 an approval needs the page's own fresh nonce, which nobody makes without the link", async () => {
    const made = await waitingPage();
    const form = await lastForm(made);
    const first = formOf((await made.page.get(made.link)).html, 'approve');
    for (const nonce of [first['nonce'] ?? '', '0.AAAA', `${form['nonce']}x`])
      expect((await made.page.post({ ...form, nonce })).status).toBe(403);
    const { nonce: _, ...without } = form;
    expect((await made.page.post(without)).status).toBe(400);
    made.clock.forward(31 * 60 * 1000);
    expect((await made.page.post(form)).status).toBe(409);
    expect(made.woken.size).toBe(0);
    expect((await made.run()).calls[0]).toMatchObject({ verdicts: [] });
  });
});
