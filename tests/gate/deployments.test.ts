import { expect, test } from 'vitest';
import { advance } from '../../lib/gate/advance.ts';
import { bench, execution, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const input = { prompt: 'Buy a chair.', requester: 'sam' };

test('an approval is not carried to another harness: the run fails and says so', async () => {
  const made = bench({ harness: scriptedHarness([calling(buying('c1'))]) });
  await made.drive();
  await made.decide('approve', { call: 'c1' });
  const moved = { ...oneInvocation(made.ports), harnessTarget: { arn: 'arn:other', qualifier: 'DEFAULT' } };
  expect(await advance(moved, execution, input)).toMatchObject({
    next: 'failed',
    cause: expect.stringContaining('"reason":"harness.changed"'),
  });
  expect(made.harness.requests).toHaveLength(1);
});

test('a request that is open keeps its rules when another gate file is deployed', async () => {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), ending('Done.', 'c1')]) });
  await made.drive();
  await made.decide('approve', { call: 'c1' });
  const stricter = gateFile({
    tools: { buy: { description: 'Buys.', inputSchema: { type: 'object' }, rule: 'refuse' } },
  });
  expect(await advance({ ...oneInvocation(made.ports), gate: stricter }, execution, input)).toMatchObject({
    next: 'done',
  });
  expect(resultsIn(made.harness.requests[1])).toMatchObject([{ said: { outcome: 'approved' } }]);
});

test('a call that was judged and not yet asked about is not asked under a file that no longer asks', async () => {
  const made = bench({
    harness: scriptedHarness([calling(buying('c1'))]),
    around: async (name, call) => {
      const answer = await call();
      // Dies when the policy stands and the request does not.
      if (name === 'ledger.append' && isJudged()) throw new Error('dies');
      return answer;
    },
  });
  const isJudged = () => made.ledger.everything().includes('policy.applied');
  await expect(advance(oneInvocation(made.ports), execution, input)).rejects.toThrow('dies');
  const silent = gateFile({
    tools: { buy: { description: 'Buys.', inputSchema: { type: 'object' }, rule: 'refuse' } },
  });
  const rest = { ...made.ports, ledger: made.ledger, gate: silent };
  expect(await advance(rest, execution, input)).toMatchObject({
    next: 'failed',
    cause: expect.stringContaining('"reason":"policy.changed"'),
  });
  expect(made.courier.sent).toEqual([]);
});

test('a clock that is set back between two looks never writes an expiry before its deadline', async () => {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  await made.drive();
  let looks = 0;
  const due = Date.parse('2026-03-02T10:00:00.000Z');
  const clock = () => {
    looks += 1;
    return looks === 2 ? due - 5 : due;
  };
  expect(await advance({ ...oneInvocation(made.ports), clock }, execution, input)).toMatchObject({ next: 'done' });
  expect((await made.run()).calls[0]?.closed).toMatchObject({ outcome: 'expired', at: '2026-03-02T10:00:00.000Z' });
});
