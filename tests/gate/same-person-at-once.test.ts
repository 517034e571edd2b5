import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { operate } from '../../lib/gate/operate.ts';
import { recordVerdict } from '../../lib/gate/record-verdict.ts';
import { around } from '../support/around.ts';
import { type Bench, bench, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const gate = gateFile({
  approvers: {
    morgan: { name: 'Morgan', mail: 'morgan@example.com', iam: 'arn:aws:iam::123456789012:role/morgan' },
    alex: { name: 'Alex', mail: 'alex@example.com' },
    kim: { name: 'Kim', mail: 'kim@example.com' },
  },
  groups: { buyers: ['morgan', 'alex'], leads: ['morgan', 'kim'] },
  tools: {
    buy: {
      description: 'Buys one item.',
      inputSchema: { type: 'object' },
      rule: { ask: { approvers: ['buyers', 'leads'], quorum: 2, deadline: '1h' } },
    },
  },
});

/** Two links and a signature of one person, all of them for one call. */
async function withTwoLinks(): Promise<{ readonly made: Bench; readonly secrets: readonly string[] }> {
  const made = bench({ gate, harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  await made.drive();
  const first = made.secretOf('morgan@example.com');
  const { requestId = '' } = (await made.run()).calls[0] ?? {};
  const body = JSON.stringify({ runId: made.runId, requestId, approver: 'morgan' });
  const userArn = 'arn:aws:iam::123456789012:user/oncall';
  await operate(oneInvocation(made.ports), { path: '/requests/resend', userArn, body });
  await made.drive();
  return { made, secrets: [first, made.secretOf('morgan@example.com')] };
}

test('one person in two groups who approves by two links and by a signature at once counts once, in any interleaving', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const { made, secrets } = await withTwoLinks();
      const ledger = around(made.ports.ledger, 'ledger', (name, call) =>
        scheduler.schedule(Promise.resolve(), name).then(call),
      );
      const digest = await made.digestOf('c1');
      const { requestId = '' } = (await made.run()).calls[0] ?? {};
      const verdict = { toolUseId: 'c1' as ToolUseId, verdict: 'approve', digest } as const;
      const signed = { path: '/verdicts', userArn: 'arn:aws:sts::123456789012:assumed-role/morgan/laptop' };
      const all = Promise.all([
        ...secrets.map((linkSecret) =>
          recordVerdict(oneInvocation({ ...made.ports, ledger }), { linkSecret, ...verdict, comment: undefined }),
        ),
        operate(oneInvocation({ ...made.ports, ledger }), {
          ...signed,
          body: JSON.stringify({ runId: made.runId, requestId, ...verdict }),
        }),
      ]);
      await scheduler.waitFor(all);
      const [call] = (await made.run()).calls;
      expect(call?.verdicts).toMatchObject([{ approverId: 'morgan' }]);
      expect(call?.verdicts).toHaveLength(1);
      expect(call?.closed).toBeUndefined();
      await made.decide('approve', { call: 'c1', as: 'kim@example.com' });
      expect((await made.run()).calls[0]?.closed).toMatchObject({ outcome: 'approved', verdicts: { length: 2 } });
    }),
    { numRuns: 40 },
  );
});
