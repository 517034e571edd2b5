import { describe, expect, test } from 'vitest';
import { issueNonce, nonceLifetimeMs } from '../../lib/web/nonce.ts';
import { callView, noonMs, requestView } from './build-view.ts';
import { browsedPage, type Fields, formOf, secondStep, secret, textOf } from './page-browser.ts';

type Confirmable = { readonly page: ReturnType<typeof browsedPage>; readonly form: Record<string, string> };

/** A page and the form of its last step, which would be recorded if it were sent as it is. */
async function atLastStep(verdict: 'approve' | 'reject', origin?: string): Promise<Confirmable> {
  const page = browsedPage(origin === undefined ? {} : { origin });
  return { page, form: await secondStep(page, { verdict }) };
}

const encoded = (fields: Fields) => new URLSearchParams(fields).toString();
const without = (fields: Fields, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

const everyField = ['link', 'call', 'verdict', 'step', 'comment', 'digest', 'nonce', 'place'];

describe.each(['approve', 'reject'] as const)('a form that would %s records nothing when', (verdict) => {
  test('it is sent as it is, it is recorded: the other tests here could fail', async () => {
    const { page, form } = await atLastStep(verdict);
    expect((await page.post(form)).status).toBe(200);
    expect(page.decided).toHaveLength(1);
  });

  test.each(everyField)('the field "%s" is missing', async (name) => {
    const { page, form } = await atLastStep(verdict);
    const answer = await page.post(without(form, name));
    expect(answer.status).toBe(400);
    expect(textOf(answer.html)).toContain(`The field "${name}" is missing`);
    expect(textOf(answer.html)).toContain('Nothing was recorded');
    expect(page.decided).toEqual([]);
  });

  test.each(everyField)('the field "%s" is there twice, the same or not', async (name) => {
    const { page, form } = await atLastStep(verdict);
    for (const value of [form[name] ?? '', 'approve', '']) {
      const answer = await page.post(`${encoded(form)}&${encoded({ [name]: value })}`);
      expect(answer.status).toBe(400);
      expect(textOf(answer.html)).toContain('more than once');
    }
    expect(page.decided).toEqual([]);
  });

  test.each(everyField.filter((name) => name !== 'comment'))('the field "%s" is empty', async (name) => {
    const { page, form } = await atLastStep(verdict);
    expect((await page.post({ ...form, [name]: '' })).status).toBe(400);
    expect(page.decided).toEqual([]);
  });

  test.each([
    [
      'verdict',
      ['Approve', 'APPROVE', 'approve ', ' approve', 'approved', 'yes', 'true', '1', 'edit', 'reject\u0000', 'аpprove'],
    ],
    ['step', ['Confirm', 'confirm ', 'done', '2']],
    ['call', ['tooluse_2', 'TOOLUSE_1', 'tooluse_1 ']],
    ['link', ['guessed', `${secret}x`, secret.toLowerCase()]],
    ['digest', ['0'.repeat(64), callView().digest.toUpperCase(), callView().digest.slice(0, 63)]],
    ['nonce', ['x', '0.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'undefined']],
  ] as const)('the field "%s" has another value', async (name, values) => {
    const { page, form } = await atLastStep(verdict);
    for (const value of values) {
      const { status } = await page.post({ ...form, [name]: value });
      expect([400, 403, 404, 409]).toContain(status);
    }
    expect(page.decided).toEqual([]);
  });

  test('it has a field that the page does not know', async () => {
    const { page, form } = await atLastStep(verdict);
    for (const name of ['toolUseId', 'Verdict', 'verdict[]', '__proto__', 'submit']) {
      expect((await page.post({ ...form, [name]: 'approve' })).status).toBe(400);
    }
    expect(page.decided).toEqual([]);
  });

  test('its comment is longer than 4,000 characters, its body too large or its encoding broken', async () => {
    const { page, form } = await atLastStep(verdict);
    expect((await page.post({ ...form, comment: 'x'.repeat(4001) })).status).toBe(400);
    expect((await page.post({ ...form, comment: 'x'.repeat(900_000) })).status).toBe(413);
    for (const broken of ['&comment', '%', '%ff', '%c0%80', '\uFFFD%e2%28']) {
      expect(
        (await page.post(`${encoded(without(form, 'comment'))}&comment=${broken}`.replace('=&', '&'))).status,
      ).toBe(400);
    }
    expect(page.decided).toEqual([]);
  });

  test.each([
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/x-www-form-urlencoded; charset=utf-16',
    '',
  ])('its content type is "%s"', async (type) => {
    const { page, form } = await atLastStep(verdict);
    expect((await page.post(encoded(form), { 'content-type': type })).status).toBe(415);
    expect(page.decided).toEqual([]);
  });

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'http://gate.example.evil.example' },
    { origin: 'https://gate.example:8443' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'nonsense' },
  ])('another site sends it: %o', async (headers) => {
    const { page, form } = await atLastStep(verdict);
    expect((await page.post(form, headers)).status).toBe(403);
    expect(page.decided).toEqual([]);
  });

  test('the call behind the link is not the one that was shown', async () => {
    const { page, form } = await atLastStep(verdict);
    page.state.view = requestView({ calls: [callView({ digest: 'f'.repeat(64) })] });
    const answer = await page.post(form);
    expect(answer.status).toBe(409);
    expect(textOf(answer.html)).toContain('This call was changed meanwhile');
    expect(page.decided).toEqual([]);
  });

  test('the page had been open for more than 30 minutes: it asks again and keeps what was typed', async () => {
    const { page, form } = await atLastStep(verdict);
    page.state.now += nonceLifetimeMs + 1;
    const again = await page.post({ ...form, comment: '\nWords <kept>' });
    expect(again.status).toBe(409);
    expect(page.decided).toEqual([]);
    expect(again.html).toContain('\n\nWords &lt;kept&gt;</textarea>');
    await page.post({ ...formOf(again.html, verdict), comment: 'Words' });
    expect(page.decided).toMatchObject([{ verdict, comment: 'Words' }]);
  });
});

