import { describe, expect, test } from 'vitest';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { nextStep } from '../../lib/core/next-step.ts';
import { advance } from '../../lib/gate/advance.ts';
import { afterDeath } from '../../lib/gate/after-death.ts';
import { operate } from '../../lib/gate/operate.ts';
import type { Callback } from '../../lib/gate/ports.ts';
import { recordVerdict } from '../../lib/gate/record-verdict.ts';
import { reportOf } from '../../lib/gate/report.ts';
import { runStory } from '../../lib/gate/run-story.ts';
import { summarizeRun } from '../../lib/gate/summarize-run.ts';
import { type Bench, bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { type Reply, scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const gate = gateFile({
  caps: { turns: 1 },
  onCap: { ask: { approvers: ['morgan'], deadline: '2h' } },
});

// A stream that ends without a messageStop: nobody knows what came of the turn.
const cutShort: Reply = [{ messageStart: { role: 'assistant' } }];

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
    const told = await runStory(await made.commits(), async () => undefined);
    expect(told.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'People are asked how the run is to go on: caps.turns',
        'People were asked',
        'morgan lets it continue, asked how the run goes on',
        'how the run goes on: the run goes on',
      ]),
    );
    expect(told.map(({ title }) => title).filter((title) => title.includes('approval'))).toEqual([]);
    expect(await reportOf(made.ports, await made.run())).toMatchObject({
      questions: [
        {
          rule: 'caps.turns',
          outcome: 'continued',
          decidedBy: ['morgan'],
          verdicts: [{ approver: 'morgan', verdict: 'continue' }],
        },
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
      expect(await made.decide(kind, { call: made.question })).toMatchObject({ kind: 'not-offered' });
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

  test('asks once however often Advance is repeated before Ask is entered', async () => {
    const made = bench({ gate, harness: scriptedHarness([calling(buying('c1'))]) });
    await made.drive();
    await made.decide('approve', { call: 'c1' });
    const input = { prompt: 'Buy a chair.', requester: 'sam' };
    const first = await advance(made.ports, execution, input);
    expect(await advance(made.ports, execution, input)).toEqual(first);
    expect((await made.run()).questions).toHaveLength(1);
  });

  test('whose wake-up was lost is woken by the same answer once more', async () => {
    const made = await atCap();
    let broken = true;
    const wake = made.ports.callback.wake;
    const failing: Callback = {
      wake: async (token) => {
        if (broken) throw new Error('The service is away.');
        return wake(token);
      },
    };
    const digest = await made.digestOf(made.question);
    const link = { linkSecret: made.secretOf('morgan@example.com'), toolUseId: made.question as ToolUseId, digest };
    const answer = () =>
      recordVerdict({ ...made.ports, callback: failing }, { ...link, verdict: 'continue', comment: undefined });
    expect(await answer()).toMatchObject({ kind: 'recorded' });
    broken = false;
    expect(await answer()).toMatchObject({ kind: 'repeated' });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
  });

  test('is stopped over the question, which is cancelled, and an answer counts for nothing', async () => {
    const made = await atCap();
    const linkSecret = made.secretOf('morgan@example.com');
    const toolUseId = made.question as ToolUseId;
    const digest = await made.digestOf(toolUseId);
    const stopped = await operate(made.ports, {
      path: '/runs/stop',
      userArn: 'arn:aws:iam::123456789012:user/ops',
      body: JSON.stringify({ runId: made.runId }),
    });
    expect(stopped).toMatchObject({ status: 202, body: { cancelled: [made.question] } });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'stopped' } });
    expect((await made.run()).questions[0]).toMatchObject({ closed: { outcome: 'cancelled' } });
    expect((await made.run()).finished).toMatchObject({ reason: 'operator' });
    const late = await recordVerdict(made.ports, {
      linkSecret,
      toolUseId,
      digest,
      verdict: 'continue',
      comment: undefined,
    });
    expect(late).toMatchObject({ kind: 'too-late' });
  });
});

describe('a turn in doubt', () => {
  const doubting = gateFile({
    harness: {
      arn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234',
      timeoutSeconds: 60,
      inDoubt: { ask: { approvers: ['morgan'], deadline: '2h' } },
    },
  });

  test('begins again in a new session when people say so, and once only', async () => {
    const made = bench({ gate: doubting, harness: scriptedHarness([cutShort, ending('Begun again.')]) });
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
    const question = (await made.run()).questions[0]?.toolUseId ?? 'none';
    await made.decide('restart', { call: question });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    const types = (await made.commits()).flatMap(({ entries }) => entries.map(({ type }) => type));
    expect(types.filter((type) => type === 'session.retired')).toHaveLength(1);
    expect(made.harness.requests).toHaveLength(2);
  });

  test('ends as stopped when people say so', async () => {
    const made = bench({ gate: doubting, harness: scriptedHarness([cutShort]) });
    await made.drive();
    await made.decide('end', { call: (await made.run()).questions[0]?.toolUseId ?? 'none' });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'stopped' } });
    expect((await made.run()).finished?.reason).toMatch(/^turn\./);
    expect(made.harness.requests).toHaveLength(1);
  });
});
