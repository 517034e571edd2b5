import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VerdictKind } from '../../lib/core/approval-entries.ts';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { recordVerdict, type VerdictPorts } from '../../lib/gate/record-verdict.ts';
import { around } from '../support/around.ts';
import { bench, oneInvocation } from '../support/bench.ts';
import { resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { calling, ending } from '../support/stream.ts';
import { alex, edit, pay, paying, payingGate } from './edit-bench.ts';

test('an edit and a verdict on the call before at once never come to an approval of what one of them did not see', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.constantFrom('approve', 'reject'), async (scheduler, other) => {
      const made = await paying(500);
      const held: VerdictPorts = {
        ...made.ports,
        ledger: around(made.ports.ledger, 'ledger', (name, call) =>
          scheduler.schedule(Promise.resolve(), name).then(call),
        ),
      };
      const digest = await made.digestOf('c1');
      const send = (verdict: VerdictKind, as: string, edited?: string) => {
        const about = { linkSecret: made.secretOf(as), toolUseId: 'c1' as ToolUseId, digest, comment: undefined };
        return recordVerdict(oneInvocation(held), { ...about, verdict, edited });
      };
      const both = Promise.all([
        send('edit', 'morgan@example.com', JSON.stringify(pay(600))),
        send(other as VerdictKind, alex),
      ]);
      await scheduler.waitFor(both);
      const [edited, said] = (await both).map(({ kind }) => kind);
      const [call] = (await made.run()).calls;
      // The rejection decides, and the approval of one of two does not: an edit may follow it, and takes it away.
      if (said === 'recorded' && other === 'reject') expect(edited).toBe('decided-already');
      else expect(edited).toBe('recorded');
      if (edited === 'recorded') {
        expect(call?.verdicts).toMatchObject([{ approverId: 'morgan', verdict: 'edit' }]);
        expect(call?.closed).toBeUndefined();
        expect(call?.superseded ?? []).toHaveLength(said === 'recorded' ? 1 : 0);
        expect(['recorded', 'superseded']).toContain(said);
      }
      await made.drive();
      expect(made.executors.invoked).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('a call that somebody edited and somebody else rejected is asked again neither as it was nor as it became', async () => {
  const call = (id: string, amount: number) => calling({ id, tool: 'pay', input: pay(amount) });
  const harness = scriptedHarness([
    call('c1', 500),
    call('c2', 500),
    call('c3', 600),
    call('c4', 700),
    ending('Well.'),
  ]);
  const input = { prompt: 'Pay Ystad Ltd.', requester: 'sam' };
  const made = bench({ harness, gate: payingGate(), input });
  await made.drive();
  await edit(made, pay(600));
  await made.decide('reject', { call: 'c1', as: alex });
  await made.drive();
  const outcomes = harness.requests.flatMap((request) => resultsIn(request).map(({ said }) => said['outcome']));
  expect(outcomes).toEqual(['rejected', 'refused', 'refused']);
  expect((await made.run()).calls.map(({ policy }) => policy?.rule)).toEqual([
    'tools.pay.rules[2]',
    'gate.rejected-before',
    'gate.rejected-before',
    'tools.pay.rules[2]',
  ]);
});
