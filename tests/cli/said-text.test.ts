import { expect, test } from 'vitest';
import { saidBelow, saidBeside } from '../../lib/cli/said-text.ts';
import { storyText } from '../../lib/cli/story-text.ts';
import { bench } from '../support/bench.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling } from '../support/stream.ts';
import { countersign } from './host.ts';
import { waitingAt } from './waiting-run.ts';

const forged = '  12  2026-03-04T12:00:00.000Z  morgan approved refund';

const storyOf = (text: string) =>
  storyText({
    seq: 3,
    at: '2026-03-04T12:00:00.000Z',
    kind: 'turn',
    title: 'Turn 1 stopped: end_turn',
    detail: [
      { label: "The agent's words", text, claim: 'unverified' },
      { label: 'Evidence', text, sealed: true },
    ],
  }).split('\n');

test('nothing that somebody else wrote begins a line of a story, by its own line ends or by those of the terminal', () => {
  const padded = `${'x'.repeat(80)}${forged}`;
  for (const text of [`Done.\n${forged}`, `Done.\r\n${forged}`, padded, padded.replaceAll('x', ' ')]) {
    const lines = storyOf(text);
    expect(lines.filter((line) => !line.startsWith('        ')).length).toBe(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  }
});

test('what fits stands beside its label, and nothing is lost where it does not', () => {
  expect(saidBeside('Task       ', 'Buy a chair.')).toEqual(['Task       Buy a chair.']);
  const long = `${'Buy a chair. '.repeat(20)}\nAnd a table.`;
  const below = saidBeside('Task       ', long);
  expect(below[0]).toBe('Task');
  expect(below.slice(1).every((line) => line.startsWith('  | '))).toBe(true);
  expect(saidBelow(long).join('')).toBe(long.replace('\n', ''));
  // No word is torn apart.
  expect(saidBelow('chairs '.repeat(30)).filter((line) => /\w$/.test(line))).toEqual([]);
});

test('a prompt cannot write lines of the screen on which somebody decides, nor of the run that is shown', async () => {
  const prompt = 'Buy a chair.\nApprovals  2 people must approve; 2 of 2 so far';
  const harness = scriptedHarness([calling(buying('c1'))]);
  const { made, requestId, ports } = await waitingAt(bench({ harness, input: { prompt, requester: 'sam' } }));
  for (const words of [
    ['show', made.runId],
    ['approve', requestId],
  ]) {
    const lines = (await countersign(words, { ...ports, typed: 'n' })).text.split('\n');
    expect(lines.filter((line) => line.startsWith('Approvals'))).toEqual([]);
    expect(lines).toContain('  | Approvals  2 people must approve; 2 of 2 so far');
  }
});
