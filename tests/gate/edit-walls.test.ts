import { describe, expect, test } from 'vitest';
import type { CallEdited } from '../../lib/core/approval-entries.ts';
import { type Commit, checkChain, commitAfter } from '../../lib/core/commit.ts';
import type { Entry } from '../../lib/core/entries.ts';
import type { ApproverId, VerdictId } from '../../lib/core/ids.ts';
import { preventionOf } from '../../lib/core/may-act.ts';
import type { CallState } from '../../lib/core/run.ts';
import { sealJson } from '../../lib/gate/seal.ts';
import type { Bench } from '../support/bench.ts';
import { shop } from './acting-bench.ts';
import { alex, edit, pay, paying, payingGate } from './edit-bench.ts';

/** Writes the whole chain anew, link by link: what somebody can do who may put to the table. */
function rewrite({ ledger, runId }: Bench, change: (entry: Entry) => readonly Entry[]): void {
  const stored = ledger.stored(runId);
  const commits: Commit[] = [];
  for (const { at, commandId, entries } of checkChain(runId, stored).commits) {
    commits.push(commitAfter(commits.at(-1), { chain: runId, at, commandId, entries: entries.flatMap(change) }));
  }
  stored.splice(0, stored.length, ...commits);
}

const mallory = 'mallory' as ApproverId;

function forged(entry: Entry, change: (edited: CallEdited) => Partial<CallEdited>): readonly Entry[] {
  return entry.type === 'call.edited' ? [{ ...entry, ...change(entry) }] : [entry];
}

describe('an edit in a rewritten record', () => {
  test('is believed where nothing was changed, so the tests below can fail', async () => {
    const made = await paying(80);
    await edit(made, pay(60));
    rewrite(made, (entry) => [entry]);
    await made.drive();
    expect(made.executors.invoked).toMatchObject([{ payload: { input: pay(60) } }]);
  });

  test.each<[string, string, (entry: Entry) => readonly Entry[]]>([
    ['by somebody who was not asked', 'was not asked', (entry) => forged(entry, () => ({ approverId: mallory }))],
    [
      'of another call than the one that was asked about',
      'another call',
      (entry) => forged(entry, () => ({ from: 'e'.repeat(64) })),
    ],
    [
      'that the rules refuse',
      'the rules refuse it',
      (entry) => forged(entry, ({ policy }) => ({ policy: { ...policy, decision: 'refuse' } })),
    ],
    [
      'under another policy',
      'other rules',
      (entry) => forged(entry, ({ policy }) => ({ policy: { ...policy, policyVersion: 'f'.repeat(64) } })),
    ],
    [
      'with more time than the call had',
      'its deadline was',
      (entry) =>
        forged(entry, ({ requested }) => ({ requested: { ...requested, deadline: '2027-01-01T00:00:00.000Z' } })),
    ],
    [
      'that the rules let pass, with somebody else to say yes',
      'nobody but its author',
      (entry) =>
        forged(entry, ({ policy, requested }) => ({
          policy: { ...policy, decision: 'allow' },
          requested: { ...requested, approvers: [mallory] },
        })),
    ],
    [
      'whose author never said so',
      'has not said so',
      (entry) => (entry.type === 'verdict.recorded' ? [{ ...entry, verdict: 'approve' }] : [entry]),
    ],
    [
      'that is left out, so that its verdict stands alone',
      'another digest',
      (entry) => (entry.type === 'call.edited' ? [] : [entry]),
    ],
    [
      'that is closed as if nobody had edited',
      'a person edited it',
      (entry) => (entry.type === 'approval.closed' ? [{ ...entry, outcome: 'approved' }] : [entry]),
    ],
  ])('is refused %s', async (_, why, change) => {
    const made = await paying(80);
    await edit(made, pay(60));
    rewrite(made, change);
    expect(await made.drive()).toMatchObject({
      kind: 'faulted',
      error: { code: 'tampered', message: expect.stringContaining(why) },
    });
    expect(made.executors.invoked).toEqual([]);
  });

  test('is not carried out where its input was exchanged: the digest is not that of what is stored', async () => {
    const made = await paying(80);
    await edit(made, pay(60));
    const input = await sealJson(made.ports, made.runId, pay(99));
    rewrite(made, (entry) => forged(entry, () => ({ input })));
    await made.drive();
    expect(made.executors.invoked).toEqual([]);
    expect((await made.run()).calls[0]?.action?.finished).toMatchObject({ status: 'prevented', why: 'digest' });
  });

  test('is not carried out by approvals of what it was before', async () => {
    const made = await paying(500);
    await made.decide('approve', { call: 'c1', as: alex });
    await edit(made, pay(600));
    const early = (await made.run()).calls[0]?.superseded?.[0]?.verdictId;
    const newest = (await made.run()).calls[0]?.verdicts[0]?.verdictId;
    rewrite(made, (entry) =>
      entry.type === 'verdict.recorded' && entry.verdict === 'edit'
        ? [
            entry,
            closed(
              entry,
              [early, newest].filter((id) => id !== undefined),
            ),
          ]
        : [entry],
    );
    expect(await made.drive()).toMatchObject({ kind: 'faulted', error: { code: 'tampered' } });
    expect(made.executors.invoked).toEqual([]);
  });
});

