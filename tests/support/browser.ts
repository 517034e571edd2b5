import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

/** One person's browser: a page, and what went wrong in it so far. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, broken policies, exceptions, dialogs and requests that left this machine's own ports; empty when all is well. */
  readonly trouble: () => readonly string[];
  /** Another tab of the same browser, watched like the first. */
  readonly newTab: () => Promise<Page>;
}

/** How somebody reads: on how large a screen, by day or by night, with scripts or without. */
export interface Reading {
  /** @default 1180 by 820 pixels */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** @default light */
  readonly colorScheme?: 'light' | 'dark';
  /** @default true */
  readonly javaScriptEnabled?: boolean;
}

export type Visit = (reading?: Reading) => Promise<Visitor>;

/**
 * A suite in Chromium. Where there is none it fails under CI, since nobody would see that it did not run, and is skipped
 * with a line elsewhere.
 */
export function describeInBrowser(title: string, suite: (visit: Visit) => void): void {
  const path = chromiumPath();
  if (path !== undefined) {
    describe(title, { timeout: patienceMs }, () => suite(launched(path)));
    return;
  }
  const missing =
    'There is no Chromium at CHROMIUM_PATH, at /usr/bin/chromium, or as chromium or google-chrome on PATH';
  if (process.env['CI']) {
    test(title, () => {
      throw new Error(`${missing}. Install it (Debian: apt-get install chromium), or name it with CHROMIUM_PATH.`);
    });
    return;
  }
  process.stderr.write(`SKIPPED: browser tests "${title}". ${missing}.\n`);
  describe.skip(`${title} (no Chromium)`, () => suite(launched('')));
}

// For two cores that other suites keep busy; on a machine of its own none of these tests takes five seconds.
const patienceMs = 60_000;

/** A page's own part as its reader sees it: with line breaks, without what is folded. */
export async function seen(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what CSS hides is not seen, and that is the point.
  return page.locator('main').innerText();
}

// What keeps a browser in a container from failing, and any browser from phoning home.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function launched(executablePath: string): Visit {
  let launching: Promise<Browser> | undefined;
  beforeAll(() => {
    // Not awaited: the stack of the suite starts meanwhile. A failure is told by the first visit.
    launching = chromium.launch({ executablePath, args });
    launching.catch(() => {});
  });
  afterAll(async () => (await launching)?.close());
  const idle: Seat[] = [];
  const taken: Seat[] = [];
  afterEach(async () => {
    for (const seat of taken.splice(0)) {
      await leave(seat);
      idle.push(seat);
    }
  });
  const seatFor = async (withScripts: boolean): Promise<Seat> => {
    const found = idle.findIndex((seat) => seat.withScripts === withScripts);
    const [free] = found === -1 ? [] : idle.splice(found, 1);
    if (free !== undefined) return free;
    const browser = await launching;
    if (browser === undefined) throw new Error('Visit only inside of a test.');
    const context = await browser.newContext({ viewport: usual, javaScriptEnabled: withScripts });
    context.setDefaultTimeout(20_000);
    return { context, withScripts, page: await context.newPage(), trouble: watch(context) };
  };
  return async ({ viewport = usual, colorScheme = 'light', javaScriptEnabled = true } = {}) => {
    const seat = await seatFor(javaScriptEnabled);
    taken.push(seat);
    const { context, page, trouble } = seat;
    // What a page that was left a moment ago still said is nobody's trouble now.
    trouble.length = 0;
    const read = async (tab: Page) => {
      await Promise.all([tab.setViewportSize(viewport), tab.emulateMedia({ media: null, colorScheme })]);
      return tab;
    };
    await read(page);
    return { context, page, trouble: () => trouble, newTab: async () => read(await context.newPage()) };
  };
}

const usual = { width: 1180, height: 820 };

/** A window that one visitor after the other has: opening one takes a second of a core, and our pages keep nothing in a browser. */
interface Seat {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly withScripts: boolean;
  readonly trouble: string[];
}

/** Leaves nothing of a visit in its window: the desk's pages ask again every second, and would slow the next test down. */
async function leave({ context, page }: Seat): Promise<void> {
  page.removeAllListeners('request');
  await Promise.all(context.pages().map((tab) => (tab === page ? tab.goto('about:blank') : tab.close())));
  expect(await context.cookies()).toEqual([]);
}

function watch(context: BrowserContext): string[] {
  const trouble: string[] = [];
  context.on('weberror', (error) => trouble.push(`exception: ${error.error().message}`));
  context.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'data:' && hostname !== '127.0.0.1') trouble.push(`left this machine: ${request.url()}`);
  });
  context.on('console', (message) => {
    // A page that answers 404, 409 or 410 on purpose is noted by Chromium as a failed resource.
    const isOwnStatus = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isOwnStatus) trouble.push(`console: ${message.text()}`);
  });
  return trouble;
}

function chromiumPath(): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)));
  const named = process.env['CHROMIUM_PATH'];
  return [...(named === undefined ? [] : [named]), '/usr/bin/chromium', ...onPath].find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
