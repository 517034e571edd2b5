import { expect, test } from 'vitest';
import type { ApproverId } from '../../lib/core/ids.ts';
import { requestMail } from '../../lib/web/request-mail.ts';
import { callView, closed, requestView } from './build-view.ts';
import { browsedPage, recorded, secondStep, textOf } from './page-browser.ts';

const answer = (id: string, name: string) =>
  ({ id: id as ApproverId, name, verdict: 'approve', at: '2026-03-04T11:00:00.000Z' }) as const;

const oneOfTwo = requestView({ calls: [callView({ quorum: 2, answers: [answer('alex', 'Alex Kim')] })] });

test('where two must approve, page and mail say how many have', async () => {
  const page = textOf((await browsedPage({ view: oneOfTwo }).get()).html);
  expect(page).toContain('2 people must approve; 1 of 2 so far');
  expect(page).toContain('Approved so far by Alex Kim.');
  expect(requestMail(oneOfTwo, 'https://page.example/a/x').text.replaceAll(/\s+/g, ' ')).toContain('1 of 2 so far');
});

test('where one is enough nothing is said of numbers', async () => {
  expect(textOf((await browsedPage().get()).html)).not.toContain('must approve');
});

test('whoever has approved can still reject, and is offered nothing to approve again', async () => {
  const own = callView({ quorum: 2, answers: [answer('morgan', 'Morgan Reyes')], yours: 'approve' });
  const { html } = await browsedPage({ view: requestView({ calls: [own] }) }).get();
  expect(textOf(html)).toContain('You approved this call.');
  expect(html).not.toContain('value="approve"');
  expect(html).toContain('value="reject"');
});

test('a request under rules that were replaced says so, on the page and in the mail', async () => {
  const replaced = requestView({ policy: { kind: 'replaced', usedAt: '2026-03-01T09:00:00.000Z' } });
  expect(textOf((await browsedPage({ view: replaced }).get()).html)).toContain('which have been replaced since');
  const mail = requestMail(replaced, 'https://page.example/a/x').text.replaceAll(/\s+/g, ' ');
  expect(mail).toContain('which have been replaced since');
});

test.each(['reject', 'revise'] as const)('a "%s" that does not end it alone is called no approval', async (verdict) => {
  const call = callView({
    quorum: 2,
    no: 'majority',
    offers: ['approve', 'reject', 'revise'],
    answers: [answer('alex', 'Alex Kim')],
  });
  const page = browsedPage({ view: requestView({ calls: [call] }) });
  const form = await secondStep(page, { verdict });
  const text = textOf((await page.post({ ...form, comment: 'Too dear.' })).html);
  expect(text).toContain('Your no is recorded, and does not end it by itself');
  expect(text).toContain('so far 1 of the 2 approvals');
  expect(text).not.toContain('Your approval is counted');
  expect(text).toContain('Your link shows later what became of it');
});

test('whoever would end a run that others may still let go on has not ended it', async () => {
  const question = { about: 'cap', rule: 'caps.turns', choices: ['continue', 'end'] } as const;
  const call = callView({ quorum: 2, no: 'majority', shown: [], question, input: { rule: 'caps.turns' } });
  const page = browsedPage({ view: requestView({ calls: [call] }) });
  const { html } = await page.post(await secondStep(page, { verdict: 'end' }));
  expect(textOf(html)).toContain('You said that the run should end');
  expect(textOf(html)).toContain('does not end the run by itself');
  expect(textOf(html)).not.toContain('You ended the run');
});

test.each([
  ['revise', 'rejected', 'You sent this call back'],
  ['reject', 'sent-back', 'You rejected this call'],
] as const)('a "%s" with which a call ended as %s is not told as if it had', async (verdict, outcome, claimed) => {
  const open = callView({ quorum: 2, no: 'majority', offers: ['approve', 'reject', 'revise'] });
  const ended = callView({
    ...open,
    offers: [],
    standing: { ...closed('rejected', { kind: 'text', text: 'No.' }), outcome },
  });
  const page = browsedPage({
    view: requestView({ calls: [open] }),
    answer: (command) => recorded(requestView({ calls: [ended] }), command),
  });
  const form = await secondStep(page, { verdict });
  const text = textOf((await page.post({ ...form, comment: 'Ask for less.' })).html);
  expect(text).not.toContain(claimed);
  expect(text).toContain('which is not what you said');
  expect(text).toContain('and not your words');
});