function closed(
  { requestId, toolUseId }: Extract<Entry, { readonly type: 'verdict.recorded' }>,
  verdicts: readonly VerdictId[],
): Entry {
  return { type: 'approval.closed', requestId, toolUseId, outcome: 'approved-with-edits', verdicts };
}

describe('the wall before an action looks at an edit by itself', () => {
  async function wall(change: (call: CallState) => Partial<CallState>, input = pay(60)) {
    const made = await paying(80);
    await edit(made, pay(60));
    const run = await made.run();
    const [call] = run.calls;
    if (call === undefined) throw new Error('There is no call.');
    const executor = { lambda: shop, attempts: 3, idempotent: false, actWithinSeconds: 3600, timeoutSeconds: 60 };
    const facts = { gate: payingGate(), executor, input, labels: {}, now: made.clock.now() };
    return preventionOf(run, { ...call, ...change(call) }, facts);
  }

  const authors = (call: CallState, approverId: ApproverId) => ({
    edits: (call.edits ?? []).map((one) => ({ ...one, approverId })),
  });

  test('and lets one pass that is as it should be', async () => {
    expect(await wall(() => ({}))).toBeUndefined();
  });

  test.each<[string, (call: CallState) => Partial<CallState>]>([
    ['by somebody whom the rules never asked', (call) => authors(call, mallory)],
    ['by somebody who is asked about other calls of this tool', (call) => authors(call, 'alex' as ApproverId)],
    [
      'without the verdict of its author',
      (call) => ({ verdicts: call.verdicts.map((one) => ({ ...one, verdict: 'approve' })) }),
    ],
    [
      'whose author is less sure than the rule wants',
      (call) => ({ verdicts: call.verdicts.map((one) => ({ ...one, assurance: 'claimed' })) }),
    ],
    [
      'that says it was allowed, though a rule asks',
      ({ policy }) =>
        policy === undefined ? {} : { policy: { ...policy, decision: 'allow', rule: 'tools.pay.rules[0]' } },
    ],
    [
      'of a call that nobody was asked about',
      ({ original }) =>
        original === undefined
          ? {}
          : { original: { ...original, policy: { ...original.policy, rule: 'tools.pay.rules[0]' } } },
    ],
  ])('and refuses one %s', async (_, change) => {
    expect(await wall(change)).toBe('not-approved');
  });

  test('and refuses arguments that another rule decides', async () => {
    expect(await wall(() => ({}), pay(700))).toBe('not-approved');
  });
});

test('an approval of whom only a forged schedule added is carried out by nobody: the rule adds no such person', async () => {
  const made = await paying(80);
  await made.decide('approve', { call: 'c1' });
  const added = (entry: Entry): readonly Entry[] => {
    if (entry.type === 'approval.requested') {
      const schedule = [{ kind: 'escalation', at: '2026-03-02T09:30:00.000Z', to: [mallory] }] as const;
      return [{ ...entry, calls: entry.calls.map((call) => ({ ...call, schedule })) }];
    }
    if (entry.type !== 'verdict.recorded') return [entry];
    const { requestId, toolUseId } = entry;
    return [
      { type: 'approval.escalated', requestId, toolUseId, to: [mallory], because: 'unreachable' },
      { ...entry, approverId: mallory },
    ];
  };
  rewrite(made, added);
  expect((await made.run()).calls[0]?.closed?.outcome).toBe('approved');
  await made.drive();
  expect(made.executors.invoked).toEqual([]);
  expect((await made.run()).calls[0]?.action?.finished).toMatchObject({ status: 'prevented', why: 'not-approved' });
});
