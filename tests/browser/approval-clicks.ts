import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seen, type Visit } from '../support/browser.ts';
import type { LocalDesk } from '../support/local-desk.ts';

/** What approvers do with links of the example purchase. */
export function approvalTests(visit: Visit, desk: () => LocalDesk): void {
  async function asked(item: string) {
    const run = await desk().start(`Buy ${item} for 20 dollars.`);
    return { run, link: await desk().openLink(run) };
  }

  test('a double click beside a click in another tab, sent once more later: each a success, together one verdict', async () => {
    const { page, newTab, trouble } = await visit();
    const { run, link } = await asked('a stool');
    const other = await newTab();
    await Promise.all([page, other].map((tab) => reviewed(tab, link)));
    await Promise.all([
      page.getByRole('button', { name: 'Yes, approve' }).dblclick(),
      other.getByRole('button', { name: 'Yes, approve' }).click(),
    ]);
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'You approved this call' }).waitFor();
    // Sends the form again.
    await other.reload();
    expect(await seen(other)).toContain('Your answer stands, and was counted once.');
    await page.goBack();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This request has been decided');

    expect((await desk().end(run)).output).toMatchObject({ outcome: 'done' });
    expect(await desk().entries(run, 'verdict.recorded')).toHaveLength(1);
    expect(await desk().entries(run, 'verdict.set-aside')).toHaveLength(0);
    expect(await desk().entries(run, 'turn.started')).toHaveLength(2);
    expect(trouble()).toEqual([]);
  });

  test('of two tabs with opposite answers the first decides, and the second learns it calmly', async () => {
    const { page, newTab, trouble } = await visit();
    const { run, link } = await asked('a shelf');
    const other = await newTab();
    await reviewed(other, link);
    await page.goto(link);
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByRole('button', { name: 'Yes, reject' }).click();
    await page.getByRole('heading', { name: 'You rejected this call' }).waitFor();
    await other.getByRole('button', { name: 'Yes, approve' }).click();
    await other.getByRole('heading', { name: 'This call was decided before' }).waitFor();
    const told = await seen(other);
    expect(told).toContain('Your answer (approved) came after the decision and does not change it.');
    expect(told).toContain('Rejected');
    expect(told).toContain('Morgan Reyes');

    await desk().end(run);
    expect((await desk().entries(run, 'approval.closed')).map(({ outcome }) => outcome)).toEqual(['rejected']);
    expect(trouble()).toEqual([]);
  });

  test('a keyboard alone decides: skip to the decision, approve, confirm', async () => {
    const { page, trouble } = await visit();
    const { run, link } = await asked('a clock');
    await page.goto(link);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Go to the decision');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Approve…');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Approve this call?' }).waitFor();
    await tabTo(page, 'Yes, approve');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You approved this call' }).waitFor();
    expect((await desk().end(run)).output).toMatchObject({ outcome: 'done' });
    expect(trouble()).toEqual([]);
  });

  test('without scripts every part of the page works: folded parts, both steps, a comment that the agent gets', async () => {
    const { page, trouble } = await visit({ javaScriptEnabled: false });
    const { run, link } = await asked('a mirror');
    await page.goto(link);
    await page.getByText('The same as one text').click();
    expect(await page.getByText('{"amount":20,"item":"a mirror"}').isVisible()).toBe(true);
    await page.getByText('Digest').first().click();
    expect(await page.getByText(/^In full: [0-9a-f]{64}$/).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('link', { name: 'Go back without deciding' }).click();
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('textbox', { name: /^A comment/ }).fill('Take the round one.');
    await page.getByRole('button', { name: 'Yes, approve' }).click();
    await page.getByRole('heading', { name: 'You approved this call' }).waitFor();
    await desk().end(run);
    const [verdict] = await desk().entries(run, 'verdict.recorded');
    expect(verdict?.comment).toBeDefined();
    expect(trouble()).toEqual([]);
  });
}

async function reviewed(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Approve…' }).click();
  await page.getByRole('button', { name: 'Yes, approve' }).waitFor();
}

async function focused(page: Page): Promise<string> {
  return ((await page.locator(':focus').first().textContent()) ?? '').trim();
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`Tab does not lead to "${name}".`);
}
