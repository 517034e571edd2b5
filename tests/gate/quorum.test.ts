import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VerdictKind } from '../../lib/core/approval-entries.ts';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { recordVerdict, type VerdictPorts } from '../../lib/gate/record-verdict.ts';
import { around } from '../support/around.ts';
import { type Bench, bench, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const people = ['morgan', 'alex', 'kim'] as const;
const mailOf = (id: string) => `${id}@example.com`;

const twoOfThree = gateFile({
  approvers: Object.fromEntries(people.map((id) => [id, { name: `The ${id}`, mail: mailOf(id) }])),
  tools: {
    buy: {
      description: 'Buys one item.',
      inputSchema: { type: 'object' },
      rule: { ask: { approvers: [...people], quorum: 2, deadline: '1h' } },
    },
  },
});

async function waiting(): Promise<Bench> {
  const made = bench({ gate: twoOfThree, harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  await made.drive();
  return made;
}

const told = ({ harness }: Bench) => resultsIn(harness.requests[1])[0];

describe('two of three', () => {
  test('one approval is recorded, wakes nobody and says how many are missing', async () => {
    const made = await waiting();
    expect(await made.decide('approve', { call: 'c1', as: mailOf('alex') })).toMatchObject({
      kind: 'recorded',
      call: { standing: { kind: 'open' }, quorum: 2, yours: 'approve', answers: [{ id: 'alex', verdict: 'approve' }] },
    });
    expect(made.woken.size).toBe(0);
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  });

  test('the second approval decides, and the agent learns of both people and what both wrote', async () => {
    const made = await waiting();
    await made.decide('approve', { call: 'c1', as: mailOf('alex'), comment: 'Fine.' });
    await made.decide('approve', { call: 'c1', as: mailOf('kim'), comment: 'Mind the price.' });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(told(made)).toMatchObject({
      said: {
        outcome: 'approved',
        comments: [
          { by: 'alex', words: 'Fine.' },
          { by: 'kim', words: 'Mind the price.' },
        ],
        decidedBy: ['alex', 'kim'],
      },
    });
    expect(told(made)?.said).not.toHaveProperty('comment');
  });

  test('one person who approves twice is one person', async () => {
    const made = await waiting();
    await made.decide('approve', { call: 'c1' });
    expect(await made.decide('approve', { call: 'c1' })).toMatchObject({ kind: 'repeated' });
    expect((await made.run()).calls[0]).toMatchObject({ verdicts: { length: 1 } });
    expect((await made.run()).calls[0]).not.toHaveProperty('closed');
  });

  test('one rejection is a veto, also of somebody who had approved', async () => {
    const made = await waiting();
    await made.decide('approve', { call: 'c1' });
    expect(await made.decide('reject', { call: 'c1' })).toMatchObject({
      kind: 'recorded',
      call: { standing: { kind: 'closed', outcome: 'rejected' } },
    });
    expect(await made.decide('approve', { call: 'c1', as: mailOf('kim') })).toMatchObject({ kind: 'decided-already' });
    await made.drive();
    expect(told(made)).toMatchObject({ said: { outcome: 'rejected', decidedBy: ['morgan'] } });
  });

  test('too few at the deadline is expired, and not approved', async () => {
    const made = await waiting();
    await made.decide('approve', { call: 'c1' });
    made.clock.set('2026-03-02T10:00:00.000Z');
    await made.drive();
    expect(told(made)).toMatchObject({ said: { outcome: 'expired' } });
  });
});

describe('at once, in any interleaving,', () => {
  test('two approvals of three people close the call once, with two of them', async () => {
    await everyOrder(
      [
        ['morgan', 'approve'],
        ['alex', 'approve'],
        ['kim', 'approve'],
      ],
      async (made, kinds) => {
        expect(kinds.toSorted()).toEqual(['decided-already', 'recorded', 'recorded']);
        const [call] = (await made.run()).calls;
        expect(call).toMatchObject({
          closed: { outcome: 'approved', verdicts: { length: 2 } },
          verdicts: { length: 2 },
        });
      },
    );
  });

  test('a rejection against the last approval: what was first in the record holds', async () => {
    await everyOrder(
      [
        ['morgan', 'approve'],
        ['alex', 'approve'],
        ['kim', 'reject'],
      ],
      async (made, kinds) => {
        const [call] = (await made.run()).calls;
        expect(call?.closed?.outcome).toBe(kinds[2] === 'recorded' ? 'rejected' : 'approved');
        expect(made.woken.size).toBe(1);
      },
    );
  });
});

async function everyOrder(
  sent: readonly (readonly [string, VerdictKind])[],
  check: (made: Bench, kinds: readonly string[]) => Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const made = await waiting();
      const scheduled: VerdictPorts = {
        ...made.ports,
        ledger: around(made.ports.ledger, 'ledger', (name, call) =>
          scheduler.schedule(Promise.resolve(), name).then(call),
        ),
      };
      const digest = await made.digestOf('c1');
      const all = Promise.all(
        sent.map(([id, verdict]) =>
          recordVerdict(oneInvocation(scheduled), {
            linkSecret: made.secretOf(mailOf(id)),
            toolUseId: 'c1' as ToolUseId,
            digest,
            verdict,
            comment: undefined,
          }),
        ),
      );
      await scheduler.waitFor(all);
      await check(
        made,
        (await all).map(({ kind }) => kind),
      );
    }),
    { numRuns: 60 },
  );
}
