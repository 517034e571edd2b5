import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { packedPng } from './packed-png.ts';
import { serveDesk } from './serve-desk.ts';
import { startLocal } from './start-local.ts';

// Makes the README's pictures: node bin/pictures.ts [path of a Chromium]. They show the pages as they are, so they are made
// anew after each change.
const folder = 'docs/pictures';
const gate = 'examples/ferry';
const desktop = { viewport: { width: 1120, height: 800 } };
const phone = { viewport: { width: 390, height: 780 } };

const directory = mkdtempSync(join(tmpdir(), 'countersign-pictures-'));
const options = { gate, directory, port: 0 };
const local = await startLocal(options);
const desk = await serveDesk(local, options);
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
});
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
  const onDesk = await open(browser, desktop);
  // Nobody needs to be asked for the first one, the second stays open, the third is the one to follow.
  await startRun(onDesk, { task: 3, until: 'The run ended' });
  await startRun(onDesk, { task: 1, until: 'Open the approval page' });
  await startRun(onDesk, { task: 0, until: 'Open the approval page' });
  const run = onDesk.url();
  await onDesk.getByRole('link', { name: 'mail', exact: true }).click();
  const link = await onDesk.getByRole('link', { name: 'Open the approval page' }).getAttribute('href');
  if (link === null) throw new Error('The mail has no link.');
  await take(onDesk, 'mail');
  await onDesk.goto(desk.url);
  await take(onDesk, 'desk');

  const dark = await open(browser, { ...desktop, colorScheme: 'dark' });
  await dark.goto(link);
  await take(dark, 'page-dark');
  const approver = await open(browser, phone);
  await approver.goto(link);
  await take(approver, 'page-phone', 'whole page');
  await approver.getByRole('button', { name: 'Approve…' }).click();
  await approver.getByRole('button', { name: 'Yes, approve' }).waitFor();
  await take(approver, 'confirm-phone', 'whole page');
  await approver.getByRole('button', { name: 'Yes, approve' }).click();
  await approver.getByRole('heading', { name: 'You approved this call' }).waitFor();
  await take(approver, 'decided-phone');

  // Smaller than life: a README is 840 pixels wide, and the whole story should be seen.
  const reader = await open(browser, { ...desktop, deviceScaleFactor: 0.7 });
  await reader.goto(run);
  await reader.getByText('The run ended').waitFor();
  await take(reader, 'timeline', 'whole page');
}

async function startRun(page: Page, { task, until }: { readonly task: number; readonly until: string }): Promise<void> {
  await page.goto(desk.url);
  await page.locator('.suggestions button').nth(task).click();
  await page.getByText(until).first().waitFor();
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext({ colorScheme: 'light', ...options })).newPage();
}

async function take(page: Page, name: string, extent: 'window' | 'whole page' = 'window'): Promise<void> {
  const png = await page.screenshot({ fullPage: extent === 'whole page' });
  writeFileSync(join(folder, `${name}.png`), packedPng(png));
}
