import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeFrom } from '../../../lib/core/verdict-code.ts';
import { operate } from '../../../lib/gate/operate.ts';
import { around } from '../../support/around.ts';
import { oneInvocation } from '../../support/bench.ts';
import { gateFile } from '../../support/gate-files.ts';
import { gatePage } from '../../support/gate-page.ts';
import { waitingPage } from '../../support/watched-links.ts';
import { formOf, textOf } from '../../web/page-browser.ts';

const amount = { type: 'object', properties: { item: { type: 'string' } } };
const codeGate = (assurance: 'code' | 'iam' = 'code') =>
  gateFile({
    approvers: {
      morgan: {
        name: 'Morgan Reyes',
        mail: 'morgan@example.com',
        iam: 'arn:aws:iam::123456789012:role/approvers',
      },
    },
    tools: {
      buy: {
        description: 'Buys one item.',
        inputSchema: amount,
        rule: { ask: { approvers: ['morgan'], deadline: '3h', assurance } },
      },
    },
    topics: {},
  });

type Made = Awaited<ReturnType<typeof waitingPage>>;

/** The page behind the last step: it asks for the code that was just sent. */
async function askedForCode({ page, link, courier }: Made, comment = '') {
  const second = await page.post(formOf((await page.get(link)).html, 'approve'));
  const third = await page.post({ ...formOf(second.html, 'approve'), comment });
  const code = courier.sent.at(-1)?.message.text ?? '';
  return { third, code, form: { ...formOf(third.html, 'approve'), code } };
}

