import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { sessionIdOf, type ToolUseId } from '../../lib/core/ids.ts';
import { guard } from '../../lib/gate/guard.ts';
import { operate } from '../../lib/gate/operate.ts';
import { recordVerdict } from '../../lib/gate/record-verdict.ts';
import { type Bench, bench, execution, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';
import { alex, edit, type Paying, pay, payingBy, payingGate } from './edit-bench.ts';

const ask = (approvers: readonly string[], more: JsonObject = {}) => ({
  ask: { approvers: [...approvers], deadline: '1h', ...more },
});
const upTo100 = { at: '/amount', atMost: 100 };
const above100 = { at: '/amount', above: 100 };

const morganIs = 'arn:aws:iam::123456789012:role/staff/morgan';
const people = {
  morgan: { name: 'Morgan Reyes', mail: 'morgan@example.com', iam: morganIs },
  alex: { name: 'Alex Kim', mail: alex },
  kim: { name: 'Kim', mail: 'kim@example.com' },
};

/** Up to 100 Morgan is asked; above it, as the rule says. */
async function payingAbove(rule: JsonObject, amount = 80): Promise<Paying> {
  const rules = [
    { ...ask(['morgan']), when: upTo100 },
    { ...rule, when: above100 },
  ];
  return payingBy(payingGate({ rules, anchors: [] }, { approvers: people }), [amount]);
}

async function signed(made: Bench, edited: JsonObject, seen?: string) {
  const [call] = (await made.run()).calls;
  const { requestId = '', requested } = call ?? {};
  const about = { runId: made.runId, requestId, toolUseId: 'c1', digest: seen ?? requested?.digest ?? '' };
  return operate(oneInvocation(made.ports), {
    path: '/verdicts',
    userArn: 'arn:aws:sts::123456789012:assumed-role/morgan/laptop',
    body: JSON.stringify({ ...about, verdict: 'edit', edited: JSON.stringify(edited) }),
  });
}

const told = ({ harness }: Bench) => resultsIn(harness.requests[1])[0];

describe('whoever edits', () => {
  test('is its author and no approver where the rules ask somebody else about what it made', async () => {
    const made = await payingAbove(ask(['alex']));
    await edit(made, pay(200));
    await made.drive();
    expect((await made.run()).calls[0]?.closed).toBeUndefined();
    expect(await made.decide('approve', { call: 'c1' })).toMatchObject({ kind: 'superseded' });
    await made.decide('approve', { call: 'c1', as: alex });
    await made.drive();
    expect(made.executors.invoked).toMatchObject([
      { payload: { input: pay(200), approvedBy: [{ id: 'alex' }], edits: [{ by: 'morgan' }] } },
    ]);
    // Nothing that this person says is evidence of anything, so nothing is said to be kept.
    expect(await made.decide('reject', { call: 'c1' })).toMatchObject({ kind: 'superseded' });
    expect((await made.run()).setAside).toEqual([]);
  });

  test('has said yes to what the edit made: an approval of it is no second thought, one of the call before it is none at all', async () => {
    const made = await payingAbove(ask(['morgan', 'alex'], { quorum: 2 }));
    const before = await made.digestOf('c1');
    await edit(made, pay(200));
    const approving = {
      linkSecret: made.secretOf('morgan@example.com'),
      toolUseId: 'c1' as ToolUseId,
      verdict: 'approve',
    } as const;
    const sent = (digest: string) =>
      recordVerdict(oneInvocation(made.ports), { ...approving, digest, comment: undefined });
    expect(await sent(await made.digestOf('c1'))).toMatchObject({ kind: 'repeated' });
    expect(await sent(before)).toMatchObject({ kind: 'superseded' });
    expect(await made.run()).toMatchObject({ calls: [{ verdicts: [{ verdict: 'edit' }] }], setAside: [] });
  });

  test('is not counted among those who said yes where others are asked', async () => {
    const made = await payingAbove(ask(['alex', 'kim'], { quorum: 2 }));
    const answer = await edit(made, pay(200));
    expect(answer).toMatchObject({ kind: 'recorded', call: { quorum: 2, answers: [], offers: [] } });
    await made.drive();
    expect(await made.decide('approve', { call: 'c1', as: alex })).toMatchObject({
      call: { answers: [{ id: 'alex' }] },
    });
    expect((await made.run()).calls[0]?.closed).toBeUndefined();
  });

  test('may do so twenty times, and no more', async () => {
    const made = await payingAbove(ask(['morgan', 'alex'], { quorum: 2 }));
    for (let amount = 101; amount <= 120; amount += 1)
      expect(await edit(made, pay(amount))).toMatchObject({ kind: 'recorded' });
    expect(await edit(made, pay(121))).toMatchObject({
      kind: 'edit-refused',
      problems: [{ kind: 'edit.too-often', most: 20 }],
    });
    expect((await made.run()).calls[0]?.edits).toHaveLength(20);
  });

  test('is as sure as the edited call demands, or the edit is refused and says how to do it', async () => {
    const made = await payingAbove(ask(['morgan'], { assurance: 'iam' }));
    expect(await edit(made, pay(200))).toMatchObject({
      kind: 'edit-refused',
      problems: [{ kind: 'edit.needs', assurance: 'iam' }],
    });
    expect(await signed(made, pay(200))).toMatchObject({ status: 200, body: { kind: 'recorded', verdict: 'edit' } });
    await made.drive();
    expect(made.executors.invoked).toMatchObject([
      { payload: { input: pay(200), approvedBy: [{ id: 'morgan', assurance: 'iam' }] } },
    ]);
  });

  test('by a signed request is told what is wrong with it, and hears of a double one that it is recorded', async () => {
    const made = await payingAbove(ask(['alex']));
    expect(await signed(made, pay(5000))).toMatchObject({ status: 400, body: { kind: 'edit-refused' } });
    const seen = await made.digestOf('c1');
    expect(await signed(made, pay(200), seen)).toMatchObject({ status: 200, body: { kind: 'recorded' } });
    expect(await signed(made, pay(200), seen)).toMatchObject({ status: 200, body: { kind: 'repeated' } });
    expect(await signed(made, pay(300), seen)).toMatchObject({ status: 409, body: { kind: 'superseded' } });
  });

  test('cannot edit it into what nobody is left to decide on, since the requester may not', async () => {
    const rules = [
      { ...ask(['morgan', 'alex']), when: upTo100 },
      { ...ask(['alex']), when: above100 },
    ];
    const gate = payingGate({ rules, anchors: [] }, { approvers: people });
    const made = await payingBy(gate, [80], 'alex');
    expect((await made.run()).calls[0]?.requested).toMatchObject({ approvers: ['morgan'], requesters: ['alex'] });
    expect(await edit(made, pay(200))).toMatchObject({ kind: 'edit-refused' });
  });

  test('cannot edit it once who asked was erased: the rules could not leave that person out', async () => {
    const made = await payingAbove(ask(['alex']));
    made.contents.erase(made.runId, (await made.run()).started.start.contentId);
    expect(await edit(made, pay(200))).toMatchObject({
      kind: 'edit-refused',
      problems: [{ kind: 'requester-erased' }],
    });
    expect((await made.run()).calls[0]).toMatchObject({ verdicts: [] });
    expect((await made.run()).calls[0]).not.toHaveProperty('edits');
  });

  test('is held to the rules that judged the call, also where others are deployed meanwhile', async () => {
    const made = await payingAbove(ask(['alex']));
    const lenient = payingGate({ rules: [{ allow: {} }], anchors: [] });
    const ports = { ...made.ports, gate: lenient };
    expect(await edit({ ...made, ports }, pay(200))).toMatchObject({ kind: 'recorded' });
    expect((await made.run()).calls[0]).toMatchObject({
      policy: { rule: 'tools.pay.rules[1]' },
      requested: { approvers: ['alex'] },
    });
  });

  test('keeps those who were added by an escalation, as long as the rules know it', async () => {
    const escalating = ask(['morgan'], { deadline: '10h', escalate: { after: '2h', to: ['alex'] } });
    const gate = payingGate({ rules: [escalating], anchors: [] }, { approvers: people });
    const made = await payingBy(gate, [80]);
    made.clock.forward(2 * 3_600_000 + 1_000);
    await made.drive();
    expect((await made.run()).calls[0]).toMatchObject({ escalated: ['alex'] });
    await edit(made, pay(60), { as: alex });
    await made.drive();
    expect((await made.run()).calls[0]).toMatchObject({
      escalated: ['alex'],
      closed: { outcome: 'approved-with-edits' },
    });
    expect(made.executors.invoked).toMatchObject([{ payload: { approvedBy: [{ id: 'alex' }] } }]);
  });

  test('finds no edit offered where nobody would see to it that the edited call is the one that runs', async () => {
    const made = bench({ harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
    await made.drive();
    expect(await edit(made, { item: 'table' })).toMatchObject({ kind: 'not-offered' });
  });
});

describe('an edit of a call that the harness is to run', () => {
  const harnessArn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
  const gate = gateFile({
    harness: { arn: harnessArn, timeoutSeconds: 60, tools: { allow: ['find_*'] } },
    tools: {
      transfer: {
        description: 'Moves money.',
        runBy: 'harness',
        inputSchema: {
          type: 'object',
          properties: { amount: { type: 'number', minimum: 0, maximum: 1000 } },
          required: ['amount'],
          additionalProperties: false,
        },
        rule: ask(['morgan']),
      },
    },
  });

  async function asked(): Promise<Bench> {
    const call = { id: 'c1', tool: 'request_approval', input: { tool: 'transfer', arguments: { amount: 480 } } };
    const made = bench({ harness: scriptedHarness([calling(call), ending('Done.')]), gate });
    await made.drive();
    return made;
  }

  async function hook(made: Bench, amount: number) {
    const answer = await guard(
      { ...made.ports, harnessArn },
      {
        event: 'before_tool_call',
        harnessArn,
        sessionId: sessionIdOf(execution, 0),
        context: { toolName: 'transfer', toolUseId: `use-${amount}`, toolInput: { amount } },
      },
    );
    return answer.decision;
  }

  test('grants exactly the edited arguments, which the model is told to use', async () => {
    const made = await asked();
    expect(await edit(made, { amount: 300 })).toMatchObject({ kind: 'recorded' });
    await made.drive();
    expect(told(made)).toMatchObject({
      status: 'success',
      said: {
        outcome: 'approved-with-edits',
        tool: 'transfer',
        arguments: { amount: 300 },
        edits: { by: ['morgan'], changes: [{ at: '/amount', before: 480, after: 300 }] },
        message: expect.stringContaining('exactly what stands under arguments'),
      },
    });
    expect(await hook(made, 480)).toBe('deny');
    expect(await hook(made, 300)).toBe('allow');
  });

  test('is of its arguments alone: the tool that it is for stays', async () => {
    const made = await asked();
    const other = { tool: 'find_it', arguments: { amount: 1 } };
    expect(await edit(made, other)).toMatchObject({ kind: 'edit-refused' });
    expect(await edit(made, '[1]')).toMatchObject({ kind: 'edit-refused' });
    expect((await made.run()).calls[0]?.edits).toBeUndefined();
  });
});
