import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { actionDigest } from '../../lib/core/covered.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { policyVersion } from '../../lib/core/gate-file.ts';
import { sha256Hex } from '../../lib/core/hashes.ts';
import { type ApproverId, type RequestId, sessionIdOf, type ToolUseId, type VerdictId } from '../../lib/core/ids.ts';
import { decideAndAppend } from '../../lib/gate/append.ts';
import { guard } from '../../lib/gate/guard.ts';
import { sealJson } from '../../lib/gate/seal.ts';
import { startRun } from '../../lib/gate/start-run.ts';
import { type Bench, bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { recorded, turnFinished, turnStarted } from '../support/history.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { calling, ending } from '../support/stream.ts';

const harnessArn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
const inputSchema = {
  type: 'object',
  properties: { amount: { type: 'number', minimum: 0, maximum: 1000 } },
  required: ['amount'],
  additionalProperties: false,
};
const gate = gateFile({
  harness: { arn: harnessArn, timeoutSeconds: 60, tools: { allow: ['find_*'] } },
  tools: {
    transfer: {
      description: 'Moves money.',
      runBy: 'harness',
      inputSchema,
      rules: [
        { refuse: { because: 'Too much.' }, when: { at: '/amount', above: 500 } },
        { allow: { because: 'Small sums.' }, when: { at: '/amount', atMost: 20 } },
        { ask: { approvers: ['morgan', 'alex'], quorum: 2, deadline: '1h' } },
      ],
    },
    look: { description: 'Looks.', effect: 'read', inputSchema: { type: 'object' }, rule: { allow: {} } },
  },
});

const id = 'w1' as ToolUseId;
const request = 'request-1' as RequestId;
const asking = (amount: unknown, tool = 'transfer') => ({ tool, arguments: { amount } }) as JsonObject;

/** What a policy would leave in the record that lets a call pass. */
function passed(
  rule: string,
  { decision = 'allow', subject = 'transfer' }: { decision?: 'allow' | 'ask'; subject?: string } = {},
): Entry {
  const judged = { epoch: 0, toolUseId: id, policyVersion: policyVersion(gate), fingerprint: sha256Hex('same') };
  return {
    type: 'policy.applied',
    ...judged,
    decision,
    rule: `tools.transfer.${rule}`,
    subject,
    carriedOutBy: 'harness',
  };
}

/** The entries of approvals that these people gave, each bound to this digest. */
function approvedBy(people: readonly string[], digest: string): readonly Entry[] {
  const about = { requestId: request, toolUseId: id };
  const approvers = people.map((name) => name as ApproverId);
  const deadline = '2026-03-02T10:00:00.000Z';
  const verdicts = approvers.map((approverId) => ({ approverId, verdictId: `verdict-${approverId}` as VerdictId }));
  return [
    passed('rules[2]', { decision: 'ask' }),
    {
      type: 'approval.requested',
      requestId: request,
      epoch: 0,
      turn: 1,
      policyVersion: policyVersion(gate),
      calls: [{ toolUseId: id, digest, approvers, deadline, quorum: people.length }],
    },
    ...verdicts.map(
      (by): Entry => ({ type: 'verdict.recorded', ...about, ...by, assurance: 'link', verdict: 'approve', digest }),
    ),
    {
      type: 'approval.closed',
      ...about,
      outcome: 'approved',
      verdicts: verdicts.map(({ verdictId }) => verdictId),
    },
  ];
}

/** A run with one call of request_approval, and whatever the record says of it; then the gate goes on with it. */
async function goingOn(input: JsonObject, entries: (digest: string) => readonly Entry[]): Promise<Bench> {
  const made = bench({ harness: scriptedHarness([ending('Done.', id)]), gate });
  await startRun(made.ports, execution, { prompt: 'Do it.', requester: 'sam' });
  const sealed = await sealJson(made.ports, made.runId, input);
  await decideAndAppend(made.ports, made.runId, () => [
    turnStarted(1),
    { ...recorded(1, id, 'request_approval'), input: sealed },
    turnFinished(1, 'tool_use', { handed: [id] }),
  ]);
  const run = await made.run();
  const [call] = run.calls;
  const [judged] = entries('');
  if (call === undefined || judged?.type !== 'policy.applied') throw new Error('There is nothing to judge.');
  const digest = actionDigest(run, { ...call, policy: judged });
  await decideAndAppend(made.ports, made.runId, () => entries(digest));
  await made.drive();
  return made;
}

async function hook({ ports }: Bench, amount: number): Promise<string> {
  const context = { toolName: 'transfer', toolUseId: 'use-1', toolInput: { amount } };
  const sessionId = sessionIdOf(execution, 0);
  const event = { event: 'before_tool_call', harnessArn, sessionId, context };
  return (await guard({ ...ports, harnessArn }, event)).decision;
}

describe('without the policy, no grant is made', () => {
  test.each<[string, JsonObject, (digest: string) => readonly Entry[]]>([
    ['for a call that a rule refuses, recorded as allowed', asking(501), () => [passed('rules[0]')]],
    ['for a call that an earlier rule refuses, by a later one', asking(501), () => [passed('rules[1]')]],
    ['for a call that people must be asked about, recorded as allowed', asking(480), () => [passed('rules[2]')]],
    ['for a call by the rule of small ones', asking(480), () => [passed('rules[1]')]],
    ['for arguments that are not as the schema says', asking('5'), () => [passed('rules[1]')]],
    ['for a tool that the harness does not run', asking(5, 'look'), () => [passed('rules[1]')]],
    [
      'for a call whose record says that it is about another tool',
      asking(5),
      () => [passed('rules[1]', { subject: 'look' })],
    ],
    ['for one approval where two are needed', asking(480), (digest) => approvedBy(['morgan'], digest)],
    ['for an approval by a stranger', asking(480), (digest) => approvedBy(['morgan', 'mallory'], digest)],
    ['for approvals of another call', asking(480), () => approvedBy(['morgan', 'alex'], sha256Hex('another'))],
    ['for approvals of what a rule refuses', asking(501), (digest) => approvedBy(['morgan', 'alex'], digest)],
  ])('%s', async (_, input, entries) => {
    const made = await goingOn(input, entries);
    const run = await made.run();
    expect(run.finished).toMatchObject({ outcome: 'failed', reason: 'grant.refused' });
    expect([run.calls[0]?.grant, made.harness.requests]).toEqual([undefined, []]);
    for (const amount of [5, 480, 501]) expect(await hook(made, amount)).toBe('deny');
  });

  test.each<[string, number, (digest: string) => readonly Entry[]]>([
    ['what the rules allow', 5, () => [passed('rules[1]')]],
    ['what enough of the right people approved', 480, (digest) => approvedBy(['morgan', 'alex'], digest)],
  ])('but for %s there is one, so the refusals above are those of the rules', async (_, amount, entries) => {
    const made = await goingOn(asking(amount), entries);
    expect((await made.run()).finished).toMatchObject({ outcome: 'done' });
    expect(await hook(made, amount)).toBe('allow');
  });
});

test('without the check before a grant and the guard, the policy lets no call come to a grant that it refuses', async () => {
  const replies = [calling({ id, tool: 'request_approval', input: asking(501) }), ending('Done.', id)];
  const made = bench({ harness: scriptedHarness(replies), gate });
  await made.drive();
  const [call] = (await made.run()).calls;
  expect([call?.policy?.decision, call?.grant]).toEqual(['refuse', undefined]);
});

test('without the policy and the check before a grant, the guard denies what no grant was made for', async () => {
  const made = await goingOn(asking(5), () => [passed('rules[1]')]);
  expect(await hook(made, 6)).toBe('deny');
});
