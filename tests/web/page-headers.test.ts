import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { browsedPage, formOf, secret } from './page-browser.ts';

/** One answer of every kind that the page gives. */
async function everyAnswer() {
  const page = browsedPage();
  const shown = await page.get();
  const confirm = await page.post(formOf(shown.html, 'approve'));
  return [
    shown,
    confirm,
    await page.post(formOf(confirm.html, 'approve')),
    await page.send(`/a/${secret}`, { method: 'HEAD' }),
    await page.send(`/a/${secret}`, { method: 'OPTIONS' }),
    await page.send(`/a/${secret}`, { method: 'PUT' }),
    await page.get('/a/unknown'),
    await page.get('/elsewhere'),
    await page.post('nonsense'),
    await page.post({ comment: 'x'.repeat(60_000) }),
    await page.post({}, { origin: 'https://evil.example' }),
  ];
}

test('every answer forbids scripts, frames, foreign forms, referrers, caches and indexing', async () => {
  for (const { response } of await everyAnswer()) {
    const header = (name: string) => response.headers.get(name) ?? '';
    expect(header('content-security-policy')).toContain("default-src 'none'");
    expect(header('content-security-policy')).toContain("form-action 'self'");
    expect(header('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(header('content-security-policy')).toContain("base-uri 'none'");
    expect(header('content-security-policy')).not.toMatch(/unsafe|script-src|https?:/);
    expect(header('referrer-policy')).toBe('no-referrer');
    expect(header('cache-control')).toBe('no-store');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('x-frame-options')).toBe('DENY');
    expect(header('x-robots-tag')).toContain('noindex');
    expect(header('permissions-policy')).not.toBe('');
    expect(header('set-cookie')).toBe('');
    expect(header('location')).toBe('');
  }
});

test('the style sheet is the one that the policy names, and there is no script and nothing from elsewhere', async () => {
  for (const { response, html } of await everyAnswer()) {
    if (html === '') continue;
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
    expect(html).not.toMatch(/<script|\son\w+=|javascript:|\sstyle=/i);
    expect(html.replaceAll("xmlns='http://www.w3.org/2000/svg'", '')).not.toMatch(/https?:\/\//);
  }
});

test('the link’s secret stands in no address but that of the page which only shows', async () => {
  for (const { html } of await everyAnswer()) {
    const addresses = [...html.matchAll(/(?:href|action|src)="([^"]*)"/g)].map((match) => match[1] ?? '');
    for (const address of addresses.filter((one) => one.includes(secret))) expect(address).toBe(`/a/${secret}`);
    expect(
      addresses.filter((one) => one.startsWith('/') && one !== `/a/${secret}`).every((one) => one === '/verdict'),
    ).toBe(true);
  }
});

test('every control has a label, every page one heading, one main landmark and its language', async () => {
  for (const { html } of await everyAnswer()) {
    if (html === '') continue;
    expect(html).toContain('<html lang="en">');
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html.match(/<main>/g)).toHaveLength(1);
    for (const [, id] of html.matchAll(/<textarea id="([^"]*)"/g)) expect(html).toContain(`<label for="${id}">`);
    for (const [, named = ''] of html.matchAll(/aria-(?:labelledby|describedby)="([^"]*)"/g))
      for (const id of named.split(' ')) expect(html).toContain(`id="${id}"`);
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
  }
});
