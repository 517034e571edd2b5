import { describe, expect, test } from 'vitest';
import type { Run } from '../../lib/core/run.ts';
import { reportOf } from '../../lib/gate/report.ts';
import { callFactsOf } from '../../lib/gate/report-facts.ts';
import { messageFact } from '../../lib/gate/report-told.ts';
import { runStory } from '../../lib/gate/run-story.ts';
import { openText } from '../../lib/gate/seal.ts';
import { type Bench, bench } from '../support/bench.ts';
import { restartingGate } from '../support/gate-files.ts';
import { type Reply, scriptedHarness } from '../support/scripted-harness.ts';
import { assistant, buying, calling, ending } from '../support/stream.ts';

const busy: Reply = { kind: 'refused', error: 'ThrottlingException', again: 'may-be-sent-again' };
const lost: Reply = { kind: 'refused', error: 'ValidationException', again: 'would-be-refused-again' };
// A stream that ends without a messageStop: nobody knows what came of the turn.
const cutShort: Reply = [{ messageStart: { role: 'assistant' } }];

async function rejected(...replies: readonly Reply[]): Promise<Bench> {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), ...replies]), gate: restartingGate() });
  await made.drive();
  await made.decide('reject', { call: 'c1', comment: 'Too dear.' });
  await made.drive();
  return made;
}

const older = (run: Run): Run => ({
  ...run,
  turns: run.turns.map(({ started: { message: _, ...started }, ...turn }) => ({ ...turn, started })),
});

async function eraseMessages(made: Bench): Promise<void> {
  for (const { started } of (await made.run()).turns)
    if (started.message !== undefined) made.contents.erase(made.runId, started.message.contentId);
}

const storyOf = async (made: Bench) => {
  const lines = await runStory(await made.commits(), async (sealed) => {
    const opened = await openText(made.ports, made.runId, sealed);
    return opened.kind === 'text' ? opened.text : undefined;
  });
  return lines.flatMap(({ detail }) => detail.filter(({ label }) => label.startsWith('Told to the agent')));
};

const toldFacts = async (made: Bench, run: Run) => {
  const { calls } = await reportOf(made.ports, run);
  return calls.flatMap(callFactsOf).filter(({ label }) => label === 'Told to the agent');
};

describe('what the agent was told', () => {
  test('stands in the report under the verdicts, word for word as it was sent, and is the gate’s', async () => {
    const made = await rejected(ending('Well.', 'c1'));
    const sent = made.harness.requests[1]?.messages.flatMap(({ content }) => content);
    const [result] = sent?.flatMap((block) => ('toolResult' in block ? [block.toolResult] : [])) ?? [];
    const words = result?.content[0].text ?? 'nothing';
    expect(words).toContain('"reason":"Too dear."');
    const report = await reportOf(made.ports, await made.run());
    expect(report.calls).toMatchObject([{ told: [{ turn: 2, arrived: 'yes', status: 'error', text: words }] }]);
    expect(report.told).toEqual([]);
    const facts = report.calls.flatMap(callFactsOf);
    expect(facts.at(-1)).toEqual({
      label: 'Told to the agent',
      text: expect.stringMatching(/^in turn 2, \S+Z, as error$/),
      said: { by: 'gate', text: words },
    });
  });

  test('is said to be erased where it was, and nothing is made up in its place', async () => {
    const made = await rejected(ending('Well.', 'c1'));
    await eraseMessages(made);
    expect(await toldFacts(made, await made.run())).toMatchObject([{ said: { by: 'gate', text: '(erased)' } }]);
    expect((await storyOf(made)).map(({ text }) => text)).toEqual(['(erased)', '(erased)']);
  });

  test('of a run that is older than the keeping of it is nothing', async () => {
    const made = await rejected(ending('Well.', 'c1'));
    expect(await toldFacts(made, older(await made.run()))).toEqual([]);
  });

  test('in a turn that was refused reached nobody, and in one that was cut short perhaps', async () => {
    const again = await rejected(busy, ending('Well.', 'c1'));
    expect(await toldFacts(again, await again.run())).toHaveLength(1);
    const cut = await rejected(cutShort, ending('Well.'));
    expect((await toldFacts(cut, await cut.run()))[0]?.text).toMatch(/whether it arrived is not known$/);
  });

  test('in a new session is told with the task and all that was decided before', async () => {
    const made = await rejected(lost, ending('Going on.'));
    const { told } = await reportOf(made.ports, await made.run());
    expect(told).toMatchObject([{ turn: 3, kind: 'restated', text: expect.stringContaining('Too dear.') }]);
    expect(told.map(messageFact)).toMatchObject([
      { text: expect.stringContaining('in a new session'), said: { by: 'gate' } },
    ]);
    await eraseMessages(made);
    expect((await reportOf(made.ports, await made.run())).told).toMatchObject([{ text: null }]);
  });

  test('to go on after a turn that was cut off is told as well', async () => {
    const made = bench({ harness: scriptedHarness([assistant({ text: 'Hm.' }, 'timeout_exceeded'), ending('Done.')]) });
    await made.drive();
    const { told } = await reportOf(made.ports, await made.run());
    expect(told).toMatchObject([{ turn: 2, kind: 'continue', text: expect.stringContaining('Please go on') }]);
  });

  test('stands in the story at each turn, by the call that it answers, with others’ words in it', async () => {
    const made = await rejected(ending('Well.', 'c1'));
    expect(await storyOf(made)).toEqual([
      { label: 'Told to the agent', text: 'Buy a chair.', sealed: true },
      {
        label: 'Told to the agent of buy',
        text: expect.stringMatching(/^\{"outcome":"rejected".*Too dear/),
        sealed: true,
      },
    ]);
  });
});
