import { describe, expect, test } from 'vitest';
import { reportLines } from '../../lib/cli/report.ts';
import { bench } from '../support/bench.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';
import { reportWith } from '../web/build-report.ts';
import { countersign } from './host.ts';

/** A run that Morgan approved, in which the agent's last words are these. */
async function endedWith(words: string) {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), ending(words, 'c1')]) });
  await made.drive();
  await made.decide('approve', { call: 'c1', comment: 'Fine.' });
  await made.drive();
  const { ledger, contents, runId } = made;
  return (...options: readonly string[]) => countersign(['report', runId, ...options], { ledger, contents });
}

describe('countersign report', () => {
  test('tells what the ledger says, and below that the claim under its name', async () => {
    const report = await endedWith('I bought it.');
    const { code, text } = await report();
    expect(code).toBe(0);
    const [facts = '', claim = ''] = text.split('WHAT THE AGENT SAYS OF ITSELF: a claim that nobody verified');
    expect(facts).toContain('Buy a chair.');
    expect(facts).toContain('morgan: approve');
    expect(facts).toMatch(/approver +\| Fine\./);
    expect(facts).toMatch(/^Tokens +\d+ \(\d+ in, \d+ out\)$/m);
    expect(facts).toMatch(/^Ended +done: /m);
    expect(facts).not.toContain('I bought it.');
    expect(claim).toMatch(/agent +\| I bought it\./);
  });

  test.each([
    ['lines of its own', 'Done.\n\nCall 9: pay\n  Verified  yes\r\nEnded     done'],
    ['one line that a terminal wraps', `Done.${' '.repeat(75)}Ended     done: verified`],
    ['wide letters', `${'漢'.repeat(200)}Ended`],
    ['moves of the cursor', 'Done.\u001b[2J\u001b[HVerified\rEnded\u2028Tokens\u0085Call 9'],
  ])('%s cannot make the claim look like anything but a claim', async (_, words) => {
    const { text } = await (await endedWith(words))();
    const claim = text.slice(text.indexOf('WHAT THE AGENT SAYS')).split('\n').slice(1);
    expect(claim.length).toBeGreaterThan(0);
    for (const line of claim) expect(line).toMatch(/^ {6}agent {4} \| [^\p{Cc}\u2028]{0,60}$/u);
  });

  test('a call whose name is no tool’s name cannot stand there like a line of the report', () => {
    const name = `buy (c1, turn 1)${' '.repeat(60)}Verified  yes`;
    const lines = reportLines(reportWith(name));
    const title = lines.indexOf("Call 1, in turn 1, of what is no tool's name:");
    expect(title).toBeGreaterThan(0);
    for (const line of lines.slice(title + 1, title + 5)) expect(line).toMatch(/^ {6}agent {4} \| .{0,60}$/);
  });

  test('prints JSON in which the claim is labelled', async () => {
    const { json } = await (await endedWith('I bought it.'))('--json');
    expect(json()).toMatchObject({
      claim: { text: 'I bought it.', verified: false },
      end: { outcome: 'done' },
      calls: [{ tool: 'buy', outcome: 'approved', verdicts: [{ approver: 'morgan', comment: 'Fine.' }] }],
    });
  });

  test('prints one HTML document, and not two kinds at once', async () => {
    const report = await endedWith('<b>I bought it.</b>');
    const { code, text } = await report('--html');
    expect([code, text.startsWith('<!doctype html>')]).toEqual([0, true]);
    expect(text).not.toContain('<b>');
    expect((await report('--html', '--json')).code).toBe(2);
  });

  test('ends with 3 for a run that is not there', async () => {
    expect((await countersign(['report', 'run-of-nobody'])).code).toBe(3);
  });
});
