import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../support/browser.ts';
import { type LocalDesk, startLocalDesk } from '../support/local-desk.ts';
import { testGate } from '../support/local-gates.ts';

// One call for each way of asking, so that there are mails to two people and a message to a topic.
const agent = `
agent: scanned
dialogue:
  - when:
      - user: both
        do: [{ call: { tool: ask_both, input: { what: Lunch for all } } }]
      - user: two calls
        do: [{ call: [{ tool: ask_one, input: { what: https://evil.example/click } }, { tool: ask_one, input: { what: second } }] }]
  - say: It is over.
`;

describeInBrowser('A mail scanner with a browser', (visit) => {
  let desk: LocalDesk;
  beforeAll(async () => {
    desk = await startLocalDesk({ gate: testGate(), agent });
  });
  afterAll(() => desk?.close());

  const title =
    'opens every link of every mail with scripts on and follows what it finds, forty-nine more open them by turns, and nothing is decided';
  test(title, { timeout: 150_000 }, async () => {
    const runs = [await desk.start('Ask both'), await desk.start('Make two calls')];
    for (const run of runs) await desk.asked(run);
    const before = await Promise.all(runs.map((run) => desk.stored(run)));
    const mails = await desk.mails();
    expect(mails).toHaveLength(3);

    const { page, newTab, trouble } = await visit();
    const reader = await newTab();
    for (const mail of mails) {
      await reader.setContent(mail.html);
      const links = await reader
        .getByRole('link')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
      expect(links).toEqual([mail.link]);
      for (const method of ['HEAD', 'OPTIONS', 'GET']) await fetch(mail.link, { method });
      await page.goto(mail.link);
      // A scanner's own habits: it presses keys, opens what is folded, hovers, and follows whatever looks like an address.
      for (const summary of await page.locator('summary').all()) await summary.click();
      await page.getByRole('button').first().hover();
      const found = await page
        .locator('[href], [src], [action]')
        .evaluateAll((all) =>
          all.flatMap((one) => ['href', 'src', 'action'].flatMap((name) => one.getAttribute(name) ?? [])),
        );
      const addresses = new Set(found.map((address) => new URL(address, mail.link)).filter(isFetched));
      expect([...addresses].map(({ pathname }) => pathname)).toContain('/verdict');
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
      for (const path of forms) await fetch(new URL(path, mail.link));
      for (const address of addresses) await page.goto(address.href);
    }
    await inTurns(scanners - 1, async (number) => {
      const mail = mails[number % mails.length];
      if (mail === undefined) return;
      await fetch(mail.link, { method: 'HEAD' });
      // The browser's own GET, with the page's scripts on and whatever it loads by itself.
      const tab = await newTab();
      await tab.goto(mail.link);
      await tab.close();
    });
    await page.waitForTimeout(300);

    expect(await Promise.all(runs.map((run) => desk.stored(run)))).toEqual(before);
    for (const mail of mails) {
      await page.goto(mail.link);
      expect(await page.getByRole('button', { name: 'Approve…' }).count()).toBeGreaterThan(0);
    }
    expect(trouble()).toEqual([]);
  });
});

const scanners = 50;
// Two cores open no more pages at a time than this without waiting for each other.
const atOnce = 4;

async function inTurns(count: number, scan: (number: number) => Promise<void>): Promise<void> {
  let begun = 0;
  const one = async () => {
    while (begun < count) {
      begun += 1;
      await scan(begun);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

// The icon is a data: address, which leads nowhere.
function isFetched(address: URL): boolean {
  return address.protocol === 'http:';
}
