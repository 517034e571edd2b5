import { describe, expect, test } from 'vitest';
import type { Json } from '../../lib/core/canonical-json.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';
import { fullFile, problemsOf, smallestFile, withAt } from './gate-file-builder.ts';

const ask = 'tools.approve_purchase.rule.ask';
const schema = 'tools.approve_purchase.inputSchema';
const durations = 'allowed: a duration such as 30s, 15m, 4h or 1d12h, from 1 minute to 300 days';

/** Path, the value put there (undefined takes it away), and the one line that says what is wrong. */
const cases: readonly (readonly [path: string, value: Json | undefined, line: string])[] = [
  [
    'gate',
    'Purchase!',
    'gate: given "Purchase!"; allowed: a lower-case letter and up to 19 lower-case letters, digits or -',
  ],
  [
    'gate',
    undefined,
    'gate: nothing was given; allowed: a lower-case letter and up to 19 lower-case letters, digits or -',
  ],
  [
    'stage',
    null,
    'stage: nothing stands after the colon; allowed: a lower-case letter and up to 9 lower-case letters or digits',
  ],
  [
    'aprovers',
    {},
    'aprovers: unknown key; did you mean "approvers"? allowed: gate, stage, harness, mail, approvers, requesters, topics, groups, tools, starters, caps, onCap',
  ],
  [
    'page',
    {},
    'page: unknown key; allowed: gate, stage, harness, mail, approvers, requesters, topics, groups, tools, starters, caps, onCap',
  ],
  [
    'tools.look',
    'x',
    'tools.look: given "x"; allowed: a mapping with the keys description, effect, inputSchema, rule, rules, ifConditionFails, limits, anchors, requires, units, unbounded, acknowledge, runBy, executor, question, maxRevisions, show, atMost, undo, requesterAssurance',
  ],
  ['tools.look.description', '  ', 'tools.look.description: given "  "; allowed: a text of 1 to 4096 characters'],
  ['tools.look.effect', 'delete', 'tools.look.effect: given "delete"; allowed: read, write, irreversible'],
  [
    'tools.look.rule',
    'alow',
    'tools.look.rule: given "alow"; allowed: allow, refuse, or a mapping with one of allow, refuse, ask',
  ],
  [
    'tools.look.rule',
    ['allow'],
    'tools.look.rule: given a list of 1; allowed: allow, refuse, or a mapping with one of allow, refuse, ask',
  ],
  [
    'tools.look.rule',
    undefined,
    'tools.look: given a mapping with description, effect, inputSchema; allowed: exactly one of rule, rules',
  ],
  [
    'tools.look.rule',
    { allow: {}, refuse: {} },
    'tools.look.rule: given a mapping with allow, refuse; allowed: exactly one of allow, refuse, ask',
  ],
  ['tools.look.rule', { aks: {} }, 'tools.look.rule.aks: unknown key; did you mean "ask"? allowed: allow, refuse, ask'],
  [
    'tools.look.rule',
    { allow: { becuase: 'x' } },
    'tools.look.rule.allow.becuase: unknown key; did you mean "because"? allowed: because',
  ],
  [`${ask}.deadline`, '99y', `${ask}.deadline: given "99y"; ${durations}`],
  [`${ask}.deadline`, '301d', `${ask}.deadline: given "301d"; ${durations}`],
  [`${ask}.deadline`, '59s', `${ask}.deadline: given "59s"; ${durations}`],
  [`${ask}.deadline`, 90, `${ask}.deadline: given 90; ${durations}`],
  [`${ask}.deadline`, undefined, `${ask}.deadline: nothing was given; ${durations}`],
  [
    `${ask}.approvers`,
    [],
    `${ask}.approvers: given a list of 0; allowed: at least one id, or leave approvers out and name a topic`,
  ],
  [
    `${ask}.approvers`,
    ['mrogan'],
    `${ask}.approvers[0]: "mrogan" is not an approver of this file; did you mean "morgan"? allowed: morgan, alex`,
  ],
  [`${ask}.approvers`, ['alex', 'alex'], `${ask}.approvers[1]: "alex" stands here twice; allowed: once`],
  [`${ask}.topic`, 'opps', `${ask}.topic: "opps" is not a topic of this file; did you mean "ops"? allowed: ops, audit`],
  [ask, { deadline: '1h' }, `${ask}: given a mapping with deadline; allowed: approvers, a topic, or both`],
  [
    'mail',
    undefined,
    "mail: nothing was given, but tools.approve_purchase asks approvers; allowed: a mapping with from, the sender's address",
  ],
  [
    'mail.from',
    'Gate <gate@example.com>',
    'mail.from: given "Gate <gate@example.com>"; allowed: one plain address such as morgan@example.com',
  ],
  [
    'approvers.morgan.mail',
    'morgan@example.com\nBcc: x@example.com',
    'approvers.morgan.mail: given "morgan@example.com\\nBcc: x@example.com"; allowed: one plain address such as morgan@example.com',
  ],
  [
    'approvers.morgan.name',
    'Morgan\u202E',
    'approvers.morgan.name: given "Morgan\u202E"; allowed: one line of 1 to 80 characters without control or invisible ones',
  ],
  ['approvers.morgan.language', 'tlh', 'approvers.morgan.language: given "tlh"; allowed: en, ja'],
  [
    'approvers.Kim',
    { name: 'Kim', mail: 'kim@example.com' },
    'approvers.Kim: this key cannot be used; allowed: an id that matches ^[a-z0-9][a-z0-9._-]{0,63}$',
  ],
  ['topics.ops', {}, 'topics.ops: given an empty mapping; allowed: exactly one of arn, create'],
  [
    'topics.ops.arn',
    'arn:aws:sns:us-east-1:123456789012:ops.fifo',
    'topics.ops.arn: given "arn:aws:sns:us-east-1:123456789012:ops.fifo"; allowed: the ARN of an SNS topic that is not FIFO',
  ],
  ['topics.audit.create', false, 'topics.audit.create: given false; allowed: true'],
  [
    'tools.approve_purchase.rule',
    'allow',
    'tools.approve_purchase.rule: allow on an irreversible tool runs it without a person; allowed: allow: {because: why that is right}, another rule, or an effect of read or write',
  ],
  [`${schema}.type`, 'array', `${schema}.type: the input of a tool is an object; allowed: object`],
  [
    `${schema}.propertys`,
    {},
    `${schema}: strict mode: unknown keyword: "propertys"; allowed: a JSON Schema that can be checked strictly`,
  ],
  [schema, 'object', `${schema}: given "object"; allowed: a JSON Schema with type: object`],
  [
    'tools.approve_purchase.show.0.at',
    '/itm',
    'tools.approve_purchase.show[0].at: given "/itm", where no input can have anything; allowed: a pointer to what the inputSchema declares',
  ],
  [
    'tools.approve_purchase.show.0.at',
    'item',
    'tools.approve_purchase.show[0].at: given "item"; allowed: a JSON pointer begins with "/" (try "/item") or is empty',
  ],
  [
    'tools.approve_purchase.show.1.units',
    'EUR',
    'tools.approve_purchase.show[1].units: unknown key; did you mean "unit"? allowed: at, label, unit',
  ],
  ['caps.turns', 0, 'caps.turns: given 0; allowed: a whole number from 1 to 1000'],
  ['caps.turns', 1.5, 'caps.turns: given 1.5; allowed: a whole number from 1 to 1000'],
  ['harness.timeoutSeconds', 841, 'harness.timeoutSeconds: given 841; allowed: a whole number from 30 to 840'],
  ['harness.inDoubt', 'retry', 'harness.inDoubt: given "retry"; allowed: fail, restart, or a mapping with ask'],
  [
    'harness.qualifier',
    'live',
    'harness.qualifier: given "live"; allowed: with create, the qualifier stands inside it',
  ],
  [
    'harness.create.name',
    'pur-chasing',
    'harness.create.name: given "pur-chasing"; allowed: a letter and up to 39 letters, digits or _ (no hyphen)',
  ],
  [
    'harness.create.memory',
    undefined,
    'harness.create.memory: nothing was given; allowed: a mapping with the keys managedMemoryConfiguration, agentCoreMemoryConfiguration, disabled',
  ],
  [
    'harness.create.idleTimeout',
    '9h',
    'harness.create.idleTimeout: given "9h"; allowed: a duration such as 30s, 15m, 4h or 1d12h, from 1 minute to 8 hours',
  ],
  [
    'harness.create.model',
    {},
    'harness.create.model: given an empty mapping; allowed: exactly one of bedrockModelConfig, openAiModelConfig, geminiModelConfig, liteLlmModelConfig',
  ],
  [
    'harness.create.model.bedrockModelConfig.temperature',
    3,
    'harness.create.model.bedrockModelConfig.temperature: given 3; allowed: a number from 0 to 2',
  ],
  [
    'harness.create.model.bedrockModelConfig.modelID',
    'x',
    'harness.create.model.bedrockModelConfig.modelID: unknown key; did you mean "modelId"? allowed: modelId, maxTokens, temperature, topP, apiFormat, additionalParams',
  ],
  [
    'harness.create.tools.2.type',
    'remote_mpc',
    'harness.create.tools[2].type: given "remote_mpc"; allowed: a mapping with a type of inline_function, remote_mcp, agentcore_gateway, agentcore_browser, agentcore_code_interpreter',
  ],
  [
    'harness.create.tools.2.config.remoteMcp.url',
    'http://x',
    'harness.create.tools[2].config.remoteMcp.url: given "http://x"; allowed: a URL that begins with https://',
  ],
  [
    'harness.create.tools.1.config',
    { inlineFunction: { description: 'Other.', inputSchema: { type: 'object' } } },
    'harness.create.tools[1].config: differs from tools.look; allowed: nothing here, or the same description and inputSchema',
  ],
  [
    'harness.create.tools.2.name',
    'look',
    'harness.create.tools[2].name: a second tool "look"; allowed: each name once',
  ],
  [
    'harness.create.memory.managedMemoryConfiguration.eventExpiryDuration',
    2,
    'harness.create.memory.managedMemoryConfiguration.eventExpiryDuration: given 2; allowed: a whole number from 3 to 365',
  ],
];