const verdictsOf = async (made: Made) => (await made.run()).calls[0]?.verdicts ?? [];
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a call that demands a code', () => {
  test('is decided by the code from the mailbox beside the link, and the record says so', async () => {
    const made = await waitingPage({ gate: codeGate() });
    const { third, code, form } = await askedForCode(made, 'For the office.');
    expect(textOf(third.html)).toContain('Enter the code from your mailbox');
    expect(code).toMatch(/^\d{6}$/);
    expect(await verdictsOf(made)).toEqual([]);
    expect(made.woken.size).toBe(0);
    // As people write six digits down.
    const answer = await made.page.post({ ...form, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(textOf(answer.html)).toContain('You approved this call');
    expect(await verdictsOf(made)).toMatchObject([{ assurance: 'code', verdict: 'approve' }]);
    expect(made.woken.size).toBe(1);
    const notices = [...(await made.run()).notices.values()].filter(({ planned }) => planned.kind === 'code');
    expect(notices).toMatchObject([{ sent: {} }]);
    expect(made.ledger.everything() + made.contents.everything()).not.toContain(code);
  });

  test.each([
    ['another verdict', { verdict: 'reject' }],
    ['other words', { comment: 'And a second one.' }],
    ['another digest', { digest: '0'.repeat(64) }],
    ['another step', { step: 'confirm' }],
    ['another code', { code: 'x' }],
  ])('is not decided by a code with %s', async (_, changes) => {
    const made = await waitingPage({ gate: codeGate() });
    const { form } = await askedForCode(made, 'One.');
    const answer = await made.page.post({ ...form, ...changes });
    expect(answer.status).not.toBe(200);
    expect(await verdictsOf(made)).toEqual([]);
  });

  test('takes five tries at a code and then another code; the right one after them is no longer one', async () => {
    const made = await waitingPage({ gate: codeGate() });
    const { code, form } = await askedForCode(made);
    const tries = [];
    for (let guess = 0; guess < 5; guess += 1) tries.push(await made.page.post({ ...form, code: wrong(code) }));
    expect(textOf(tries[0]?.html ?? '')).toContain('You can try 4 more times');
    expect(textOf(tries[4]?.html ?? '')).toContain('This code counts no more');
    expect((await made.page.post(form)).status).toBe(403);
    expect(await verdictsOf(made)).toEqual([]);
    const another = await made.page.post(formOf(tries[4]?.html ?? '', 'approve'));
    const second = made.courier.sent.at(-1)?.message.text ?? '';
    expect((await made.page.post({ ...formOf(another.html, 'approve'), code: second })).status).toBe(200);
    expect(await verdictsOf(made)).toMatchObject([{ assurance: 'code' }]);
  });

  test('of twenty wrong guesses at once five are compared', async () => {
    const made = await waitingPage({ gate: codeGate() });
    const { code, form } = await askedForCode(made);
    const guesses = Array.from({ length: 20 }, () => made.page.post({ ...form, code: wrong(code) }));
    const said = (await Promise.all(guesses)).map(({ html }) => textOf(html));
    expect(said.filter((text) => text.includes('You can try'))).toHaveLength(4);
    expect((await made.page.post(form)).status).toBe(403);
  });

  test('takes a code for fifteen minutes', async () => {
    const made = await waitingPage({ gate: codeGate() });
    const { form } = await askedForCode(made);
    made.clock.forward(15 * 60 * 1000);
    expect(textOf((await made.page.post(form)).html)).toContain('This code counts no more');
    expect(await verdictsOf(made)).toEqual([]);
  });

  test('sends five codes within an hour and no sixth, also where all are asked for at once, and more in the next', async () => {
    const made = await waitingPage({ gate: codeGate() });
    const second = await made.page.post(formOf((await made.page.get(made.link)).html, 'approve'));
    const form = formOf(second.html, 'approve');
    const sentCodes = () => made.courier.sent.filter(({ message }) => /^\d{6}$/.test(message.text)).length;
    const pages = await Promise.all(Array.from({ length: 8 }, () => made.page.post(form)));
    expect(sentCodes()).toBe(5);
    expect(pages.filter(({ html }) => textOf(html).includes('no more are sent just now'))).toHaveLength(3);
    made.clock.forward(60 * 60 * 1000);
    await askedForCode(made);
    expect(sentCodes()).toBe(6);
  });

  test('says that the mail was not taken, and records that', async () => {
    const made = await waitingPage({ gate: codeGate() });
    made.courier.answerWith(() => ({ kind: 'failed', error: 'MessageRejected', again: 'given-up' }));
    const { third } = await askedForCode(made);
    expect(textOf(third.html)).toContain('could not be sent');
    expect([...(await made.run()).notices.values()].at(-1)).toMatchObject({ failures: [{ error: 'MessageRejected' }] });
  });

  test('is decided once where the code and a signed request say opposite things at once, in any interleaving', async () => {
    const first = { code: 0, signed: 0 };
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const made = await waitingPage({ gate: codeGate() });
        const race = { isOn: false };
        const ledger = around(made.ports.ledger, 'ledger', (name, call) =>
          race.isOn ? scheduler.schedule(Promise.resolve(), name).then(call) : call(),
        );
        const page = gatePage({ ...made.ports, ledger });
        const { form } = await askedForCode({ ...made, page });
        const { runId, requestId } = made;
        const digest = await made.digestOf('c1');
        const signed = {
          path: '/verdicts',
          userArn: 'arn:aws:sts::123456789012:assumed-role/approvers/morgan',
          body: JSON.stringify({ runId, requestId, toolUseId: 'c1', verdict: 'reject', digest }),
        };
        race.isOn = true;
        const both = Promise.all([page.post(form), operate(oneInvocation({ ...made.ports, ledger }), signed)]);
        const [paged, answered] = await scheduler.waitFor(both);
        const { calls, setAside } = await made.run();
        const isOfCode = calls[0]?.closed?.outcome === 'approved';
        first[isOfCode ? 'code' : 'signed'] += 1;
        expect([paged.status, answered.status]).toEqual(isOfCode ? [200, 409] : [409, 200]);
        expect(calls[0]?.verdicts).toMatchObject([{ assurance: isOfCode ? 'code' : 'iam' }]);
        const late = isOfCode ? { verdict: 'reject', assurance: 'iam' } : { verdict: 'approve', assurance: 'code' };
        expect(setAside).toMatchObject([{ ...late, why: 'decided-already' }]);
      }),
      { numRuns: 40 },
    );
    expect(Math.min(first.code, first.signed)).toBeGreaterThan(0);
  });

  test('keeps a no that was confirmed on a page that had been open for hours, and lets it decide nothing', async () => {
    const made = await waitingPage({ gate: codeGate() });
    const second = await made.page.post(formOf((await made.page.get(made.link)).html, 'reject'));
    const form = formOf(second.html, 'reject');
    made.clock.set('2026-03-02T11:45:00.000Z');
    // Before the deadline it has to be looked at once more.
    expect((await made.page.post(form)).status).toBe(409);
    expect(await made.run()).toMatchObject({ setAside: [] });
    made.clock.set('2026-03-02T12:00:00.000Z');
    expect((await made.page.post(form)).status).toBe(410);
    expect(await made.run()).toMatchObject({ setAside: [{ verdict: 'reject', why: 'too-late' }] });
    expect(await verdictsOf(made)).toEqual([]);
  });

  test('sends none after the deadline; what was said too late is kept and said to be that', async () => {
    const made = await waitingPage({ gate: codeGate() });
    made.clock.set('2026-03-02T11:45:00.000Z');
    const second = await made.page.post(formOf((await made.page.get(made.link)).html, 'approve'));
    const form = formOf(second.html, 'approve');
    made.clock.set('2026-03-02T12:00:00.000Z');
    const sent = made.courier.sent.length;
    const answer = await made.page.post(form);
    expect(made.courier.sent).toHaveLength(sent);
    expect(answer.status).toBe(410);
    expect(textOf(answer.html)).toContain('Too late');
    expect((await made.run()).setAside).toMatchObject([{ approverId: 'morgan', verdict: 'approve', why: 'too-late' }]);
  });
});

test.each(['code', 'iam'] as const)(
  'L12 a tool that demands assurance %s is not decided by whoever has the link alone',
  async (assurance) => {
    const made = await waitingPage({ gate: codeGate() });
    const second = await made.page.post(formOf((await made.page.get(made.link)).html, 'approve'));
    const form = formOf(second.html, 'approve');
    // The same page's form, sent to a gate whose rule demands more.
    const strict = assurance === 'code' ? made : await waitingPage({ gate: codeGate('iam') });
    for (const verdict of ['approve', 'reject'] as const) await strict.page.post({ ...form, verdict });
    expect(await verdictsOf(strict)).toEqual([]);
    expect(strict.woken.size).toBe(0);
  },
);

test('a code has six digits, leading zeros among them', () => {
  expect(codeFrom(new Uint8Array(8))).toBe('000000');
  expect(codeFrom(Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 42]))).toBe('000042');
  expect(codeFrom(new Uint8Array(8).fill(255))).toMatch(/^\d{6}$/);
});
