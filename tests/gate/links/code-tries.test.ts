import { describe, expect, test } from 'vitest';
import { checkChain } from '../../../lib/core/commit.ts';
import type { RunId, ToolUseId, ViewsId } from '../../../lib/core/ids.ts';
import { type ViewEntry, viewFindings } from '../../../lib/core/view-entries.ts';
import { recordCodeTry } from '../../../lib/gate/record-view.ts';
import { verifyRun } from '../../../lib/gate/verify-run.ts';
import { countersign } from '../../cli/host.ts';
import { gateFile } from '../../support/gate-files.ts';
import { gatePage } from '../../support/gate-page.ts';
import { waitingPage } from '../../support/watched-links.ts';
import { formOf, textOf } from '../../web/page-browser.ts';

const codeGate = gateFile({
  tools: {
    buy: {
      description: 'Buys one item.',
      inputSchema: { type: 'object', properties: { item: { type: 'string' } } },
      rule: { ask: { approvers: ['morgan'], deadline: '3h', assurance: 'code' } },
    },
  },
  topics: {},
});

const person = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'sec-fetch-user': '?1', 'sec-fetch-dest': 'document' };

type Made = Awaited<ReturnType<typeof waitingPage>>;
const tries = ({ views, requestId }: Made) =>
  checkChain<ViewEntry, ViewsId>(`views-${requestId}`, views())
    .commits.flatMap(({ entries }) => entries)
    .filter((entry) => entry.type === 'code.refused');

/** A page that asks for the code that was just sent, with a form that has another one. */
async function askedForCode(made?: Made) {
  const at = made ?? (await waitingPage({ gate: codeGate }));
  const second = await at.page.post(formOf((await at.page.get(at.link)).html, 'approve'));
  const third = await at.page.post(formOf(second.html, 'approve'));
  const code = at.courier.sent.at(-1)?.message.text ?? '';
  const form = { ...formOf(third.html, 'approve'), code: code === '000000' ? '000001' : '000000' };
  return { made: at, code, form };
}

describe('a code that is none for an answer', () => {
  test('is in the record as tried: with which link, for what, by whom, and how many tries were left; the code is not', async () => {
    const { made, code, form } = await askedForCode();
    for (let guess = 0; guess < 6; guess += 1) await made.page.post(form, person);
    const common = { toolUseId: 'c1', verdict: 'approve', seemed: 'person', because: ['navigation'] };
    expect(tries(made)).toMatchObject([
      ...[4, 3, 2, 1, 0].map((triesLeft, at) => ({ ...common, why: 'wrong', triesLeft, codesWrong: at + 1 })),
      { ...common, why: 'over', triesLeft: 0, codesWrong: 5, codesOver: 1 },
    ]);
    const [sent] = [...(await made.run()).notices.values()].filter(({ planned }) => planned.kind === 'request');
    expect(new Set(tries(made).map(({ linkHash }) => linkHash))).toEqual(new Set([sent?.sent?.linkHash]));
    const everything = made.ledger.everything() + made.contents.everything();
    for (const secret of [code, form.code, made.link]) expect(everything).not.toContain(secret);
  });

  test('is in no record where it is the right one', async () => {
    const { made, code, form } = await askedForCode();
    expect((await made.page.post({ ...form, code })).status).toBe(200);
    expect(tries(made)).toEqual([]);
  });

  test('that was over is kept once in ten minutes, and a hundred times at most; nobody is locked out by that', async () => {
    const { made, form } = await askedForCode();
    made.clock.forward(15 * 60 * 1000);
    for (let again = 0; again < 3; again += 1) await made.page.post(form);
    expect(tries(made)).toMatchObject([{ why: 'over' }]);
    const { ports, requestId } = made;
    const link = { requestId, linkHash: tries(made)[0]?.linkHash ?? '' };
    const tried = { toolUseId: 'c1' as ToolUseId, verdict: 'approve', triesLeft: 4, seemed: 'unknown' } as const;
    for (let guess = 0; guess < 120; guess += 1) {
      await recordCodeTry(ports, link, { ...tried, because: [], why: 'wrong' });
    }
    expect(tries(made).filter(({ why }) => why === 'wrong')).toHaveLength(100);
    const next = await askedForCode(made);
    await made.page.post(next.form);
    expect(tries(made).filter(({ why }) => why === 'wrong')).toHaveLength(100);
    expect((await made.page.post({ ...next.form, code: next.code })).status).toBe(200);
    expect(made.woken.size).toBe(1);
  });

  test('is kept where others that were not even compared come at the same instant, and the chain holds', async () => {
    const { made } = await askedForCode();
    const link = { requestId: made.requestId, linkHash: '0'.repeat(64) };
    const tried = { verdict: 'approve', triesLeft: 0, seemed: 'unknown', because: [] } as const;
    const flood = Array.from({ length: 20 }, (_, at) => ({ ...tried, toolUseId: `c${at}` as ToolUseId }));
    await Promise.all([
      ...flood.map((one) => recordCodeTry(made.ports, link, { ...one, why: 'over' })),
      recordCodeTry(made.ports, link, { ...tried, toolUseId: 'c1' as ToolUseId, why: 'wrong' }),
    ]);
    expect(tries(made).map(({ why }) => why)).toContain('wrong');
    expect((await verifyRun(made.ports, `views-${made.requestId}` as RunId)).findings).toEqual([]);
  });

  test('is answered in the same words where no trace of it could be kept', async () => {
    const waiting = await waitingPage({ gate: codeGate });
    const lost: unknown[] = [];
    const append = async () => Promise.reject(new Error('no table'));
    const ports = { ...waiting.ports, viewLost: (error: unknown) => void lost.push(error) };
    const page = gatePage({ ...ports, chains: { ...waiting.ports.chains, append } });
    const { form } = await askedForCode({ ...waiting, page });
    lost.splice(0);
    const answer = await page.post(form);
    expect([answer.status, textOf(answer.html).includes('You can try 4 more times')]).toEqual([403, true]);
    expect(lost).toHaveLength(1);
  });

  test('decides nothing where it is kept: the run has no entry of it', async () => {
    const { made, form } = await askedForCode();
    const before = made.told().length;
    await made.page.post(form);
    expect(made.told()).toHaveLength(before);
  });

  test('is told by audit show in words, and checked by audit verify', async () => {
    const { made, form } = await askedForCode();
    for (let guess = 0; guess < 6; guess += 1) await made.page.post(form);
    const { ledger, contents } = made.ports;
    const chain = `views-${made.requestId}`;
    const { text } = await countersign(['audit', 'show', chain], { ledger, contents });
    expect(text).toMatch(/A wrong code was tried with a valid link.*approve on c1.*4 of 5.*where none counted/s);
    expect((await countersign(['audit', 'verify', chain], { ledger, contents })).code).toBe(0);
    expect((await verifyRun(made.ports, chain as RunId)).findings).toEqual([]);
    const { commits } = checkChain<ViewEntry, ViewsId>(`views-${made.requestId}`, made.views());
    const without = commits.filter(({ entries }) =>
      entries.every((one) => one.type !== 'code.refused' || one.triesLeft !== 2),
    );
    expect(viewFindings(without)).toHaveLength(1);
  });
});
