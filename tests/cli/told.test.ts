import { expect, test } from 'vitest';
import { bench } from '../support/bench.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';
import { countersign } from './host.ts';

async function rejectedFor(comment: string) {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  await made.drive();
  await made.decide('reject', { call: 'c1', comment });
  await made.drive();
  const { ledger, contents } = made;
  return { made, say: (...argv: readonly string[]) => countersign(argv, { ledger, contents }) };
}

test('the report has what the agent was told, each line marked as the gate’s', async () => {
  const { made, say } = await rejectedFor('Too dear.');
  const { text } = await say('report', made.runId);
  const lines = text.slice(text.indexOf('Told to the agent')).split('\n').slice(1);
  const end = lines.findIndex((line) => !line.startsWith('      gate      | '));
  const words = lines.slice(0, end).map((line) => line.slice(18));
  expect(JSON.parse(words.join(''))).toMatchObject({ outcome: 'rejected', reason: 'Too dear.' });
  const { json } = await say('report', made.runId, '--json');
  expect(json()).toMatchObject({ calls: [{ told: [{ turn: 2, text: words.join('') }] }], told: [] });
  const page = await say('report', made.runId, '--html');
  expect(page.text).toMatch(/As the gate said it, with what others said in it:<\/p>[^<]*<[^>]*>[^<]*outcome/);
});

test('show begins to tell it below the call, and says how much more the report has', async () => {
  const { made, say } = await rejectedFor('x'.repeat(900));
  const { text } = await say('show', made.runId);
  expect(text).toMatch(/ {13}the agent was told \(turn 2, error\):\n {15}\| \{"outcome":"rejected"/);
  expect(text).toMatch(/\n {15}\d{3} bytes more are in its report\n/);
  const { json } = await say('show', made.runId, '--json');
  expect(json()).toMatchObject({ calls: [{ told: [{ text: expect.stringContaining('x'.repeat(900)) }] }] });
});

test('show, report and story say that it was erased', async () => {
  const { made, say } = await rejectedFor('Too dear.');
  for (const { started } of (await made.run()).turns)
    if (started.message !== undefined) made.contents.erase(made.runId, started.message.contentId);
  expect((await say('show', made.runId)).text).toContain('the agent was told (turn 2): (erased)');
  expect((await say('report', made.runId)).text).toMatch(/Told to the agent .*\n {6}gate {6}\| \(erased\)/);
  expect((await say('audit', 'show', made.runId)).text).toContain('Told to the agent of buy: (erased)');
  expect((await say('audit', 'verify', made.runId)).text).toMatch(/2 .*erased/);
});