test('a form of this page is accepted from the origins that a browser may give it', async () => {
  for (const headers of [{}, { origin: 'null' }, { origin: 'https://gate.example', 'sec-fetch-site': 'same-origin' }]) {
    const { page, form } = await atLastStep('reject');
    expect((await page.post(form, headers)).status).toBe(200);
  }
  const { page, form } = await atLastStep('reject', 'https://approvals.example');
  expect((await page.post(form, { origin: 'https://gate.example' })).status).toBe(403);
  expect((await page.post(form, { origin: 'https://approvals.example' })).status).toBe(200);
});

test('a nonce counts for its own link, call, digest, verdict and step only', async () => {
  const own = {
    linkSecret: secret,
    toolUseId: 'tooluse_1',
    digest: callView().digest,
    purpose: 'confirm-approve',
  } as const;
  const others = [
    { ...own, linkSecret: 'another' },
    { ...own, toolUseId: 'tooluse_2' },
    { ...own, digest: '0'.repeat(64) },
    { ...own, purpose: 'review-approve' as const },
    { ...own, purpose: 'confirm-reject' as const },
  ];
  const { page, form } = await atLastStep('approve');
  for (const other of others) {
    expect((await page.post({ ...form, nonce: issueNonce(other, noonMs) })).status).toBe(403);
  }
  const fromTheFuture = issueNonce(own, noonMs + 3_600_000);
  expect((await page.post({ ...form, nonce: fromTheFuture })).status).toBe(403);
  expect(page.decided).toEqual([]);
  expect((await page.post({ ...form, nonce: issueNonce(own, noonMs) })).status).toBe(200);
});

test('the first step’s form never decides, even when its step is changed by hand', async () => {
  const page = browsedPage();
  const form = formOf((await page.get()).html, 'approve');
  expect((await page.post({ ...form, step: 'confirm' })).status).toBe(403);
  const reject = formOf((await page.get()).html, 'reject');
  expect((await page.post({ ...reject, verdict: 'approve' })).status).toBe(403);
  expect((await page.post({ ...reject, step: 'confirm' })).status).toBe(403);
  expect((await page.post({ ...(await secondStep(page, { verdict: 'reject' })), verdict: 'approve' })).status).toBe(
    403,
  );
  expect(page.decided).toEqual([]);
});

test('4,000 characters of Japanese fit', async () => {
  const { page, form } = await atLastStep('reject');
  expect((await page.post({ ...form, comment: '却'.repeat(4000) })).status).toBe(200);
});
