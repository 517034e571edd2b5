import { describe, expect, test } from 'vitest';
import { nextStep } from '../../lib/core/next-step.ts';
import { afterDeath } from '../../lib/gate/after-death.ts';
import { reportOf } from '../../lib/gate/report.ts';
import { summarizeRun } from '../../lib/gate/summarize-run.ts';
import { type Bench, bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const gate = gateFile({
  caps: { turns: 1 },
  onCap: { ask: { approvers: ['morgan'], deadline: '2h' } },
});

/** A run that has taken its only turn and whose call is approved. */
async function atCap(): Promise<Bench & { readonly question: string }> {
  const made = bench({ gate, harness: scriptedHarness([calling(buying('c1')), ending('Bought.', 'c1')]) });
  await made.drive();
  await made.decide('approve', { call: 'c1' });
  await made.drive();
  return { ...made, question: (await made.run()).questions[0]?.toolUseId ?? 'none' };
}

describe('a run at its cap', () => {
  test('waits for people, and goes on when they say so', async () => {
    const made = await atCap();
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
    expect(summarizeRun(await made.run())).toMatchObject({
      state: 'waiting',
      waitsFor: [{ tool: 'run at its limit' }],
    });
    expect(await made.decide('continue', { call: made.question })).toMatchObject({
      kind: 'recorded',
      call: { question: { rule: 'caps.turns' }, input: { used: 1, allowed: 1 } },
    });
    expect(made.woken.size).toBe(2);
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(await reportOf(made.ports, await made.run())).toMatchObject({
      questions: [
        { rule: 'caps.turns', outcome: 'continued', verdicts: [{ approver: 'morgan', verdict: 'continue' }] },
      ],
    });
  });

  test('ends when they say so, with nothing more sent', async () => {
    const made = await atCap();
    await made.decide('end', { call: made.question });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'stopped' } });
    expect((await made.run()).finished).toMatchObject({ outcome: 'stopped', reason: 'caps.turns' });
    expect(made.harness.requests).toHaveLength(1);
  });

  test('takes no verdict that is none of its choices', async () => {
    const made = await atCap();
    for (const kind of ['approve', 'reject', 'restart'] as const) {
      expect(await made.decide(kind, { call: made.question })).toMatchObject({ kind: 'unknown-call' });
    }
    expect((await made.run()).questions[0]).toMatchObject({ verdicts: [] });
  });

  test('ends at the deadline, and an answer after it is kept and counts for nothing', async () => {
    const made = await atCap();
    made.clock.set('2026-03-02T12:00:00.000Z');
    expect(await made.decide('continue', { call: made.question })).toMatchObject({ kind: 'too-late' });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'stopped' } });
    expect((await made.run()).questions[0]).toMatchObject({ closed: { outcome: 'expired' } });
  });

  test('whose execution dies is asked about anew after a redrive', async () => {
    const made = await atCap();
    const diedAt = new Date(made.ports.clock()).toISOString();
    await afterDeath(made.ports, { ...execution, status: 'ABORTED', diedAt });
    expect((await made.run()).questions[0]).toMatchObject({ closed: { outcome: 'cancelled' } });
    const run = await made.run();
    expect(run.epoch).toBe(0);
    expect(nextStep(run, { caps: gate.caps, onCap: 'ask', inDoubt: 'fail' }, made.ports.clock())).toMatchObject({
      kind: 'question',
      rule: 'caps.turns',
    });
  });
});
