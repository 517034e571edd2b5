import { expect, test } from 'vitest';
import { requestMail } from '../../lib/web/request-mail.ts';
import { callView, requestView } from './build-view.ts';
import { browsedPage, textOf } from './page-browser.ts';

const call = callView({
  tool: 'run at its limit',
  shown: [],
  input: { about: 'cap', rule: 'caps.turns', used: 50, allowed: 50 },
  question: { about: 'cap', rule: 'caps.turns', choices: ['continue', 'end'] },
});
const asked = requestView({ calls: [call] });

test('the page says in plain words what is asked about the run, with a button for each choice and no other', async () => {
  const { html } = await browsedPage({ view: asked }).get();
  expect(textOf(html)).toContain('The run has reached its limit caps.turns: 50 of 50 used.');
  expect(textOf(html)).toContain('Silence ends it.');
  expect(html).toContain('value="continue"');
  expect(html).toContain('value="end"');
  for (const other of ['approve', 'reject', 'restart']) expect(html).not.toContain(`value="${other}"`);
});

test('the mail says the same and decides nothing', () => {
  const text = requestMail(asked, 'https://page.example/a/x').text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('The run has reached its limit caps.turns: 50 of 50 used.');
  expect(text).toContain('You can choose: continue, end.');
  expect(text).not.toContain('otherArguments');
});

test('a choice that needs a signature shows the command and no button', async () => {
  const signed = requestView({ calls: [{ ...call, answerBy: 'iam' }] });
  const { html } = await browsedPage({ view: signed }).get();
  expect(textOf(html)).toContain(`countersign answer ${signed.requestId} continue`);
  expect(html).not.toContain('value="continue"');
});