test.each(cases)('%s as %j', (path, value, line) => {
  expect(problemsOf(withAt(fullFile(), path, value))).toEqual([line]);
});

test('the error has a code and names the file and the number of problems', () => {
  expect(() => readGateFile(withAt(smallestFile(), 'gate', 7), 'examples/x/gate.yaml')).toThrow(
    expect.objectContaining({
      code: 'bad-gate-file',
      message: expect.stringMatching(/^examples\/x\/gate\.yaml cannot be used, it has 1 problem:\n {2}gate: /),
    }),
  );
});

describe('names that reach prototypes', () => {
  test.each(['{"__proto__":{}}', '{"tools":{"__proto__":{"rule":"allow"}}}', '{"approvers":{"a":{"__proto__":1}}}'])(
    'are refused wherever they stand: %s',
    (text) => {
      expect(problemsOf(JSON.parse(text)).join('\n')).toMatch(
        /__proto__: this name cannot be used; allowed: any other/,
      );
    },
  );
});

test.each<[Json]>([[null], ['text'], [[]], [7]])('a file that is %j instead of a mapping is refused', (file) => {
  expect(problemsOf(file)).toEqual([
    expect.stringContaining(
      'allowed: a mapping with the keys gate, stage, harness, mail, approvers, requesters, topics, groups, tools, starters, caps, onCap',
    ),
  ]);
});

test('a long value is shortened', () => {
  const [line] = problemsOf(withAt(smallestFile(), 'gate', 'x'.repeat(5_000)));
  expect(line?.length).toBeLessThan(200);
});
