import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewLink } from '../../lib/gate/open-link.ts';
import { requestMail } from '../../lib/web/request-mail.ts';
import { topicArn } from '../support/bench.ts';
import { describeInBrowser } from '../support/browser.ts';
import { waitingPage } from '../support/watched-links.ts';

const scanners = 50;
// Two cores open no more pages at a time than this without waiting for each other.
const atOnce = 4;

describeInBrowser('Mail scanners with a browser', (visit) => {
  let made: Awaited<ReturnType<typeof waitingPage>>;
  let server: Server;
  let origin = '';
  beforeAll(async () => {
    // One call for each way of asking, so that there are mails to two people and a message to a topic.
    const selling = { id: 'c1', tool: 'sell', input: { what: 'https://evil.example/click' } };
    made = await waitingPage({ calls: [selling, { id: 'c2', tool: 'shout', input: { what: 'Lunch' } }] });
    server = createServer(({ method = 'GET', url = '/', headers }, response) => {
      const { pathname, search } = new URL(url, 'http://127.0.0.1');
      const sent = { query: search.slice(1), headers: headers as Readonly<Record<string, string>> };
      void made.page.send(method, pathname, sent).then(({ status, headers, html }) => {
        response.writeHead(status, headers).end(method === 'HEAD' ? undefined : html);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server?.close());

  /** The mail or message of each link, as it is written for whoever gets it. */
  async function mails(): Promise<readonly { readonly link: string; readonly html: string }[]> {
    return Promise.all(
      ['morgan@example.com', 'alex@example.com', topicArn].map(async (to) => {
        const secret = made.secretOf(to);
        const link = `${origin}/a/${secret}`;
        const found = await viewLink(made.ports, secret);
        if (found.kind === 'unknown') throw new Error('A link leads nowhere.');
        return { link, html: requestMail(found.request, link).html };
      }),
    );
  }

  const title =
    'fifty of them render every mail, open and render every link of it and follow what they find, and nothing is decided';
  test(title, { timeout: 150_000 }, async () => {
    const all = await mails();
    const before = made.told();
    // As small as a preview: what nobody looks at need not be painted large.
    const { page, newTab, trouble } = await visit({ viewport: { width: 480, height: 480 } });
    const reader = await newTab();
    for (const mail of all) await pry({ page, reader }, mail);
    const seats = await Promise.all(
      Array.from({ length: atOnce }, async () => ({ page: await newTab(), reader: await newTab() })),
    );
    await inTurns(seats, async (seat) => {
      for (const { link, html } of all) {
        await seat.reader.setContent(html);
        expect(await addressesOn(seat.reader)).toEqual([link]);
        await Promise.all([fetch(link, { method: 'HEAD' }), fetch(link), seat.page.goto(link)]);
        const addresses = await addressesOn(seat.page);
        expect(addresses).toContain(`${origin}/verdict`);
        await Promise.all(addresses.map((address) => fetch(address)));
      }
    });

    expect(made.told()).toEqual(before);
    expect([made.woken.size, made.page.failures]).toEqual([0, []]);
    for (const { link } of all) {
      await page.goto(link);
      expect(await page.getByRole('button', { name: 'Approve…' }).count()).toBe(1);
    }
    expect(trouble()).toEqual([]);
  });
});

/** A scanner's own habits: it presses keys, opens what is folded, hovers, and follows whatever looks like an address. */
async function pry(
  { page, reader }: Seat,
  { link, html }: { readonly link: string; readonly html: string },
): Promise<void> {
  await reader.setContent(html);
  const links = await reader.getByRole('link').evaluateAll((found) => found.map((one) => one.getAttribute('href')));
  expect(links).toEqual([link]);
  for (const method of ['HEAD', 'OPTIONS', 'GET']) await fetch(link, { method });
  await page.goto(link);
  await page.locator('summary').evaluateAll((all) => all.map((one) => one.click()));
  await page.getByRole('button').first().hover();
  const addresses = await addressesOn(page);
  expect(addresses.map((address) => new URL(address).pathname)).toContain('/verdict');
  const forms = await page.locator('form').evaluateAll((all) =>
    all.map((form) => {
      const fields = new URLSearchParams();
      for (const field of form.querySelectorAll('[name]')) {
        fields.append(field.getAttribute('name') ?? '', field.getAttribute('value') ?? '');
      }
      return `/verdict?${fields}`;
    }),
  );
  expect(forms.length).toBeGreaterThan(1);
  // A form's own fields in an address are the nearest that a GET comes to a verdict.
  for (const path of forms) await fetch(new URL(path, link));
  // The browser goes where the page leads to, and a program the same ways.
  const [first = link, ...others] = addresses;
  await page.goto(first);
  for (const address of others) await fetch(address);
}

/** Whatever looks like an address on a page, laid out; its icon is a `data:` address, which leads nowhere. */
async function addressesOn(page: Page): Promise<readonly string[]> {
  // A locator would bring its own scripts into each of hundreds of pages.
  const found: readonly string[] = await page.evaluate(`document.body.getBoundingClientRect(),
    [...document.querySelectorAll('[href], [src], [action]')].flatMap((one) =>
      ['href', 'src', 'action'].flatMap((name) => one.getAttribute(name) ?? []))`);
  // A mail has no address of its own, and all of its links are whole.
  const addresses = found.map((address) => new URL(address, page.url()));
  return [...new Set(addresses.filter(({ protocol }) => protocol === 'http:').map(({ href }) => href))];
}

/** Where one scanner at a time sits: a window for what links lead to, and one for mails. */
interface Seat {
  readonly page: Page;
  readonly reader: Page;
}

/** Fifty scans over the seats that there are. */
async function inTurns(seats: readonly Seat[], scan: (seat: Seat) => Promise<void>): Promise<void> {
  let begun = 0;
  const one = async (seat: Seat) => {
    while (begun < scanners) {
      begun += 1;
      await scan(seat);
    }
  };
  await Promise.all(seats.map(one));
}
