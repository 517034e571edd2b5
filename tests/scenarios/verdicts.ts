import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formFor, openPage, postForm, reject, reviewApproval, submit } from '../support/local-page.ts';
import type { StartedRun } from '../support/local-runs.ts';
import type { LocalStack } from '../support/local-stack.ts';

export function verdictScenarios(stack: () => LocalStack): void {
  const prompt = 'Buy a standing desk for 480 US dollars.';

  async function confirming(link: string) {
    const page = await reviewApproval(link);
    const form = formFor(page, { verdict: 'approve', call: undefined });
    const url = new URL(form.action, page.url);
    return { url, fields: { ...form.fields, verdict: 'approve' } };
  }

  async function rejection(link: string) {
    const verdict = { verdict: 'reject', call: undefined };
    const first = await openPage(link);
    const page = await submit(first, formFor(first, verdict), verdict);
    const form = formFor(page, verdict);
    return { url: new URL(form.action, page.url), fields: { ...form.fields, verdict: 'reject' } };
  }

  function post(url: URL, fields: Readonly<Record<string, string>>) {
    return postForm(url, new URLSearchParams(fields).toString());
  }

  test('opening a link with GET, HEAD and OPTIONS changes neither the ledger nor the execution', async () => {
    const run = await stack().start(prompt);
    const link = await stack().openLink(run);
    const before = [await stack().stored(run), await stack().history(run), await stack().mails()];
    for (let time = 0; time < 50; time += 1) {
      const method = (['GET', 'HEAD', 'OPTIONS'] as const)[time % 3] ?? 'GET';
      expect((await openPage(link, method)).status).toBe(method === 'OPTIONS' ? 204 : 200);
    }
    expect([await stack().stored(run), await stack().history(run), await stack().mails()]).toEqual(before);
    await reject(link);
    await stack().end(run);
  });

  test('the first step of an approval records nothing, however often it is sent', async () => {
    const run = await stack().start(prompt);
    const link = await stack().openLink(run);
    const before = await stack().stored(run);
    for (let time = 0; time < 3; time += 1) expect((await reviewApproval(link)).status).toBe(200);
    expect(await stack().stored(run)).toEqual(before);
    await stack().stop(run);
  });

  test('an approval that is posted 20 times, four at a time, is one verdict, and the run goes on once', async () => {
    const run = await stack().start(prompt);
    const { url, fields } = await confirming(await stack().openLink(run));
    // More at a time would only wait for each other here: each has a thread of its own, which takes long to start.
    for (let wave = 0; wave < 5; wave += 1) {
      const pages = await Promise.all(Array.from({ length: 4 }, () => post(url, fields)));
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    expect((await stack().end(run)).output).toMatchObject({ outcome: 'done', turns: 2 });
    expect((await post(url, fields)).status).toBe(200);
    expect(await stack().entries(run, 'verdict.recorded')).toHaveLength(1);
    expect(await stack().entries(run, 'approval.closed')).toHaveLength(1);
    expect(await stack().entries(run, 'verdict.set-aside')).toEqual([]);
    expect(await stack().entries(run, 'turn.started')).toHaveLength(2);
  });

  test('of an approval and a rejection at the same moment one counts, and the other is kept as evidence once', async () => {
    const run = await stack().start(prompt);
    const link = await stack().openLink(run);
    const approving = await confirming(link);
    const rejecting = await rejection(link);
    const pages = await Promise.all(
      [approving, rejecting, approving, rejecting].map(({ url, fields }) => post(url, fields)),
    );
    const { output } = await stack().end(run);
    const [recorded, ...more] = await stack().entries(run, 'verdict.recorded');
    expect(more).toEqual([]);
    expect(Object.values(output?.verdicts ?? {})).toMatchObject([
      { outcome: recorded?.verdict === 'approve' ? 'approved' : 'rejected' },
    ]);
    expect(await stack().entries(run, 'verdict.set-aside')).toMatchObject([
      { verdict: recorded?.verdict === 'approve' ? 'reject' : 'approve', why: 'decided-already' },
    ]);
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
  });

  describe('while a run waits', () => {
    let run: StartedRun;
    let own: Awaited<ReturnType<typeof confirming>>;
    beforeAll(async () => {
      run = await stack().start(prompt);
      own = await confirming(await stack().openLink(run));
    });
    afterAll(() => stack().stop(run));

    test.each([
      ['a value that is not quite approve', { verdict: 'Approve' }, 400],
      ['an empty value', { verdict: '' }, 400],
      ['another call', { call: 'tooluse_other' }, 404],
      ['another digest', { digest: '0'.repeat(64) }, 409],
      ['another step', { step: 'review' }, 403],
      ['a nonce of nobody', { nonce: `abc.${'A'.repeat(43)}` }, 403],
      ['a link of nobody', { link: 'A'.repeat(43) }, 404],
    ])('a form with %s records nothing', async (_what, changed, status) => {
      const { url, fields } = own;
      const before = await stack().stored(run);
      const page = await post(url, { ...fields, ...changed });
      expect(page.status).toBe(status);
      const twice = await postForm(url, `${new URLSearchParams(fields)}&verdict=approve`);
      expect(twice.status).toBe(400);
      expect(await stack().stored(run)).toEqual(before);
    });
  });

  test('a verdict after the deadline counts for nothing and is told so, even before the run has woken', async () => {
    const run = await stack().start(prompt);
    const { url, fields } = await confirming(await stack().openLink(run));
    await stack().advance(25 * 3_600_000);
    // By now the nonce is too old as well: the page lets nobody confirm what is over.
    const page = await post(url, fields);
    expect(page.status).toBe(410);
    expect(Object.values((await stack().end(run)).output?.verdicts ?? {})).toMatchObject([{ outcome: 'expired' }]);
    expect(await stack().entries(run, 'verdict.recorded')).toEqual([]);
  });
}
