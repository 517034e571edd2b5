import { expect, test } from 'vitest';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { advance } from '../../lib/gate/advance.ts';
import { gateOfVersion } from '../../lib/gate/gate-of-version.ts';
import { viewLink } from '../../lib/gate/open-link.ts';
import { recordVerdict } from '../../lib/gate/record-verdict.ts';
import { type Bench, bench, execution, oneInvocation } from '../support/bench.ts';
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

test('a request that is open is decided, shown and told of by its own rules when another gate file is deployed', async () => {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), ending('Done.', 'c1')]) });
  await made.drive();
  const other = gateFile({
    approvers: { alex: { name: 'Alex Kim', mail: 'alex@example.com' } },
    tools: { buy: { description: 'Buys no more.', inputSchema: { type: 'object' }, rule: 'refuse' } },
  });
  const linkSecret = made.secretOf('morgan@example.com');
  const deployed = { ...made.ports, gate: other };
  expect(await viewLink(deployed, linkSecret)).toMatchObject({
    request: {
      policy: { kind: 'replaced', usedAt: '2026-03-02T09:00:00.000Z' },
      approver: { name: 'Morgan Reyes' },
      calls: [{ description: 'Buys one item.' }],
    },
  });
  expect(await viewLink(made.ports, linkSecret)).toMatchObject({ request: { policy: { kind: 'current' } } });
  const verdict = {
    linkSecret,
    toolUseId: 'c1' as ToolUseId,
    verdict: 'approve',
    digest: await made.digestOf('c1'),
    comment: undefined,
  } as const;
  expect(await recordVerdict(deployed, verdict)).toMatchObject({ kind: 'recorded' });
});

test('the gate file is kept once in a run, sealed, and makes its version', async () => {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), calling(buying('c2')), ending('Done.')]) });
  await made.drive();
  await made.decide('reject', { call: 'c1' });
  await made.drive();
  const entries = (await made.commits()).flatMap((commit) => commit.entries);
  const kept = entries.filter((entry) => entry.type === 'policy.sealed');
  expect(kept).toHaveLength(1);
  expect(made.ledger.everything()).not.toContain('Buys one item.');
  const other = { gate: gateFile({ gate: 'other' }), contents: made.contents };
  const opened = await gateOfVersion(other, await made.run(), kept[0]?.policyVersion ?? '');
  expect(opened).toEqual(made.ports.gate);
});

test('a call that was judged and not yet asked about is asked under the file that judged it', async () => {
  const made = await judgedOnly();
  const answer = await advance({ ...made.ports, ledger: made.ledger, gate: refusing }, execution, input);
  expect(answer).toMatchObject({ next: 'ask' });
  expect((await made.run()).calls[0]?.requested).toMatchObject({ approvers: ['morgan'] });
});

test('a call whose gate file was erased before anybody was asked fails the run and asks nobody', async () => {
  const made = await judgedOnly();
  const [kept] = (await made.run()).policies.values();
  if (kept === undefined) throw new Error('No gate file was kept.');
  made.contents.erase(made.runId, kept.text.contentId);
  expect(await advance({ ...made.ports, ledger: made.ledger, gate: refusing }, execution, input)).toMatchObject({
    next: 'failed',
    cause: expect.stringContaining('"reason":"policy.changed"'),
  });
  expect(made.courier.sent).toEqual([]);
});

const refusing = gateFile({
  tools: { buy: { description: 'Buys.', inputSchema: { type: 'object' }, rule: 'refuse' } },
});

async function judgedOnly(): Promise<Bench> {
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
  return made;
}

test('a clock that is set back between two looks never writes an expiry before its deadline', async () => {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  await made.drive();
  let looks = 0;
  const due = Date.parse('2026-03-02T10:00:00.000Z');
  const clock = () => {
    looks += 1;
    // The first is for what is to be told, the second for what comes next, the third for the commit.
    return looks === 3 ? due - 5 : due;
  };
  expect(await advance({ ...oneInvocation(made.ports), clock }, execution, input)).toMatchObject({ next: 'done' });
  expect((await made.run()).calls[0]?.closed).toMatchObject({ outcome: 'expired', at: '2026-03-02T10:00:00.000Z' });
});
