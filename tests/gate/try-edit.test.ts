import { expect, test } from 'vitest';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { problemWords } from '../../lib/core/problem-words.ts';
import { type TriedEdit, tryEdit } from '../../lib/gate/try-edit.ts';
import { gatePage } from '../support/gate-page.ts';
import { formOf } from '../web/page-browser.ts';
import { alex, edit, type Paying, pay, paying, payingBy, payingGate } from './edit-bench.ts';

const c1 = 'c1' as ToolUseId;
const morgan = 'morgan@example.com';

async function why(made: Paying, input: unknown, changes: Partial<TriedEdit> = {}): Promise<readonly string[]> {
  const linkSecret = made.secretOf(morgan);
  const edited = JSON.stringify(input);
  return (await tryEdit(made.ports, { linkSecret, toolUseId: c1, edited, ...changes })).map(problemWords);
}

test('an edit that is only tried says what deciding on it would say, and nothing is kept of it', async () => {
  const made = await paying(80);
  const before = [made.ledger.everything(), made.contents.everything()];
  expect(await why(made, pay(60))).toEqual([]);
  expect(await why(made, pay(80))).toEqual([]);
  for (const input of [pay(1900), pay(60, 'Somebody Ltd'), { amount: 60 }]) {
    const problems = await why(made, input);
    expect(problems).not.toEqual([]);
    const answer = await edit(made, input);
    expect(answer.kind === 'edit-refused' && answer.problems.map(problemWords)).toEqual(problems);
  }
  expect([made.ledger.everything(), made.contents.everything()]).toEqual(before);
});

test('whoever has no link, or asks about no call of theirs, learns nothing', async () => {
  const made = await paying(80);
  const linkSecret = made.secretOf(morgan);
  expect(await why(made, pay(1900), { linkSecret: `${linkSecret.slice(0, -1)}_` })).toEqual([]);
  expect(await why(made, pay(1900), { toolUseId: 'c2' as ToolUseId })).toEqual([]);
});

test('nor does whoever is asked about another call of the request, nor anybody once it is decided', async () => {
  const made = await paying(80, 500);
  expect(await why(made, pay(1900))).not.toEqual([]);
  expect(await why(made, pay(1900), { linkSecret: made.secretOf(alex) })).toEqual([]);
  await made.decide('reject', { call: 'c1' });
  expect(await why(made, pay(1900))).toEqual([]);
});

test('no code is mailed for a change that the rules refuse, and one is for a change that they let pass', async () => {
  const rules = [
    { ask: { approvers: ['morgan'], deadline: '1h', assurance: 'code' }, when: { at: '/amount', atMost: 100 } },
  ];
  const made = await payingBy(payingGate({ rules }), [80]);
  const page = gatePage(made.ports);
  const codes = () => made.courier.sent.filter(({ message }) => message.subject === 'Code').length;
  const change = async (amount: string) => {
    const shown = await page.get(made.secretOf(morgan), { query: 'edit=c1' });
    const review = await page.post({ ...formOf(shown.html, 'edit'), 'value.amount': amount });
    return review.status === 200 ? page.post(formOf(review.html, 'edit')) : review;
  };
  expect([(await change('101')).status, codes()]).toEqual([422, 0]);
  expect([(await change('60')).status, codes()]).toEqual([200, 1]);
  expect(page.failures).toEqual([]);
});
