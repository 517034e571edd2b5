import { expect, test } from 'vitest';
import type { VerdictKind } from '../../lib/core/approval-entries.ts';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { operate } from '../../lib/gate/operate.ts';
import { recordVerdict, type VerdictPorts } from '../../lib/gate/record-verdict.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import { around } from '../support/around.ts';
import { type Bench, bench, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const pairs = 1_000;
// Few: each answer reads and folds the whole record of its run.
const perRun = 4;
const idOf = (index: number) => `c${index}`;

const gate = gateFile({
  approvers: {
    morgan: { name: 'Morgan', mail: 'morgan@example.com', iam: 'arn:aws:iam::123456789012:role/morgan' },
    alex: { name: 'Alex', mail: 'alex@example.com', iam: 'arn:aws:iam::123456789012:role/alex' },
  },
  caps: { approvals: perRun },
  tools: {
    buy: {
      description: 'Buys one item.',
      inputSchema: { type: 'object' },
      rule: { ask: { approvers: ['morgan', 'alex'], deadline: '1h' } },
    },
  },
});

/** Numbers that look random and are the same each time (a linear congruential generator with Knuth's constants). */
function dice(seed: number): (sides: number) => number {
  let state = BigInt(seed);
  return (sides) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(sides));
  };
}

async function waiting(): Promise<Bench> {
  const calls = Array.from({ length: perRun }, (_, index) => buying(idOf(index), `chair ${index}`));
  const made = bench({ gate, harness: scriptedHarness([calling(...calls), ending('Well.')]) });
  expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  return made;
}

interface Race {
  readonly call: string;
  readonly page: VerdictKind;
  readonly signed: VerdictKind;
  readonly signer: 'morgan' | 'alex';
}

/** Sends one verdict by Morgan's link and the opposite one signed, each with pauses of its own at everything it reads and writes. */
async function race(made: Bench, { call, page, signed, signer }: Race, roll: (sides: number) => number) {
  const pausing = (): VerdictPorts & Bench['ports'] => ({
    ...made.ports,
    ledger: around(made.ports.ledger, 'ledger', async (_, next) => {
      for (let left = roll(6); left > 0; left -= 1) await Promise.resolve();
      return next();
    }),
  });
  const asked = (await made.run()).calls.find(({ toolUseId }) => toolUseId === call);
  const digest = asked?.requested?.digest ?? '';
  const body = { runId: made.runId, requestId: asked?.requestId ?? '', toolUseId: call, digest, verdict: signed };
  const byLink = () =>
    recordVerdict(oneInvocation(pausing()), {
      linkSecret: made.secretOf('morgan@example.com'),
      toolUseId: call as ToolUseId,
      verdict: page,
      digest,
      comment: undefined,
    });
  const bySignature = () =>
    operate(oneInvocation(pausing()), {
      path: '/verdicts',
      userArn: `arn:aws:sts::123456789012:assumed-role/${signer}/laptop`,
      body: JSON.stringify(body),
    });
  const [ofPage, ofSigned] = await Promise.all([byLink(), bySignature()]);
  return { page: ofPage.kind, signed: ofSigned.status };
}

test(`${pairs} times two opposite verdicts at once, by page and by command line: one outcome each, and both are in the record`, async () => {
  const roll = dice(5);
  const winners = { page: 0, signed: 0 };
  for (let done = 0; done < pairs; done += perRun) {
    const made = await waiting();
    for (let index = 0; index < perRun; index += 1) {
      const [page, signed] = roll(2) === 0 ? (['approve', 'reject'] as const) : (['reject', 'approve'] as const);
      // Of two people, or of one who is of two minds.
      const signer = roll(2) === 0 ? 'alex' : 'morgan';
      const said = await race(made, { call: idOf(index), page, signed, signer }, roll);
      const run = await made.run();
      const call = run.calls[index];
      const isOfPage = said.page === 'recorded';
      winners[isOfPage ? 'page' : 'signed'] += 1;
      expect(said).toEqual(isOfPage ? { page: 'recorded', signed: 409 } : { page: 'decided-already', signed: 200 });
      const [first, second] = isOfPage ? [page, signed] : [signed, page];
      const [winner, loser] = isOfPage ? ['morgan', signer] : [signer, 'morgan'];
      expect(call?.closed?.outcome).toBe(first === 'approve' ? 'approved' : 'rejected');
      expect(call?.verdicts).toMatchObject([
        { verdict: first, approverId: winner, assurance: isOfPage ? 'link' : 'iam' },
      ]);
      expect(run.setAside.filter(({ toolUseId }) => toolUseId === idOf(index))).toMatchObject([
        { verdict: second, approverId: loser, why: 'decided-already' },
      ]);
    }
    expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
  }
  // Had one of the doors always been first, this would have been no race.
  expect(Math.min(winners.page, winners.signed)).toBeGreaterThan(pairs / 10);
}, 120_000);
