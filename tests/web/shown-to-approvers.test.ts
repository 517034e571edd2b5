import { expect, test } from 'vitest';
import type { ApproverId } from '../../lib/core/ids.ts';
import { requestMail } from '../../lib/web/request-mail.ts';
import { callView, requestView } from './build-view.ts';
import { browsedPage, formOf, textOf } from './page-browser.ts';

const own = requestView({ calls: [callView({ notInRequest: ['/amount', '/passengers'] })] });
const said = 'Not in the words of the person who asked: Amount (/amount) and /passengers.';

test('page and mail say which arguments are not in the words of the person who asked', async () => {
  expect(textOf((await browsedPage({ view: own }).get()).html)).toContain(said);
  expect(requestMail(own, 'https://page.example/a/x').text.replaceAll(/\s+/g, ' ')).toContain(said);
});

test('once a person has changed the call, nobody says that the agent chose it all', async () => {
  const by = { id: 'kim' as ApproverId, name: 'Kim Osei' };
  const edited = { by, at: '2026-03-04T11:30:00.000Z', changes: [{ at: '/amount', before: 200, after: 184.5 }] };
  const changed = requestView({ calls: [callView({ notInRequest: ['/amount'], edited })] });
  const words = 'Amount (/amount). The agent or whoever changed the call chose this.';
  expect(textOf((await browsedPage({ view: changed }).get()).html)).toContain(words);
  expect(requestMail(changed, 'https://page.example/a/x').text.replaceAll(/\s+/g, ' ')).toContain(words);
  expect(textOf((await browsedPage({ view: own }).get()).html)).toContain('The agent chose this by itself.');
});

test('it is said once more where an approval is confirmed', async () => {
  const page = browsedPage({ view: own });
  const form = formOf((await page.get()).html, 'approve');
  expect(textOf((await page.post(form)).html)).toContain(said);
});

test('nothing is said where everything is in their words', async () => {
  expect(textOf((await browsedPage().get()).html)).not.toContain('Not in the words');
  expect(requestMail(requestView(), 'https://page.example/a/x').text).not.toContain('Not in the words');
});

test('page and mail say why people are asked where the rules could not be decided', async () => {
  const undecided = requestView({ calls: [callView({ undecided: ['/amount is not a number.'] })] });
  const why = 'You are asked because the rules could not be decided: /amount is not a number.';
  expect(textOf((await browsedPage({ view: undecided }).get()).html)).toContain(why);
  expect(requestMail(undecided, 'https://page.example/a/x').text.replaceAll(/\s+/g, ' ')).toContain(why);
});
