import { expect, test } from 'vitest';
import { bench } from '../support/bench.ts';
import { resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { assistant, resultEvents } from '../support/stream.ts';

const buyChair = assistant(
  { text: 'May I?', calls: [{ id: 'c1', tool: 'buy', input: { item: 'chair' } }] },
  'tool_use',
);
const bought = [...resultEvents([{ id: 'c1' }]), ...assistant({ text: 'Bought.' }, 'end_turn')];

test('an approved call goes back to the same session, and the run ends with the claim labelled unverified', async () => {
  const { drive, decide, harness, run } = bench({ harness: scriptedHarness([buyChair, bought]) });
  expect(await drive()).toMatchObject({ kind: 'waiting', wakeAt: '2026-03-02T10:00:00.000Z' });
  expect(await decide('approve', { call: 'c1', comment: 'Go ahead.' })).toMatchObject({ kind: 'recorded' });
  expect(await drive()).toMatchObject({
    kind: 'ended',
    next: {
      next: 'done',
      output: {
        outcome: 'done',
        reason: 'end_turn',
        claim: { text: 'Bought.', verified: false },
        turns: 2,
        tokens: { totalTokens: 30 },
        verdicts: { c1: { tool: 'buy', outcome: 'approved', by: ['morgan'] } },
      },
    },
  });
  const [first, second] = harness.requests;
  expect(second?.sessionId).toBe(first?.sessionId);
  expect(second?.actorId).toBe(first?.actorId);
  expect(resultsIn(second)).toMatchObject([
    { id: 'c1', status: 'success', said: { outcome: 'approved', comment: 'Go ahead.', decidedBy: ['morgan'] } },
  ]);
  expect((await run()).calls[0]).toMatchObject({ delivered: true });
});
