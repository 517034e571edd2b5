import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countersign } from './host.ts';

const path = 'examples/purchase/gate.yaml';
const purchase = readFileSync(path, 'utf8');

const rules = `
gate: pay
harness: {arn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/paying-AbCdEf1234'}
mail: {from: gate@example.com}
approvers: {morgan: {name: Morgan, mail: m@example.com}}
tools:
  look: {description: Looks., effect: read, inputSchema: {type: object}, rule: allow}
  wire___send:
    description: Sends.
    runBy: harness
    inputSchema: {type: object, properties: {to: {type: string}}, required: [to]}
    limits: {count: 1}
    rule: {ask: {approvers: [morgan], deadline: 1h}}
  pay:
    description: Pays.
    inputSchema:
      type: object
      properties: {amount: {type: number, minimum: 0, maximum: 900}}
      required: [amount]
      additionalProperties: false
    limits: {sums: [{at: /amount, atMost: 100}]}
    anchors: [{at: /amount, notFound: show}]
    requires: [look]
    rules:
      - {allow: {because: Small.}, when: {at: /amount, atMost: 5}}
      - {ask: {approvers: [morgan], deadline: 1h}, when: {label: team, equals: support}}
`;

const looked = { tool: 'look', input: {}, outcome: 'allowed' };
const tried = async (call: unknown, ...words: readonly string[]) =>
  countersign(['policy', 'try', 'gate.yaml', '--call', 'call.json', ...words], {
    files: { 'gate.yaml': rules, 'call.json': JSON.stringify(call) },
  });

describe('policy check', () => {
  test('explains every tool without a gate, and ends with 0 where there is nothing to warn of', async () => {
    const { code, text, targets } = await countersign(['policy', 'check', 'gate.yaml'], {
      files: { 'gate.yaml': rules },
    });
    expect([code, targets]).toEqual([0, []]);
    expect(text).toContain('pay: Changes something for good.');
    expect(text).toContain('- rules[0]: if /amount is at most 5: passes without a person (Small.)');
    expect(text).toContain('Nothing to warn of.');
  });

  test('warns, and ends with 1; what cannot be used at all ends with 2', async () => {
    const unused = rules.replace('approvers: {', 'approvers: {alex: {name: Alex, mail: a@example.com}, ');
    const warned = await countersign(['policy', 'check', 'gate.yaml', '--json'], { files: { 'gate.yaml': unused } });
    expect(warned.code).toBe(1);
    expect(warned.json()).toMatchObject({
      policyVersion: expect.stringMatching(/^[0-9a-f]{64}$/),
      tools: [{ tool: 'look' }, { tool: 'wire___send' }, { tool: 'pay' }],
      warnings: [expect.stringContaining('approvers.alex: no rule asks')],
    });
    const wrong = await countersign(['policy', 'check', path], { files: { [path]: purchase.replace('ask:', 'asc:') } });
    expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining('cannot be used')]);
  });
});

describe('policy try', () => {
  test.each<readonly [string, object, number, string]>([
    [
      'what passes',
      { tool: 'pay', input: { amount: 5 }, earlier: [looked] },
      0,
      'It would pass without a person, by tools.pay.rules[0].\n  Small.',
    ],
    [
      'whom it would ask, and what is not in the request',
      { tool: 'pay', input: { amount: 6 }, labels: { team: 'support' }, earlier: [looked], prompt: 'Pay 60.' },
      0,
      'People would be asked, by tools.pay.rules[1].\n  morgan; 1 must approve within 1 hour (link).\n  Not in the request: /amount.',
    ],
    ['what is missing before', { tool: 'pay', input: { amount: 5 } }, 1, 'It would be refused, by tools.pay.requires.'],
    [
      'a label that is missing',
      { tool: 'pay', input: { amount: 6 }, earlier: [looked] },
      1,
      'The label team is not there',
    ],
    [
      'a sum with what waits and without what was rejected',
      {
        tool: 'pay',
        input: { amount: 41 },
        earlier: [
          looked,
          { tool: 'pay', input: { amount: 60 }, outcome: 'waiting' },
          { tool: 'pay', input: { amount: 99 }, outcome: 'rejected' },
        ],
      },
      1,
      '/amount would come to 101 in this run, 60 of it before',
    ],
    [
      'the same call after a rejection',
      {
        tool: 'pay',
        input: { amount: 1 },
        earlier: [looked, { tool: 'pay', input: { amount: 1 }, outcome: 'rejected' }],
      },
      1,
      'by gate.rejected-before',
    ],
    [
      'the same call after it was sent back',
      {
        tool: 'pay',
        input: { amount: 1 },
        earlier: [looked, { tool: 'pay', input: { amount: 1 }, outcome: 'sent-back' }],
      },
      1,
      'by gate.sent-back-before',
    ],
    [
      'that whoever asks may not decide alone',
      { tool: 'wire___send', input: { to: 'a' }, requester: 'morgan' },
      1,
      'by tools.wire___send.rule.approvers',
    ],
    [
      'the same call for the third time',
      { tool: 'look', input: {}, earlier: [looked, looked] },
      1,
      'by gate.third-identical',
    ],
    ['a tool that nobody named', { tool: 'constructor', input: {} }, 1, 'by gate.unnamed-tool'],
    [
      'a call that the harness would run',
      { tool: 'wire___send', input: { to: 'a' } },
      0,
      'The harness could then run it once.',
    ],
    [
      'the same one as the model would ask for it',
      { tool: 'request_approval', input: { tool: 'wire___send', arguments: { to: 'a' } } },
      0,
      'People would be asked, by tools.wire___send.rule.',
    ],
    [
      'what an earlier request for it was about',
      {
        tool: 'wire___send',
        input: { to: 'a' },
        earlier: [
          { tool: 'request_approval', input: { tool: 'wire___send', arguments: { to: 'b' } }, outcome: 'approved' },
        ],
      },
      1,
      'by tools.wire___send.limits.count',
    ],
    [
      'a request for what needs none',
      { tool: 'request_approval', input: { tool: 'pay', arguments: {} } },
      1,
      'gate.not-this-way',
    ],
  ])('says %s', async (_, call, code, line) => {
    const printed = await tried(call);
    expect(printed.text).toContain(line);
    expect([printed.code, printed.targets]).toEqual([code, []]);
  });

  test('prints the judgement as JSON', async () => {
    const { json } = await tried({ tool: 'pay', input: { amount: 5 }, earlier: [looked] }, '--json');
    expect(json()).toMatchObject({ decision: 'allow', rule: 'tools.pay.rules[0]', because: 'Small.', problems: [] });
  });

  test('says what is wrong with a call that cannot be tried', async () => {
    const vague = await tried({ tool: 'pay', inputs: {}, earlier: [{ tool: 'pay', input: {}, outcome: 'maybe' }] });
    expect(vague.code).toBe(2);
    expect(vague.errors).toMatch(/inputs: unknown key/);
    expect(vague.errors).toMatch(/earlier\[0\]\.outcome: given "maybe"; allowed: allowed, approved, waiting/);
    const files = { 'gate.yaml': rules, 'call.json': '{"tool":"pay","tool":"look"}' };
    const twice = await countersign(['policy', 'try', 'gate.yaml', '--call', 'call.json'], { files });
    expect([twice.code, twice.errors]).toEqual([2, expect.stringContaining('call.json is not JSON that can be used')]);
  });
});
