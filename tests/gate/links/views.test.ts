import { describe, expect, test } from 'vitest';
import { checkChain } from '../../../lib/core/commit.ts';
import type { RunId, ViewsId } from '../../../lib/core/ids.ts';
import { type ViewEntry, viewFindings } from '../../../lib/core/view-entries.ts';
import { verifyRun } from '../../../lib/gate/verify-run.ts';
import { countersign } from '../../cli/host.ts';
import { gatePage } from '../../support/gate-page.ts';
import { waitingPage, wrongSecretOf } from '../../support/watched-links.ts';

const person = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'sec-fetch-user': '?1', 'sec-fetch-dest': 'document' };
const scanner = { 'user-agent': 'LinkScanner/2.1' };

type Waiting = Awaited<ReturnType<typeof waitingPage>>;
const entriesOf = ({ views, requestId }: Waiting) =>
  checkChain<ViewEntry, ViewsId>(`views-${requestId}`, views()).commits.flatMap(({ entries }) => entries);

describe('who looked at a request', () => {
  test('is kept beside the run, with whether it looked like a machine and why, and nothing of what it called itself', async () => {
    const made = await waitingPage();
    const { page, link, ledger } = made;
    await page.get(link, { headers: scanner });
    await page.send('HEAD', `/a/${link}`, { headers: person });
    await page.get(link, { headers: person });
    await page.get(link, { headers: { 'user-agent': 'Mozilla/5.0' } });
    await page.get(wrongSecretOf(link), { headers: person });
    expect(entriesOf(made)).toMatchObject([
      { type: 'view.opened', seemed: 'machine', because: ['user-agent'], opened: 1 },
      { type: 'view.opened', seemed: 'person', because: ['navigation'], opened: 2 },
      { type: 'view.opened', seemed: 'unknown', because: [], opened: 3 },
      { type: 'view.refused', seemed: 'person', opened: 3, refused: 1 },
    ]);
    for (const said of ['Firefox', 'LinkScanner', '192.0.2.1']) expect(ledger.everything()).not.toContain(said);
  });

  test('is kept once in ten minutes for the same link and kind of visitor, and again after them', async () => {
    const made = await waitingPage();
    for (let looks = 0; looks < 5; looks += 1) await made.page.get(made.link, { headers: person });
    expect(made.views()).toHaveLength(1);
    made.clock.forward(10 * 60 * 1000);
    await made.page.get(made.link, { headers: person });
    expect(made.views()).toHaveLength(2);
  });

  test('of two who look at the same instant both are kept, and the chain holds', async () => {
    const made = await waitingPage();
    await Promise.all([made.page.get(made.link, { headers: person }), made.page.get(made.link, { headers: scanner })]);
    expect(made.views()).toHaveLength(2);
    const { findings } = await verifyRun(made.ports, `views-${made.requestId}` as RunId);
    expect(findings).toEqual([]);
  });

  test('changes nothing where it cannot be kept: the page is shown, and the failure is told', async () => {
    const made = await waitingPage();
    const lost: unknown[] = [];
    const { chains } = made.ports;
    const unwritten = { ...made.ports, viewLost: (error: unknown) => void lost.push(error) };
    const page = gatePage({
      ...unwritten,
      chains: { ...chains, append: async () => Promise.reject(new Error('no table')) },
    });
    expect((await page.get(made.link)).status).toBe(200);
    expect(lost).toHaveLength(1);
  });

  test('is told by audit show, checked by audit verify and not by any other command', async () => {
    const made = await waitingPage();
    await made.page.get(made.link, { headers: scanner });
    await made.page.get(wrongSecretOf(made.link), { headers: person });
    const { ledger, contents } = made.ports;
    const chain = `views-${made.requestId}`;
    const shown = await countersign(['audit', 'show', chain], { ledger, contents });
    expect(shown.text).toMatch(/looked at with a valid link.*like a machine.*wrong secret.*like a person/s);
    expect((await countersign(['audit', 'verify', chain], { ledger, contents })).code).toBe(0);
    expect(await countersign(['show', chain], { ledger, contents })).toMatchObject({
      code: 3,
      errors: `${chain} is no run. countersign audit show ${chain} tells it.`,
    });
  });
});

test('a count that does not follow the one before is found', async () => {
  const made = await waitingPage();
  await made.page.get(made.link, { headers: person });
  await made.page.get(made.link, { headers: scanner });
  const { commits } = checkChain<ViewEntry, ViewsId>(`views-${made.requestId}`, made.views());
  expect(viewFindings(commits)).toEqual([]);
  expect(viewFindings(commits.slice(1))).toEqual(['commit 1: its counts do not follow those before it']);
});
