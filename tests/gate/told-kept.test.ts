import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../lib/core/canonical-json.ts';
import { loadRun } from '../../lib/gate/append.ts';
import { openText } from '../../lib/gate/seal.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import { type Bench, bench } from '../support/bench.ts';
import { restartingGate } from '../support/gate-files.ts';
import { type Reply, scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const busy: Reply = { kind: 'refused', error: 'ThrottlingException', again: 'may-be-sent-again' };
const lost: Reply = { kind: 'refused', error: 'ValidationException', again: 'would-be-refused-again' };

async function approved(replies: readonly Reply[], gate = restartingGate()): Promise<Bench> {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), ...replies]), gate });
  await made.drive();
  await made.decide('approve', { call: 'c1', comment: 'The grey one.' });
  await made.drive();
  return made;
}

/** What is kept of each attempt, as the bytes say it. */
async function kept(made: Bench): Promise<readonly unknown[]> {
  const { turns } = await made.run();
  return Promise.all(
    turns.map(async ({ started: { message } }) =>
      message === undefined ? undefined : openText(made.ports, made.runId, message),
    ),
  );
}

describe('what the agent is told', () => {
  test.each<readonly [string, readonly Reply[], string]>([
    ['the prompt and results', [ending('Done.', 'c1')], '"outcome\\":\\"approved'],
    ['results that were refused and sent again', [busy, ending('Done.', 'c1')], 'The grey one.'],
    ['a new session in which it is told again', [lost, ending('Going on.')], 'This conversation continues an earlier'],
  ])('is kept with every attempt, to the byte: %s', async (_, replies, words) => {
    const made = await approved(replies);
    const sent = made.harness.requests.map(({ messages }) => ({ kind: 'text', text: canonicalJson(messages) }));
    expect(await kept(made)).toEqual(sent);
    expect(sent).toHaveLength(replies.length + 1);
    expect(sent.at(-1)?.text).toContain(words);
  });

  test('is kept before the mark that commits to it: a turn whose words cannot be kept is not sent', async () => {
    let fails = true;
    const harness = scriptedHarness([ending('Done.')]);
    const made: Bench = bench({
      harness,
      around: async (name, call) => {
        const isTurns = name === 'contents.put' && (await started()) !== undefined;
        if (fails && isTurns) throw new Error('no room');
        return call();
      },
    });
    const started = () => loadRun({ ledger: made.ledger }, made.runId);
    await expect(made.drive()).rejects.toThrow('in every one of its attempts');
    expect((await started())?.turns).toEqual([]);
    expect(harness.requests).toEqual([]);
    fails = false;
    await made.drive();
    expect(await kept(made)).toHaveLength(1);
  });

  test('is checked with the rest of the record, and may be erased', async () => {
    const made = await approved([ending('Done.', 'c1')]);
    const message = (await made.run()).turns[1]?.started.message;
    if (message === undefined) throw new Error('Nothing was kept.');
    const before = await verifyRun(made.ports, made.runId);
    expect(before.findings).toEqual([]);
    made.contents.damage(made.runId, message.contentId);
    expect((await verifyRun(made.ports, made.runId)).findings).toEqual([expect.stringContaining(message.contentId)]);
    made.contents.erase(made.runId, message.contentId);
    const { findings, contents } = await verifyRun(made.ports, made.runId);
    expect([findings, contents.erased]).toEqual([[], 1]);
  });
});
