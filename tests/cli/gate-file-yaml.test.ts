import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parseYaml, readGateYaml } from '../../lib/cli/gate-file-yaml.ts';
import { toolOf } from '../../lib/core/gate-file.ts';
import { gateFileJsonSchema } from '../../lib/core/gate-file-schema.ts';
import { fullFile, smallestFile, withAt } from '../core/gate-file-builder.ts';

const yaml = `# Buying things.
gate: purchase
harness:
  arn: arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234
mail: { from: gate@example.com }
approvers:
  morgan: { name: Morgan Reyes, mail: morgan@example.com }
tools:
  approve_purchase:
    description: >
      Buys one item
      for the office.
    inputSchema:
      type: object
      properties: { item: { type: string }, amount: { type: number, maximum: 1e3 } }
    rule: { ask: { approvers: [morgan], deadline: 24h } }
`;

test('YAML becomes a gate file', () => {
  const gate = readGateYaml(yaml, 'gate.yaml');
  expect(gate.gate).toBe('purchase');
  expect(toolOf(gate, 'approve_purchase')).toMatchObject({
    description: 'Buys one item for the office.\n',
    rules: [{ rule: { kind: 'ask', deadlineSeconds: 86_400 } }],
  });
});

test('it is YAML 1.2: no and on are texts, and JSON is YAML', () => {
  expect(parseYaml('a: no\nb: on\nc: 0o10\nd: 2026-01-01\ne: ~', 'x')).toEqual({
    a: 'no',
    b: 'on',
    c: 8,
    d: '2026-01-01',
    e: null,
  });
  expect(parseYaml(JSON.stringify(fullFile()), 'x')).toEqual(fullFile());
});

describe('what is not plain data is refused with line and column', () => {
  test.each<[string, string, string]>([
    ['a key twice', 'gate: a\nmail: b\ngate: c', 'line 3, column 1: Map keys must be unique'],
    ['an open quote', 'gate: "a', 'line 1, column 9: Missing closing "quote'],
    ['a tab as indentation', 'tools:\n\tlook: 1', 'line 2, column 1'],
    ['an alias', 'a: &x [1]\nb: *x', 'line 2, column 4: the alias *x cannot be used; allowed: write the value out'],
    ['a merge key', 'a: &x { b: 1 }\nc: { <<: *x }', 'line 2, column 10: the alias *x cannot be used'],
    ['a tag', 'a: !!binary aGk=', 'the tag tag:yaml.org,2002:binary cannot be used; allowed: plain values'],
    ["a tag of one's own", 'a: !env SECRET', 'line 1, column 4: Unresolved tag: !env'],
    ['a number as key', '1: a', 'line 1, column 1: a key must be a text; allowed: put it in quotes'],
    ['a list as key', '? [a, b]\n: 1', 'line 1, column 3: a key must be a text'],
    ['not a number', 'a: .nan', 'line 1, column 4: .nan is not a number that JSON has; allowed: finite numbers'],
    ['infinity', 'a: 1e999', 'line 1, column 4: 1e999 is not a number that JSON has'],
    [
      'a number that would change',
      'a: 9007199254740993',
      'line 1, column 4: the number 9007199254740993 would become 9007199254740992',
    ],
    ['half of a surrogate pair', 'a: "\\ud800"', 'line 1, column 4: the text holds half of a surrogate pair'],
    ['a second document', 'a: 1\n---\nb: 2', 'line 2'],
    ['nothing', '', 'it is empty'],
    ['too much', `a: ${'x'.repeat(1_000_001)}`, 'it has 1000004 characters; allowed: at most 1000000'],
  ])('%s', (_, text, line) => {
    expect(() => parseYaml(text, 'gate.yaml')).toThrow(
      expect.objectContaining({ code: 'bad-gate-file', message: expect.stringContaining(line) }),
    );
  });

  test('aliases of aliases are refused before they grow', () => {
    const levels = Array.from({ length: 30 }, (_, index) => `l${index + 1}: &l${index + 1} [*l${index}, *l${index}]`);
    expect(() => parseYaml(['l0: &l0 x', ...levels].join('\n'), 'gate.yaml')).toThrow('the alias *l0 cannot be used');
  });
});

test('what the content gets wrong is told by path, under the name of the file', () => {
  expect(() => readGateYaml(yaml.replace('24h', 'tomorrow'), 'examples/purchase/gate.yaml')).toThrow(
    /^examples\/purchase\/gate\.yaml cannot be used, it has 1 problem:\n {2}tools\.approve_purchase\.rule\.ask\.deadline: given "tomorrow"; allowed: a duration/,
  );
});

test('a key __proto__ is not lost on the way and is refused', () => {
  expect(() => readGateYaml(`__proto__: { tools: 1 }\n${yaml}`, 'gate.yaml')).toThrow(
    '__proto__: this name cannot be used',
  );
});

describe('the JSON Schema for editors', () => {
  const committed: unknown = JSON.parse(
    readFileSync(new URL('../../docs/gate-file.schema.json', import.meta.url), 'utf8'),
  );
  const fits = new Ajv({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true }).compile(
    gateFileJsonSchema() as object,
  );

  test('is committed as it is generated; if not: node bin/gate-schema.ts', () => {
    expect(committed).toEqual(gateFileJsonSchema());
  });

  test('accepts what the reader accepts, with defaults left out', () => {
    expect([fits(smallestFile()), fits(fullFile()), fits(parseYaml(yaml, 'x'))]).toEqual([true, true, true]);
  });

  test.each<[string, unknown]>([
    ['gate', 'No Capitals'],
    ['bogus', 1],
    ['harness', {}],
    ['tools.look.rule', { allow: {}, refuse: {} }],
    ['tools.look.rule', {}],
    ['tools.approve_purchase.rule.ask.deadline', 'soon'],
    ['topics.ops', { arn: 'x', create: true }],
    ['harness.create.tools.2.type', 'remote'],
  ])('refuses %s as %j, as the reader does', (path, value) => {
    expect(fits(withAt(fullFile(), path, JSON.parse(JSON.stringify(value))))).toBe(false);
  });

  test('explains every key on hover', () => {
    expect(undescribed(committed, '')).toEqual([]);
  });
});

/** Where a property has no description, by path. */
function undescribed(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, below]) => {
    const silent =
      key === 'properties'
        ? Object.entries(below).filter(([, property]) => !Object.hasOwn(Object(property), 'description'))
        : [];
    return [...silent.map(([name]) => `${path}/${name}`), ...undescribed(below, `${path}/${key}`)];
  });
}
