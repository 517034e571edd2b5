import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seen, type Visit } from '../support/browser.ts';
import type { LocalDesk } from '../support/local-desk.ts';

/** What a newcomer does on the desk of the example purchase. */
export function deskTests(visit: Visit, desk: () => LocalDesk): void {
  /** Starts a suggested task by clicking it and waits until a person is asked. */
  async function startAndWait(page: Page, task: string): Promise<void> {
    await page.goto(desk().deskUrl);
    await page.getByRole('button', { name: task }).click();
    await page.getByRole('link', { name: 'Open the approval page' }).waitFor();
  }

  test('takes a newcomer from a suggested task over the mail and two clicks to the end of the run', async () => {
    const { page, context, trouble } = await visit();
    await startAndWait(page, 'Buy a standing desk for 480 US dollars.');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Buy a standing desk for 480 US dollars.');

    await page.getByRole('link', { name: 'Mails' }).click();
    await page
      .getByRole('link', { name: /^Approval needed: approve_purchase/ })
      .first()
      .click();
    // The link inside of the mail itself, as a mail program would show it.
    const opening = context.waitForEvent('page');
    await page.frameLocator('iframe').getByRole('link').click();
    const approval = await opening;
    await approval.getByRole('heading', { name: 'Your approval is asked for' }).waitFor();
    await approval.getByRole('button', { name: 'Approve…' }).click();
    await approval.getByRole('heading', { name: 'Approve this call?' }).waitFor();
    await approval.getByRole('button', { name: 'Yes, approve' }).click();
    await approval.getByRole('heading', { name: 'You approved this call' }).waitFor();

    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('link', { name: 'Buy a standing desk for 480 US dollars.' }).click();
    await page.getByText('The run ended: done').waitFor();
    const told = await seen(page);
    expect(told).toMatch(/The chain holds: \d+ commits/);
    expect(told).toMatch(/Task\s+as claimed\s+Buy a standing desk/);
    expect(told).toMatch(/The agent's last words\s+claim, unverified\s+The purchase was approved/);
    expect(told).toMatch(/Who it was\s+assurance: link\s+somebody who had the link/);
    expect(trouble()).toEqual([]);
  });

  test('shows a rejection with its reason to the person and the agent', async () => {
    const { page, trouble } = await visit();
    await startAndWait(page, 'Order 20 boxes of printer paper for 129.90.');
    const approval = await followed(page);
    await approval.getByRole('button', { name: 'Reject…' }).click();
    await approval.getByRole('textbox', { name: /^Your reason/ }).fill('We have enough <b>paper</b>.');
    await approval.getByRole('button', { name: 'Yes, reject' }).click();
    await approval.getByRole('heading', { name: 'You rejected this call' }).waitFor();
    await page.getByText('The run ended: done').waitFor();
    const told = await seen(page);
    expect(told).toMatch(/Comment\s+assurance: link\s+We have enough <b>paper<\/b>\./);
    expect(told).toContain('The purchase was rejected. I have not bought anything.');
    expect(trouble()).toEqual([]);
  });

  test('moves the clock past a deadline, after which the link has a page of its own and the agent hears of nobody', async () => {
    const { page, trouble } = await visit();
    await startAndWait(page, 'We need a better chair for the front office.');
    const approval = await followed(page);
    await page.getByRole('button', { name: 'To the next deadline' }).click();
    await page.getByText('The run ended: done').waitFor();
    expect(await seen(page)).toContain('Nobody answered in time. I have not bought anything.');

    // A page that was open all the time: its form records nothing.
    await approval.getByRole('button', { name: 'Approve…' }).click();
    await approval.getByRole('heading', { name: 'Too late: this call can no longer be answered' }).waitFor();
    expect(await approval.locator('form').count()).toBe(0);
    await approval.goBack();
    await approval.reload();
    const shown = await seen(approval);
    expect(shown).toContain('This request is over');
    expect(shown).toContain('Expired: nobody answered in time');
    expect(shown).toContain('it was neither approved nor rejected');
    expect(await approval.getByRole('button').count()).toBe(0);
    expect(trouble()).toEqual([]);
  });

  test('starts a run with words of one’s own, and asks for them where there are none', async () => {
    const { page, trouble } = await visit();
    await page.goto(desk().deskUrl);
    // Enter in the first field must not start the first suggestion.
    await page.getByRole('textbox', { name: 'Who asks' }).press('Enter');
    await page.getByText('A run needs a task').waitFor();
    await page.goBack();
    await page.getByRole('textbox', { name: 'Who asks' }).fill('sam & co');
    const long = `Buy a lamp for 12 dollars. ${'Please be quick about it. '.repeat(40)}`;
    await page.getByRole('textbox', { name: 'Or in your own words' }).fill(long);
    await page.getByRole('button', { name: 'Start with these words' }).click();
    await page.getByRole('link', { name: 'Open the approval page' }).waitFor();
    expect(await seen(page)).toContain('sam & co');
    expect(trouble()).toEqual([]);
  });

  test('answers a duration that is none, or a run that is not there, with a way back', async () => {
    const { page } = await visit();
    await page.goto(desk().deskUrl);
    await page.getByRole('textbox', { name: 'Forward by' }).fill('500d');
    await page.getByRole('button', { name: 'Move' }).click();
    await page.getByText('at most 400d').waitFor();
    await page.getByRole('link', { name: 'Back to the runs' }).click();
    await page.goto(`${desk().deskUrl}/nowhere`);
    await page.getByRole('link', { name: 'To the runs' }).click();
    expect(new URL(page.url()).pathname).toBe('/');
  });
}

async function followed(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open the approval page' }).click();
  const approval = await opening;
  await approval.getByRole('button', { name: 'Approve…' }).waitFor();
  return approval;
}
