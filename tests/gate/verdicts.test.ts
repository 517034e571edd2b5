import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../lib/core/canonical-json.ts';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { recordVerdict, type VerdictPorts } from '../../lib/gate/record-verdict.ts';
import { around } from '../support/around.ts';
import { type Bench, bench, oneInvocation, topicArn } from '../support/bench.ts';
import { resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending, type SaidCall } from '../support/stream.ts';

const selling: SaidCall = { id: 'c1', tool: 'sell', input: { what: 'boat' } };

async function waiting(call: SaidCall = buying('c1')): Promise<Bench> {
  const made = bench({ harness: scriptedHarness([calling(call), ending('Well.', call.id)]) });
  await made.drive();
  return made;
}

const told = ({ harness }: Bench) => resultsIn(harness.requests[1])[0];

describe('one verdict', () => {
  test('a rejection goes to the agent with its reason and its author, as a failure', async () => {
    const made = await waiting();
    await made.decide('reject', { call: 'c1', comment: 'Too dear.' });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(told(made)).toMatchObject({
      status: 'error',
      said: { outcome: 'rejected', reason: 'Too dear.', decidedBy: ['morgan'] },
    });
  });

  test('a second click is `repeated` and adds nothing to the chain', async () => {
    const made = await waiting();
    await made.decide('approve', { call: 'c1' });
    const before = made.ledger.stored(made.runId).length;
    expect(await made.decide('approve', { call: 'c1' })).toMatchObject({ kind: 'repeated' });
    expect(made.ledger.stored(made.runId)).toHaveLength(before);
  });

  test('the same approver cannot change a verdict; the other one is set aside as evidence, once', async () => {
    const made = await waiting();
    await made.decide('approve', { call: 'c1' });
    expect(await made.decide('reject', { call: 'c1' })).toMatchObject({ kind: 'decided-already' });
    const before = made.ledger.stored(made.runId).length;
    expect(await made.decide('reject', { call: 'c1' })).toMatchObject({ kind: 'decided-already' });
    expect(made.ledger.stored(made.runId)).toHaveLength(before);
    expect((await made.run()).setAside).toMatchObject([{ verdict: 'reject', why: 'decided-already' }]);
    await made.drive();
    expect(told(made)).toMatchObject({ said: { outcome: 'approved' } });
  });

  test('the second of two approvers learns that the first has decided', async () => {
    const made = await waiting(selling);
    await made.decide('reject', { call: 'c1', as: 'alex@example.com' });
    expect(await made.decide('approve', { call: 'c1' })).toMatchObject({
      kind: 'decided-already',
      call: { standing: { kind: 'closed', outcome: 'rejected', by: [{ id: 'alex', name: 'Alex Kim' }] } },
    });
  });

  test('a link that nobody made leads nowhere, and a call that is not in its request is not decided', async () => {
    const made = await waiting();
    const digest = await made.digestOf('c1');
    const command = { toolUseId: 'c1' as ToolUseId, verdict: 'approve' as const, digest, comment: undefined };
    expect(await recordVerdict(made.ports, { ...command, linkSecret: 'guessed' })).toEqual({ kind: 'unknown-link' });
    expect(await made.decide('approve', { call: 'other' })).toMatchObject({ kind: 'unknown-call' });
    expect((await made.run()).calls[0]).toMatchObject({ verdicts: [] });
  });

  test('whoever reads a topic decides with the assurance `topic`, a link in a mailbox is `link`', async () => {
    const made = await waiting({ id: 'c1', tool: 'shout' });
    await made.decide('approve', { call: 'c1', as: topicArn });
    expect((await made.run()).calls[0]?.verdicts).toMatchObject([{ approverId: 'topic:ops', assurance: 'topic' }]);
    const mailed = await waiting();
    await mailed.decide('approve', { call: 'c1' });
    expect((await mailed.run()).calls[0]?.verdicts).toMatchObject([{ approverId: 'morgan', assurance: 'link' }]);
  });
});

describe('the deadline', () => {
  test('one millisecond before it a verdict counts', async () => {
    const made = await waiting();
    made.clock.set('2026-03-02T09:59:59.999Z');
    expect(await made.decide('approve', { call: 'c1' })).toMatchObject({ kind: 'recorded' });
  });

  test('exactly at it the call has expired, for the approver and for the run', async () => {
    const made = await waiting();
    made.clock.set('2026-03-02T10:00:00.000Z');
    expect(await made.decide('approve', { call: 'c1' })).toMatchObject({
      kind: 'too-late',
      call: { standing: { kind: 'closed', outcome: 'expired' } },
    });
    expect(await made.drive()).toMatchObject({
      next: { next: 'done', output: { verdicts: { c1: { outcome: 'expired', by: [] } } } },
    });
    expect(told(made)).toMatchObject({ status: 'error', said: { outcome: 'expired' } });
    expect((await made.run()).setAside).toMatchObject([{ why: 'too-late' }]);
  });

  test('a verdict after the end of the run is set aside and changes nothing', async () => {
    const made = await waiting();
    made.clock.set('2026-03-02T10:00:00.000Z');
    const rest = await made.drive();
    expect(await made.decide('reject', { call: 'c1' })).toMatchObject({ kind: 'too-late' });
    expect(await made.drive()).toEqual(rest);
    expect((await made.run()).calls[0]).toMatchObject({ closed: { outcome: 'expired' }, verdicts: [] });
  });

  test('nobody before the deadline is woken by the clock alone', async () => {
    const made = await waiting();
    made.clock.set('2026-03-02T09:59:59.998Z');
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
    expect(made.harness.requests).toHaveLength(1);
  });
});

