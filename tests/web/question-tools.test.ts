import { expect, test } from 'vitest';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { informationMail, reminderMail, requestMail } from '../../lib/web/request-mail.ts';
import { callView, closed, requestView } from './build-view.ts';
import { browsedPage, textOf } from './page-browser.ts';

const link = 'https://page.example/a/x';
const question = callView({ tool: 'ask_person', offers: ['answer', 'reject'], wants: 'words' });

test('a question of the agent is no approval: page and mail ask for an answer', async () => {
  const asked = requestView({ calls: [question] });
  const page = textOf((await browsedPage({ view: asked }).get()).html);
  expect(page).toContain('Your answer is asked for');
  expect(page).not.toContain('Your approval is asked for');
  const mail = requestMail(asked, link);
  expect(mail.subject).toMatch(/^A question for you: ask_person /);
  expect(mail.text).toContain('Your answer is asked for');
  expect(reminderMail(asked, link).subject).toBe(`Re: ${mail.subject}`);
});

test('a question beside a call that needs an approval is both, and the approval is what is said', async () => {
  const both = requestView({ calls: [question, callView({ toolUseId: 'tooluse_2' as ToolUseId })] });
  expect(textOf((await browsedPage({ view: both }).get()).html)).toContain('Your approval is asked for');
  expect(requestMail(both, link).subject).toMatch(/^Approval needed: ask_person and 1 more /);
});

test('nothing is said of undoing a question, neither once it is answered nor to whoever is only told of it', async () => {
  const answered = callView({ ...question, offers: [], standing: { ...closed('approved'), outcome: 'answered' } });
  const page = textOf((await browsedPage({ view: requestView({ calls: [answered] }) }).get()).html);
  expect(page).toContain('Answered');
  expect(page).not.toContain('How to undo');
  const told = informationMail(requestView({ calls: [{ ...question, offers: [] }] }));
  expect(told.text).not.toContain('How to undo');
  expect(told.text).not.toContain('What your approval does');
  expect(requestMail(requestView({ calls: [callView()] }), link).text).toContain('How to undo');
});
