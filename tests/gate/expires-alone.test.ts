import { expect, test } from 'vitest';
import { bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { calling, ending } from '../support/stream.ts';

const tool = (deadline: string) => ({
  description: 'Does one thing.',
  inputSchema: { type: 'object' },
  rule: { ask: { approvers: ['morgan'], deadline } },
});

test('a call of a turn expires alone: the one beside it can still be decided, and the agent hears of both together', async () => {
  const gate = gateFile({ tools: { soon: tool('1h'), late: tool('3h') } });
  const calls = [
    { id: 'c1', tool: 'soon', input: {} },
    { id: 'c2', tool: 'late', input: {} },
  ];
  const made = bench({ gate, harness: scriptedHarness([calling(...calls), ending('Done.', 'c1', 'c2')]) });
  expect(await made.drive()).toMatchObject({ kind: 'waiting', wakeAt: '2026-03-02T10:00:00.000Z' });
  made.clock.set('2026-03-02T10:00:00.000Z');
  expect(await made.drive()).toMatchObject({ kind: 'waiting', wakeAt: '2026-03-02T12:00:00.000Z' });
  expect((await made.run()).calls.map(({ closed }) => closed?.outcome)).toEqual(['expired', undefined]);
  expect(made.harness.requests).toHaveLength(1);
  expect(await made.decide('approve', { call: 'c1' })).toMatchObject({ kind: 'too-late' });
  expect(await made.decide('approve', { call: 'c2' })).toMatchObject({ kind: 'recorded' });
  expect(await made.drive()).toMatchObject({ kind: 'ended' });
  expect(resultsIn(made.harness.requests[1])).toMatchObject([
    { id: 'c1', said: { outcome: 'expired' } },
    { id: 'c2', said: { outcome: 'approved' } },
  ]);
  // One mail asked about both of them.
  expect(made.courier.sent).toHaveLength(1);
});
