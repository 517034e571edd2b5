import { expect, test } from 'vitest';
import { type Commit, checkChain, commitAfter } from '../../lib/core/commit.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { type Bench, bench } from '../support/bench.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

async function approvedChair(): Promise<Bench> {
  const made = bench({
    harness: scriptedHarness([calling(buying('c1', 'chair'), buying('c2', 'yacht')), ending('Ok.', 'c1', 'c2')]),
  });
  await made.drive();
  await made.decide('approve', { call: 'c1' });
  await made.decide('reject', { call: 'c2' });
  return made;
}

/** Writes the whole chain anew, link by link, with changed entries: what somebody can do who may put to the table. */
function rewrite({ ledger, runId }: Bench, change: (entry: Entry) => Entry): void {
  const stored = ledger.stored(runId);
  const commits: Commit[] = [];
  for (const { at, commandId, entries } of checkChain(runId, stored).commits) {
    commits.push(commitAfter(commits.at(-1), { chain: runId, at, commandId, entries: entries.map(change) }));
  }
  stored.splice(0, stored.length, ...commits);
}

test('a record that was rewritten from end to end without a change is still believed, so the tests below can fail', async () => {
  const made = await approvedChair();
  rewrite(made, (entry) => entry);
  expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
});

test('an approved call whose input was exchanged for another one is not sent: its digest is not what was shown', async () => {
  const made = await approvedChair();
  const yacht = (await made.run()).calls[1]?.input;
  if (yacht === undefined) throw new Error('There is no second call.');
  rewrite(made, (entry) =>
    entry.type === 'call.recorded' && entry.toolUseId === 'c1' ? { ...entry, input: yacht } : entry,
  );
  expect(await made.drive()).toMatchObject({
    kind: 'faulted',
    error: { code: 'tampered', message: expect.stringContaining('digest differs') },
  });
  expect(made.harness.requests).toHaveLength(1);
});

test.each<[string, (entry: Entry) => Entry]>([
  ['tool', (entry) => (entry.type === 'call.recorded' ? { ...entry, name: 'sell' } : entry)],
  ['policy', (entry) => (entry.type === 'policy.applied' ? { ...entry, policyVersion: 'f'.repeat(64) } : entry)],
  ['session', (entry) => (entry.type === 'run.started' ? { ...entry, executionName: 'second' } : entry)],
])('an approval under another %s is not sent either', async (_, change) => {
  const made = await approvedChair();
  rewrite(made, change);
  expect(await made.drive()).toMatchObject({ kind: 'faulted', error: { code: 'tampered' } });
  expect(made.harness.requests).toHaveLength(1);
});

test('a verdict on a call that was exchanged while it was open is not recorded', async () => {
  const made = bench({ harness: scriptedHarness([calling(buying('c1', 'chair'), buying('c2', 'yacht'))]) });
  await made.drive();
  const yacht = (await made.run()).calls[1]?.input;
  if (yacht === undefined) throw new Error('There is no second call.');
  rewrite(made, (entry) =>
    entry.type === 'call.recorded' && entry.toolUseId === 'c1' ? { ...entry, input: yacht } : entry,
  );
  await expect(made.decide('approve', { call: 'c1' })).rejects.toMatchObject({ code: 'tampered' });
  expect((await made.run()).calls[0]?.verdicts).toEqual([]);
});

test('an approval that was written without its verdict is no approval', async () => {
  const made = await approvedChair();
  rewrite(made, (entry) =>
    entry.type === 'approval.closed' && entry.toolUseId === 'c2' ? { ...entry, outcome: 'approved' } : entry,
  );
  expect(await made.drive()).toMatchObject({
    kind: 'faulted',
    error: { code: 'tampered', message: expect.stringContaining('no verdict approves it') },
  });
});
