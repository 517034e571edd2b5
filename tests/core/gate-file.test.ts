import { describe, expect, test } from 'vitest';
import { policyText, policyVersion, toolOf } from '../../lib/core/gate-file.ts';
import { gateWarnings } from '../../lib/core/gate-file-warnings.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';
import { fullFile, problemsOf, smallestFile, withAt } from './gate-file-builder.ts';

const read = (file = fullFile()) => readGateFile(file, 'gate.yaml');

describe('a file that is in order', () => {
  test('gets every default', () => {
    expect(read(smallestFile())).toEqual({
      gate: 'purchase',
      stage: 'dev',
      harness: {
        kind: 'arn',
        arn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234',
        qualifier: 'DEFAULT',
        guard: 'guarded',
        tools: { allow: [], deny: [] },
        timeoutSeconds: 600,
        inDoubt: 'fail',
      },
      approvers: {},
      requesters: {},
      topics: {},
      starters: [],
      tools: {
        look: {
          description: 'Looks.',
          effect: 'read',
          inputSchema: { type: 'object' },
          rules: [{ name: 'rule', rule: { kind: 'allow' } }],
          limits: { each: [], sums: [] },
          anchors: [],
          requires: [],
          units: {},
          runBy: 'client',
          maxRevisions: 3,
          show: [],
          requesterAssurance: 'claimed',
        },
      },
      caps: { turns: 50, approvals: 20, refusalsInARow: 5, continuations: 3, failuresInARow: 3 },
      onCap: { kind: 'stop' },
    });
  });

  test('is turned into rules with a kind and durations in seconds', () => {
    const gate = read();
    expect(toolOf(gate, 'approve_purchase')).toMatchObject({
      effect: 'irreversible',
      rules: [{ rule: { kind: 'ask', approvers: ['morgan', 'alex'], topic: 'ops', deadlineSeconds: 129_600 } }],
    });
    expect(toolOf(gate, 'look')?.rules[0]?.rule).toEqual({ kind: 'allow', because: 'Harmless.' });
    expect(gate.topics).toEqual({
      ops: { kind: 'arn', arn: 'arn:aws:sns:us-east-1:123456789012:ops' },
      audit: { kind: 'create' },
    });
    expect(gate.harness).toMatchObject({
      kind: 'create',
      qualifier: 'live',
      maxIterations: 20,
      inDoubt: 'restart',
      create: { idleTimeoutSeconds: 900, memory: { managedMemoryConfiguration: { eventExpiryDuration: 60 } } },
    });
    expect(gate.caps).toEqual({ turns: 10, approvals: 20, refusalsInARow: 5, continuations: 3, failuresInARow: 3 });
  });

  test("keeps what stands below create in AWS's own shape", () => {
    const { harness } = read();
    if (harness.kind !== 'create') throw new Error('expected a harness to create');
    expect(harness.create.model).toEqual({
      bedrockModelConfig: { modelId: 'anthropic.claude', maxTokens: 1000, temperature: 0.5 },
    });
    expect(harness.create.tools.at(2)).toEqual({
      type: 'remote_mcp',
      name: 'shop',
      config: { remoteMcp: { url: 'https://shop.example.com/mcp' } },
    });
  });

  test('may ask a topic alone, and then needs no mail', () => {
    const rule = { ask: { topic: 'ops', deadline: '1h' } };
    const file = withAt(withAt(fullFile(), 'tools.approve_purchase.rule', rule), 'mail', undefined);
    expect(toolOf(read(file), 'approve_purchase')?.rules[0]?.rule).toEqual({
      kind: 'ask',
      quorum: 1,
      veto: true,
      requesterMayApprove: false,
      remindAfterSeconds: [],
      approvers: [],
      topic: 'ops',
      deadlineSeconds: 3_600,
      assurance: 'link',
    });
  });

  test("may repeat an inline function's declaration when it is the same", () => {
    const own = { description: 'Looks.', inputSchema: { type: 'object' } };
    const file = withAt(fullFile(), 'harness.create.tools.1.config', { inlineFunction: own });
    expect(problemsOf(file)).toEqual([]);
    expect(read(file)).toEqual(read());
  });

  test.each(['openAiModelConfig', 'geminiModelConfig', 'liteLlmModelConfig'])('may use a model by %s', (form) => {
    const model = {
      [form]: { modelId: 'm', apiKeyArn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:token-vault/x' },
    };
    expect(problemsOf(withAt(fullFile(), 'harness.create.model', model))).toEqual([]);
  });
});

describe('looking tools up', () => {
  test('finds a tool called constructor where there is one and nothing inherited where there is none', () => {
    const tool = { description: 'Builds.', inputSchema: { type: 'object' }, rule: 'refuse' };
    expect(toolOf(read(withAt(smallestFile(), 'tools.constructor', tool)), 'constructor')?.description).toBe('Builds.');
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', '']) {
      expect(toolOf(read(smallestFile()), name)).toBeUndefined();
    }
  });
});

describe('the policy version', () => {
  test('stays when only layout, order, spelled-out defaults or the spelling of durations change', () => {
    const reordered = Object.fromEntries(Object.entries(fullFile()).reverse());
    expect(policyVersion(read(reordered))).toBe(policyVersion(read()));
    const spelled = withAt(fullFile(), 'tools.approve_purchase.rule.ask.deadline', '36h');
    expect(policyVersion(read(withAt(spelled, 'caps.approvals', 20)))).toBe(policyVersion(read()));
  });

  test.each<[string, string]>([
    ['tools.approve_purchase.rule.ask.deadline', '37h'],
    ['tools.approve_purchase.description', 'Buys two items.'],
    ['tools.approve_purchase.show.0.label', 'Thing'],
    ['approvers.morgan.mail', 'other@example.com'],
    ['harness.create.systemPrompt', 'You sell things.'],
  ])('changes with %s', (path, value) => {
    expect(policyVersion(read(withAt(fullFile(), path, value)))).not.toBe(policyVersion(read()));
  });

  test('is the hash of a text that is read back as the same policy', () => {
    expect(JSON.parse(policyText(read()))).toEqual(read());
    expect(policyVersion(read())).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('warnings', () => {
  test('name approvers and topics that no rule asks', () => {
    const file = withAt(fullFile(), 'tools.approve_purchase.rule.ask.approvers', ['morgan']);
    expect(gateWarnings(read(file))).toEqual([
      'approvers.alex: no rule asks this person; name the id in a rule or leave it out',
      'topics.audit: no rule names this topic; name the id in a rule or leave it out',
    ]);
  });

  test('name a pointer that an open schema does not declare', () => {
    const file = withAt(fullFile(), 'tools.look.show', [{ at: '/where', label: 'Where' }]);
    expect(gateWarnings(read(file)).join()).toContain(
      'tools.look.show[0].at: the inputSchema does not declare "/where"',
    );
  });

  test('name a session that is forgotten before people must have answered', () => {
    const file = withAt(fullFile(), 'harness.create.memory', { disabled: {} });
    expect(gateWarnings(read(file)).join()).toContain(
      'forgotten after 15 minutes without a call, but people have up to 1 day 12 hours',
    );
    expect(gateWarnings(read(withAt(file, 'tools.approve_purchase.rule.ask.deadline', '15m'))).join()).not.toContain(
      'forgotten',
    );
  });
});
