import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { packedPng } from './packed-png.ts';
import { serveDesk } from './serve-desk.ts';
import { startLocal } from './start-local.ts';

// Makes the README's pictures: node bin/pictures.ts [path of a Chromium]. They show the pages as they are, so they are made
// anew after each change. The Japanese ones need a Japanese font on this machine.
const folder = 'docs/pictures';
const desktop = { viewport: { width: 1120, height: 800 } };
const phone = { viewport: { width: 390, height: 780 } };

const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
});
const workplace = mkdtempSync(join(tmpdir(), 'countersign-pictures-'));
try {
  mkdirSync(folder, { recursive: true });
  await onDesk('examples/ferry', (deskUrl) => oneApproval(browser, deskUrl));
  await onDesk(withJapaneseApprover('examples/refunds'), (deskUrl) => severalPeople(browser, deskUrl));
} finally {
  await browser.close();
  rmSync(workplace, { recursive: true, force: true });
}

/** One person is asked: the desk, the mail, both steps, and the run as a story. */
async function oneApproval(browser: Browser, deskUrl: string): Promise<void> {
  const page = await open(browser, desktop);
  // Nobody needs to be asked for the first one, the second stays open, the third is the one to follow.
  await startRun(page, { deskUrl, task: 3, until: 'The run ended' });
  await startRun(page, { deskUrl, task: 1, until: 'Open the approval page' });
  await startRun(page, { deskUrl, task: 0, until: 'Open the approval page' });
  const run = page.url();
  await page.getByRole('link', { name: 'mail', exact: true }).click();
  const link = await addressOf(page, 'Open the approval page');
  await take(page, 'mail');
  await page.goto(deskUrl);
  await take(page, 'desk');

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

/** Two of three must approve: one changes the amount, another sees that, a third reads it in Japanese. */
async function severalPeople(browser: Browser, deskUrl: string): Promise<void> {
  const page = await open(browser, desktop);
  await startRun(page, { deskUrl, task: 2, until: 'Open the approval page as sam@example.com' });
  const run = page.url();
  const linkOf = (who: string) => addressOf(page, `Open the approval page as ${who}@example.com`);

  const editor = await open(browser, phone);
  await editor.goto(await linkOf('morgan'));
  await editor.getByRole('button', { name: 'Change…' }).click();
  await editor.getByLabel('Amount').fill('600.00');
  await take(editor, 'change-phone', 'whole page');
  await editor.getByRole('button', { name: 'Show the change…' }).click();
  const confirm = editor.getByRole('button', { name: 'Yes, approve with these changes' });
  await confirm.waitFor();
  await take(editor, 'changed-phone', 'whole page');
  await confirm.click();
  await editor.getByRole('heading', { name: 'You approved this call with your changes' }).waitFor();

  const other = await open(browser, desktop);
  const link = await linkOf('alex');
  await other.goto(link);
  await take(other, 'people', 'whole page');
  const japanese = await open(browser, phone);
  await japanese.goto(await linkOf('sam'));
  await take(japanese, 'page-japanese', 'whole page');

  await page.goto(`${deskUrl}/mails`);
  const changed = page.getByRole('listitem').filter({ hasText: 'to sam@example.com' }).filter({ hasText: '変更' });
  await changed.getByRole('link').first().click();
  await take(page, 'mail-japanese');

  await other.getByRole('button', { name: 'Approve…' }).click();
  await other.getByRole('button', { name: 'Yes, approve' }).click();
  await page.goto(run);
  await page.getByText('The run ended').waitFor();
  const later = await open(browser, { viewport: { width: 390, height: 1080 } });
  await later.goto(link);
  await take(later, 'came-to-phone');
}

async function onDesk(gate: string, use: (deskUrl: string) => Promise<void>): Promise<void> {
  const options = { gate, directory: mkdtempSync(join(workplace, 'desk-')), port: 0 };
  const local = await startLocal(options);
  const desk = await serveDesk(local, options);
  try {
    await use(desk.url);
  } finally {
    await desk.close();
    await local.close();
  }
}

/** A copy of an example in which Sam Ito reads Japanese; its functions stay where their imports lead on. */
function withJapaneseApprover(example: string): string {
  const copy = join(workplace, 'gate');
  mkdirSync(copy);
  for (const file of ['agent.yaml', 'prompts.txt']) cpSync(join(example, file), join(copy, file));
  symlinkSync(resolve(example, 'functions'), join(copy, 'functions'));
  const gate = readFileSync(join(example, 'gate.yaml'), 'utf8');
  const sam = '    mail: sam@example.com\n';
  if (!gate.includes(sam)) throw new Error(`${example} has no approver at sam@example.com any more.`);
  writeFileSync(join(copy, 'gate.yaml'), gate.replace(sam, `${sam}    language: ja\n    timeZone: Asia/Tokyo\n`));
  return copy;
}

async function startRun(
  page: Page,
  { deskUrl, task, until }: { readonly deskUrl: string; readonly task: number; readonly until: string },
): Promise<void> {
  await page.goto(deskUrl);
  await page.locator('.suggestions button').nth(task).click();
  await page.getByText(until).first().waitFor();
}

async function addressOf(page: Page, name: string): Promise<string> {
  const address = await page.getByRole('link', { name }).first().getAttribute('href');
  if (address === null) throw new Error(`The link "${name}" leads nowhere.`);
  return address;
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext({ colorScheme: 'light', ...options })).newPage();
}

async function take(page: Page, name: string, extent: 'window' | 'whole page' = 'window'): Promise<void> {
  // A mail stands in a frame of its own, which is drawn later than the page around it.
  for (const frame of await page.locator('iframe').all())
    await frame.contentFrame().getByRole('link').first().waitFor();
  const png = await page.screenshot({ fullPage: extent === 'whole page' });
  writeFileSync(join(folder, `${name}.png`), packedPng(png));
}