describe('races', () => {
  test('of an approval and a rejection at once exactly one counts, and the other is told so, in any interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const made = await waiting(selling);
        const scheduled: VerdictPorts = {
          ...made.ports,
          ledger: around(made.ports.ledger, 'ledger', (name, call) =>
            scheduler.schedule(Promise.resolve(), name).then(call),
          ),
        };
        const digest = await made.digestOf('c1');
        const send = (verdict: 'approve' | 'reject', as: string) =>
          recordVerdict(oneInvocation(scheduled), {
            linkSecret: made.secretOf(as),
            toolUseId: 'c1' as ToolUseId,
            digest,
            verdict,
            comment: verdict,
          });
        const both = Promise.all([send('approve', 'morgan@example.com'), send('reject', 'alex@example.com')]);
        await scheduler.waitFor(both);
        const answers = await both;
        expect(answers.map((answer) => answer.kind).sort()).toEqual(['decided-already', 'recorded']);
        const won = answers[0].kind === 'recorded' ? 'approved' : 'rejected';
        const [call] = (await made.run()).calls;
        expect(call).toMatchObject({ closed: { outcome: won }, verdicts: { length: 1 } });
        expect(answers).toMatchObject([
          { call: { standing: { outcome: won } } },
          { call: { standing: { outcome: won } } },
        ]);
        await made.drive();
        expect(told(made)).toMatchObject({ said: { outcome: won } });
      }),
      { numRuns: 200 },
    );
  });

  test('twenty clicks at once on one link record one verdict', async () => {
    const made = await waiting();
    const answers = await Promise.all(Array.from({ length: 20 }, () => made.decide('approve', { call: 'c1' })));
    expect(answers.filter((answer) => answer.kind === 'recorded')).toHaveLength(1);
    expect(answers.filter((answer) => answer.kind === 'repeated')).toHaveLength(19);
    expect((await made.run()).calls[0]?.verdicts).toHaveLength(1);
  });
});

describe('what was shown is what runs', () => {
  test('a stored input that was changed is noticed before it is shown, decided or sent', async () => {
    const made = await waiting();
    const input = (await made.run()).calls[0]?.input.contentId;
    if (input === undefined) throw new Error('The call has no input.');
    made.contents.damage(made.runId, input);
    await expect(made.decide('approve', { call: 'c1' })).rejects.toMatchObject({ code: 'tampered' });
    expect((await made.run()).calls[0]).toMatchObject({ verdicts: [] });
  });

  test('an input that is changed after the approval never leaves the gate', async () => {
    const made = await waiting();
    await made.decide('approve', { call: 'c1' });
    const input = (await made.run()).calls[0]?.input.contentId;
    if (input === undefined) throw new Error('The call has no input.');
    made.contents.damage(made.runId, input);
    expect(await made.drive()).toMatchObject({ kind: 'faulted', error: { code: 'tampered' } });
    expect(made.harness.requests).toHaveLength(1);
  });

  test('a chain that was altered is not acted upon, and says where it does not hold', async () => {
    const made = await waiting();
    const stored = made.ledger.stored(made.runId);
    const [first] = stored;
    if (first === undefined) throw new Error('The chain is empty.');
    const text = Buffer.from(first.bytes).toString().replace('"claimed"', '"link"');
    stored[0] = { ...first, bytes: new TextEncoder().encode(text) };
    await expect(made.decide('approve', { call: 'c1' })).rejects.toThrow(/does not hold.*commit 0/);
  });

  test('an erased input still has its outcome, and the approver sees that it is gone', async () => {
    const made = await waiting();
    const input = (await made.run()).calls[0]?.input.contentId;
    if (input === undefined) throw new Error('The call has no input.');
    made.contents.erase(made.runId, input);
    const answer = await made.decide('reject', { call: 'c1' });
    expect(answer).toMatchObject({ kind: 'recorded' });
    expect('call' in answer && answer.call).not.toHaveProperty('input');
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(told(made)).toMatchObject({ said: { outcome: 'rejected' } });
  });

  test('a run whose start was erased ends as failed instead of going on without its task', async () => {
    const made = await waiting();
    made.contents.erase(made.runId, (await made.run()).started.start.contentId);
    await made.decide('approve', { call: 'c1' });
    expect(await made.drive()).toMatchObject({
      next: { next: 'failed', cause: expect.stringContaining('start.erased') },
    });
    expect(made.harness.requests).toHaveLength(1);
  });

  test('the same run told twice has the same bytes', async () => {
    const tell = async () => {
      const made = await waiting(selling);
      await made.decide('reject', { call: 'c1', comment: 'No.' });
      await made.drive();
      return canonicalJson(made.ledger.stored(made.runId).map((item) => Buffer.from(item.bytes).toString()));
    };
    expect(await tell()).toBe(await tell());
  });
});
