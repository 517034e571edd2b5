import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { serveDesk } from './serve-desk.ts';
import { startLocal } from './start-local.ts';

// Makes the README's pictures: npm run pictures. They show the pages as they are, so they are made anew after each change.
const folder = 'docs/pictures';
const gate = 'examples/ferry';
const phone = { width: 390, height: 844 };
const desktop = { width: 1180, height: 820 };

const directory = mkdtempSync(join(tmpdir(), 'countersign-pictures-'));
const options = { gate, directory };
const local = await startLocal(options);
const desk = await serveDesk(local, options);
const browser = await chromium.launch({ executablePath: process.argv[2] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  mkdirSync(folder, { recursive: true });
  await takeAll(browser);
} finally {
  await browser.close();
  await desk.close();
  await local.close();
  rmSync(directory, { recursive: true, force: true });
}

async function takeAll(browser: Browser): Promise<void> {
  const onDesk = await open(browser, { viewport: desktop, colorScheme: 'light' });
  await onDesk.goto(desk.url);
  // The first suggestion starts the first run.
  await onDesk.locator('form[action="/runs"] button').first().click();
  await onDesk.getByText('An approval was asked for').waitFor();
  await onDesk.goto(`${desk.url}/mails`);
  await onDesk.locator('a[href^="/mails/"]').first().click();
  await take(onDesk, 'mail');
  const link = await onDesk.locator(`a[href^="${local.endpoints.pageUrl}/a/"]`).first().getAttribute('href');
  if (link === null) throw new Error('The mail has no link.');

  const approver = await open(browser, { viewport: phone, colorScheme: 'light', deviceScaleFactor: 2 });
  await approver.goto(link);
  await take(approver, 'page-phone');
  const dark = await open(browser, { viewport: desktop, colorScheme: 'dark' });
  await dark.goto(link);
  await take(dark, 'page-dark');
  await approver.getByRole('button', { name: /^Approve/ }).click();
  await take(approver, 'confirm-phone');
  await approver.getByRole('button', { name: /^Yes, approve/ }).click();
  await take(approver, 'decided-phone');

  await onDesk.goto(desk.url);
  await onDesk.locator('a[href^="/runs/"]').first().click();
  await onDesk.getByText('The run ended').waitFor();
  await take(onDesk, 'timeline');
  await onDesk.goto(desk.url);
  await take(onDesk, 'desk');
}

async function open(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
