import { describe, expect, test } from 'vitest';
import type { RequestView } from '../../lib/gate/views.ts';
import { cancelledMail } from '../../lib/web/cancelled-mail.ts';
import { requestMail, requestTopicMessage } from '../../lib/web/request-mail.ts';
import { callView, closed, requestView } from './build-view.ts';
import { browsedPage, type Fields, secret, textOf } from './page-browser.ts';

const call = callView({
  tool: 'run at its limit',
  shown: [],
  input: { about: 'cap', rule: 'caps.turns', used: 50, allowed: 50, since: '2026-03-04T08:00:00.000Z' },
  question: { about: 'cap', rule: 'caps.turns', choices: ['continue', 'end'] },
});
const asked = requestView({ calls: [call] });
const doubted = callView({
  ...call,
  tool: 'run in doubt',
  input: { about: 'in-doubt', rule: 'turn.in-doubt', since: '2026-03-04T09:30:00.000Z' },
  question: { about: 'in-doubt', rule: 'turn.in-doubt', choices: ['restart', 'end'] },
});
const inDoubt = requestView({ calls: [doubted] });

const read = async (view: RequestView) => textOf((await browsedPage({ view }).get()).html);
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

test('the page says in plain words what is asked about the run, with a button for each choice and no other', async () => {
  const { html } = await browsedPage({ view: asked }).get();
  expect(textOf(html)).toContain('The agent has taken 50 turns.');
  expect(textOf(html)).toContain('The run was started on Wednesday 4 March 2026, 08:00 UTC.');
  expect(textOf(html)).toContain('Without an answer it ends.');
  expect(html).toContain('value="continue"');
  expect(html).toContain('value="end"');
  for (const other of ['approve', 'reject', 'restart']) expect(html).not.toContain(`value="${other}"`);
});

describe('why it is asked is said without a word of the gate file', () => {
  test.each([
    ['caps.turns', 1, 1, 'The agent has taken 1 turn.'],
    ['caps.tokens', 1_204_000, 1_200_000, 'has used 1,204,000 tokens. It may use 1,200,000'],
    ['caps.wallTime', 5_400, 3_600, 'has taken 1 hour 30 minutes since it began'],
    ['caps.identicalCalls', 3, 2, 'the same call with the same arguments for the third time'],
    ['caps.refusalsInARow', 5, 5, 'The rules refused everything that the agent tried in its last 5 turns.'],
    ['caps.failuresInARow', 3, 3, 'Nothing that the agent tried in its last 3 turns is known to have been done.'],
    ['caps.continuations', 1, 1, 'was told to go on once. Now it was cut off again.'],
  ])('%s', async (rule, used, allowed, words) => {
    const question = { about: 'cap', rule, choices: ['continue', 'end'] } as const;
    const view = requestView({ calls: [{ ...call, question, input: { rule, used, allowed } }] });
    expect(await read(view)).toContain(words);
    expect(flat(requestMail(view, 'https://page.example/a/x').text)).toContain(words);
  });

  test('a rule that this page has no words for stands for itself', async () => {
    const question = { about: 'cap', rule: 'caps.later', choices: ['continue', 'end'] } as const;
    expect(await read(requestView({ calls: [{ ...call, question }] }))).toContain('its limit caps.later.');
  });

  test('a turn in doubt, with when it was begun and what beginning again may mean', async () => {
    const text = await read(inDoubt);
    expect(text).toContain('nobody knows whether or how it ended');
    expect(text).toContain('That turn was begun on Wednesday 4 March 2026, 09:30 UTC.');
    expect(text).toContain('what the lost turn did may be done again');
  });
});

test('nothing on the page, in the mail or behind an answer calls the question a call or an approval', async () => {
  const page = browsedPage({ view: requestView({ calls: [{ ...doubted, quorum: 2 }] }) });
  const texts = [
    (await page.get()).html,
    (await page.get(`/a/${secret}?restart=tooluse_1`)).html,
    ...(await Promise.all(
      (['expired', 'cancelled'] as const).map(
        async (outcome) =>
          (
            await browsedPage({ view: requestView({ calls: [{ ...doubted, standing: closed(outcome) }] }) }).get()
          ).html,
      ),
    )),
  ].map(textOf);
  const mail = requestMail(inDoubt, 'https://page.example/a/x');
  const cancelled = cancelledMail(requestView({ calls: [{ ...doubted, standing: closed('cancelled') }] }));
  for (const text of [...texts, mail.subject, mail.text, cancelled.subject, cancelled.text]) {
    expect(text).not.toMatch(/\bcalls?\b|approv(?!er)|argument/i);
  }
});

test('the mail says the same and decides nothing, and its subject asks for no approval', () => {
  const { subject, text } = requestMail(asked, 'https://page.example/a/x');
  expect(subject).toMatch(/^Decision needed: run at its limit \(ferry, /);
  expect(requestTopicMessage(asked, 'https://page.example/a/x').subject).toBe(subject);
  expect(flat(text)).toContain('The agent has taken 50 turns.');
  expect(flat(text)).toContain('You can choose: Let it go on: The run goes on until');
});

test('whoever was asked is told that nothing is left to decide, and that it was no call', () => {
  const { subject, text } = cancelledMail(requestView({ calls: [{ ...call, standing: closed('cancelled') }] }));
  expect(subject).toMatch(/^Nothing left to decide: run at its limit \(ferry, /);
  expect(flat(text)).toContain('how a run goes on');
  expect(flat(text)).toContain('This question was cancelled:');
});

test('a choice that needs a signature shows the command and no button', async () => {
  const signed = requestView({ calls: [{ ...call, answerBy: 'iam' }] });
  const { html } = await browsedPage({ view: signed }).get();
  expect(textOf(html)).toContain(`countersign answer ${signed.requestId} continue`);
  expect(html).not.toContain('value="continue"');
});

test('what was erased can only be ended, and the page says so', async () => {
  const { input: _, ...erased } = call;
  const { html } = await browsedPage({ view: requestView({ calls: [erased] }) }).get();
  expect(textOf(html)).toContain('the run can only be ended');
  expect(html).not.toContain('value="continue"');
  expect(html).toContain('value="end"');
});

test('where more people must say so, an answer is counted and nobody is told that the run goes on', async () => {
  const open = requestView({ calls: [{ ...call, quorum: 2 }] });
  const page = browsedPage({ view: open });
  const confirm = textFields((await page.get(`/a/${secret}?continue=${call.toolUseId}`)).html);
  expect(confirm).not.toEqual({});
  const said = { ...call, quorum: 2, yours: 'continue' as const, answers: [answerOf('Morgan Reyes')] };
  page.state.view = requestView({ calls: [said] });
  const text = textOf((await page.post({ ...confirm, verdict: 'continue' })).html);
  expect(text).toContain('You said that the run may go on');
  expect(text).toContain('Your answer is counted: 1 of 2.');
  expect(text).not.toContain('goes on now');
  const again = await read(page.state.view);
  expect(again).toContain('2 people must say so before it goes on; 1 of 2 so far');
  expect(again).toContain('You said that it may.');
});

function answerOf(name: string) {
  return {
    id: 'morgan' as RequestView['approver']['id'],
    name,
    verdict: 'continue',
    at: '2026-03-04T11:00:00.000Z',
  } as const;
}

function textFields(page: string): Fields {
  const hidden = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return { ...Object.fromEntries(hidden.map((match) => [match[1] ?? '', match[2] ?? ''])), comment: '' };
}
