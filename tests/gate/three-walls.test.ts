import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { actionDigest } from '../../lib/core/covered.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { policyVersion } from '../../lib/core/gate-file.ts';
import { sha256Hex } from '../../lib/core/hashes.ts';
import type { ApproverId, RequestId, ToolUseId, VerdictId } from '../../lib/core/ids.ts';
import { act } from '../../lib/gate/act.ts';
import { decideAndAppend } from '../../lib/gate/append.ts';
import { sealJson } from '../../lib/gate/seal.ts';
import { startRun } from '../../lib/gate/start-run.ts';
import { harnessTools } from '../../lib/infra/harness-definition.ts';
import { type Bench, bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { recorded, turnFinished, turnStarted } from '../support/history.ts';
import { agent, done, type ScriptedExecutors, scriptedExecutors, shop } from './acting-bench.ts';

const schema = {
  type: 'object',
  properties: { what: { type: 'string' } },
  required: ['what'],
  additionalProperties: false,
};
const asksMorgan = { ask: { approvers: ['morgan'], deadline: '1h' } };
const gate = gateFile({
  tools: {
    wipe: tool({ refuse: { because: 'Nobody may wipe.' } }),
    buy: tool(asksMorgan),
    look: { ...tool({ allow: { because: 'Harmless.' } }), effect: 'read' },
    peek: { ...tool({ allow: { because: 'Harmless.' } }), limits: { each: [{ not: { at: '/what', equals: 'all' } }] } },
  },
});

function tool(rule: JsonObject): JsonObject {
  return { description: 'Does.', inputSchema: schema, rule, executor: { lambda: shop } };
}

const id = 'w1' as ToolUseId;
const request = 'request-1' as RequestId;

/** What a policy would leave in the record that lets everything pass. */
function passed(rule: string, version = policyVersion(gate)): Entry {
  const fingerprint = sha256Hex('fingerprint');
  const judged = { epoch: 0, toolUseId: id, rule, policyVersion: version, fingerprint } as const;
  return { type: 'policy.applied', ...judged, decision: 'allow', carriedOutBy: 'gate' };
}

/** A run with one call of a tool, taken from a harness that offers everything, and whatever the record says of the call. */
async function recordedCall(
  name: string,
  entries: readonly Entry[],
): Promise<Bench & { executors: ScriptedExecutors }> {
  const executors = scriptedExecutors([done]);
  const made = bench({ harness: agent([]), gate, executors });
  await startRun(made.ports, execution, { prompt: 'Do it.', requester: 'sam' });
  const input = await sealJson(made.ports, made.runId, { what: 'all' });
  await decideAndAppend(made.ports, made.runId, () => [
    turnStarted(1),
    { ...recorded(1, id, name), input },
    turnFinished(1, 'tool_use', { handed: [id] }),
    ...entries,
  ]);
  return { ...made, executors };
}

/** The entries of an approval that this approver gave, bound to this digest. */
function approvedBy(approver: string, digest: string): readonly Entry[] {
  const approverId = approver as ApproverId;
  const verdictId = 'verdict-1' as VerdictId;
  const about = { requestId: request, toolUseId: id };
  const [first, ...rest] = [passed('tools.buy.rule')];
  if (first?.type !== 'policy.applied' || rest.length > 0) return [];
  return [
    { ...first, decision: 'ask' },
    {
      type: 'approval.requested',
      requestId: request,
      epoch: 0,
      turn: 1,
      policyVersion: policyVersion(gate),
      calls: [{ toolUseId: id, digest, approvers: [approverId], deadline: '2026-03-02T10:00:00.000Z' }],
    },
    { type: 'verdict.recorded', ...about, verdictId, approverId, assurance: 'link', verdict: 'approve', digest },
    { type: 'approval.closed', ...about, outcome: 'approved', verdicts: [verdictId] },
  ];
}

const place = ({ runId }: Bench) => ({ runId, epoch: 0, toolUseId: id });

describe('without the tool list and the policy, the act function refuses by itself', () => {
  test.each([
    ['a call that a rule refuses, recorded as allowed', 'wipe', [passed('tools.wipe.rule')], 'not-approved'],
    ['a call that people must be asked about, recorded as allowed', 'buy', [passed('tools.buy.rule')], 'not-approved'],
    ['a call beyond a limit of its tool, recorded as allowed', 'peek', [passed('tools.peek.rule')], 'not-approved'],
    ['a call that is allowed by another tool’s rule', 'wipe', [passed('tools.look.rule')], 'not-approved'],
    [
      'a call that no gate file of this deployment judged',
      'look',
      [passed('tools.look.rule', 'other')],
      'policy-changed',
    ],
    ['an approval of another call', 'buy', approvedBy('morgan', sha256Hex('another call')), 'digest'],
  ])('%s', async (_, name, entries, why) => {
    const made = await recordedCall(name, entries);
    await act(made.ports, place(made));
    expect(made.executors.invoked).toEqual([]);
    const action = (await made.run()).calls[0]?.action;
    expect(action).toMatchObject({ attempts: [], finished: { status: 'prevented', why } });
  });

  test('an approval by somebody whom the rule does not ask; the right one would do', async () => {
    const probe = await recordedCall('buy', [passed('tools.buy.rule')]);
    const [call] = (await probe.run()).calls;
    if (call === undefined) throw new Error('no call');
    const digest = actionDigest(await probe.run(), call);
    const byStranger = await recordedCall('buy', approvedBy('alex', digest));
    await act(byStranger.ports, place(byStranger));
    expect(byStranger.executors.invoked).toEqual([]);
    const byMorgan = await recordedCall('buy', approvedBy('morgan', digest));
    await act(byMorgan.ports, place(byMorgan));
    expect(byMorgan.executors.acted()).toBe(1);
  });

  test('a call that nobody decided', async () => {
    const made = await recordedCall('buy', []);
    await act(made.ports, place(made));
    expect(made.executors.invoked).toEqual([]);
  });

  test('a call whose decision is too long ago, and nothing is left that would carry it out later', async () => {
    const made = await recordedCall('look', [passed('tools.look.rule')]);
    made.clock.forward(3_600_001);
    await act(made.ports, place(made));
    await act(made.ports, place(made));
    expect(made.executors.invoked).toEqual([]);
    expect((await made.run()).calls[0]?.action?.finished).toMatchObject({ status: 'prevented', why: 'too-late' });
  });

  test('a call of a run that is to stop', async () => {
    const made = await recordedCall('look', [passed('tools.look.rule')]);
    const by = await sealJson(made.ports, made.runId, { arn: 'arn' });
    await decideAndAppend(made.ports, made.runId, () => [{ type: 'run.stop-requested', by }]);
    await act(made.ports, place(made));
    expect(made.executors.invoked).toEqual([]);
  });
});

test.each(['wipe', 'no_such_tool'])(
  'without the tool list and the act function’s check, the policy refuses %s: it never comes to be acted on',
  async (name) => {
    const executors = scriptedExecutors([done]);
    const made = bench({ harness: agent([{ id, tool: name, input: {} }]), gate, executors });
    await made.drive();
    const [call] = (await made.run()).calls;
    expect(call?.policy).toMatchObject({ decision: 'refuse' });
    expect([call?.action, executors.invoked]).toEqual([undefined, []]);
  },
);

test('without the policy and the act function’s check, the harness offers no tool that its list does not name', () => {
  const created = { name: 'walls', model: {}, systemPrompt: '', memory: {} } as const;
  const offered = harnessTools(gate, { ...created, tools: [{ type: 'inline_function', name: 'buy' }] });
  expect(offered.map(({ name }) => name)).toEqual(['buy']);
});
