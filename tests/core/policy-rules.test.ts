import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { type Around, asksPerTurn, type Judgement, judge } from '../../lib/core/policy.ts';
import { problemWords } from '../../lib/core/problem-words.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';
import { turnedDownBefore } from '../../lib/core/repeated-calls.ts';
import { asked, closed, runOf, runStarted, verdict } from '../support/history.ts';
import { smallestFile } from './gate-file-builder.ts';

const inputSchema: JsonObject = {
  type: 'object',
  properties: {
    amount: { type: 'number', minimum: -1_000, maximum: 10_000 },
    currency: { type: 'string' },
    item: { type: 'string' },
    note: { type: 'string' },
  },
  required: ['amount', 'currency', 'item'],
  additionalProperties: false,
};

const ask = (...approvers: readonly string[]) => ({ ask: { approvers, deadline: '1h' } });
const usd = (operator: JsonObject) => ({ at: '/amount', unit: 'USD', ...operator });

// One tool with everything: small ones pass, larger ones ask, and beyond that nobody is asked.
const pay: JsonObject = {
  description: 'Pays.',
  inputSchema,
  units: { '/amount': { at: '/currency' } },
  rules: [
    { refuse: { because: 'Too much.' }, when: usd({ above: 1_000 }) },
    { ...ask('morgan'), when: { all: [usd({ above: 20 }), { label: 'team', equals: 'support' }] } },
    { allow: { because: 'Small.' }, when: usd({ atMost: 20 }) },
  ],
  limits: { each: [{ not: { at: '/item', startsWith: 'gun' } }], sums: [usd({ atMost: 1_500 })], count: 4 },
  anchors: [{ at: '/item' }],
  requires: ['look'],
};

const gateWith = (changes: JsonObject = {}) =>
  readGateFile(
    {
      ...smallestFile(),
      mail: { from: 'gate@example.com' },
      approvers: { morgan: { name: 'M', mail: 'm@example.com' }, alex: { name: 'A', mail: 'a@example.com' } },
      tools: { ...asObject(smallestFile()['tools']), pay: { ...pay, ...changes } },
    },
    'gate.yaml',
  );

const gate = gateWith();
const looked = { tool: 'look', counts: true, succeeded: true };
const paid = (amount: number, currency = 'USD') => ({
  tool: 'pay',
  input: { amount, currency, item: 'pen' },
  counts: true,
  succeeded: true,
});
const around: Around = {
  prompt: 'A pen, please. No guns, only one gun rack.',
  words: [],
  requesters: [],
  requesterAssurance: 'claimed',
  labels: { team: 'support' },
  asked: { inTurn: 0, inRun: 0 },
  earlier: [looked],
  identical: 0,
};

interface Given {
  readonly input?: JsonObject;
  readonly around?: Partial<Around>;
  readonly gate?: typeof gate;
  readonly tool?: string;
  readonly history?: readonly Entry[];
}

function judgeOf(given: Given): Judgement {
  const run = runOf(...(given.history ?? [runStarted()]));
  const value: JsonObject = { amount: 5, currency: 'USD', item: 'pen', ...given.input };
  return judge(given.gate ?? gate, {
    call: { tool: given.tool ?? 'pay', input: { kind: 'ok', value }, fingerprint: fingerprintOfC1 },
    around: { ...around, ...given.around, turnedDown: turnedDownBefore(run, fingerprintOfC1) },
  });
}

const fingerprintOfC1 = runOf(...asked).calls[0]?.policy?.fingerprint ?? '';
const earlier = (...calls: Around['earlier']) => ({ earlier: [looked, ...calls] });

describe('rules in order', () => {
  test.each<readonly [string, Given, Judgement['decision'], string]>([
    ['the first that holds decides', { input: { amount: 1_000.01 } }, 'refuse', 'tools.pay.rules[0]'],
    ['one behind those that do not', { input: { amount: 20.01 } }, 'ask', 'tools.pay.rules[1]'],
    ['the last', { input: { amount: 20 } }, 'allow', 'tools.pay.rules[2]'],
    [
      'none holds: refused',
      { input: { amount: 21 }, around: { labels: { team: 'sales' } } },
      'refuse',
      'tools.pay.rules',
    ],
    [
      'a label that is missing: nothing behind it is looked at',
      { input: { amount: 21 }, around: { labels: {} } },
      'refuse',
      'tools.pay.rules[1].when',
    ],
  ])('%s', (_, given, decision, rule) => {
    expect(judgeOf(given)).toMatchObject({ decision, rule });
  });

  test('a condition that cannot be decided asks where the file says so, and says what it could not decide', () => {
    const asking = gateWith({ ifConditionFails: ask('alex') });
    const judgement = judgeOf({ gate: asking, input: { amount: 21 }, around: { labels: {} } });
    expect(judgement).toMatchObject({ decision: 'ask', rule: 'tools.pay.ifConditionFails' });
    expect(judgement.problems.map(problemWords)).toEqual([expect.stringContaining('The label team is not there')]);
    const tired = { labels: {}, asked: { inTurn: asksPerTurn, inRun: 0 } };
    expect(judgeOf({ gate: asking, input: { amount: 21 }, around: tired })).toMatchObject({
      decision: 'refuse',
      rule: 'gate.too-many-at-once',
      problems: [{ kind: 'undecidable' }, { kind: 'too-many-at-once' }],
    });
  });
});

describe('before the rules', () => {
  const cheap = gateWith({ rules: [{ allow: { because: 'All of it.' } }] });

  test.each<readonly [string, Given, rule: string, problem: RegExp]>([
    [
      'what it requires was not called',
      { around: { earlier: [] } },
      'tools.pay.requires',
      /^look must be called with success in this run before pay\.$/,
    ],
    [
      'what it requires was refused or failed',
      { around: { earlier: [{ ...looked, succeeded: false }] } },
      'tools.pay.requires',
      /look/,
    ],
    ['a limit for each', { input: { item: 'gun rack' } }, 'tools.pay.limits.each[0]', /must not hold/],
    [
      'one call too many',
      { around: earlier(paid(1), paid(1), paid(1), paid(1)) },
      'tools.pay.limits.count',
      /has made 4 such calls, and 4 are allowed/,
    ],
    [
      'a sum that is split',
      { input: { amount: 0.02 }, around: earlier(paid(999.99), paid(500)) },
      'tools.pay.limits.sums[0]',
      /would come to 1500\.01 USD in this run, 1499\.99 of it before, and 1500 is allowed/,
    ],
    [
      'a sum in two currencies',
      { around: earlier(paid(1, 'EUR')) },
      'tools.pay.limits.sums[0]',
      /earlier call of this run cannot be counted/,
    ],
    [
      'a sum over a call that was erased',
      { around: earlier({ tool: 'pay', counts: true, succeeded: true }) },
      'tools.pay.limits.sums[0]',
      /cannot be counted/,
    ],
    ['a negative amount', { input: { amount: -1 } }, 'tools.pay.limits.sums[0]', /below 0/],
    ['another item than was asked for', { input: { item: 'penthouse' } }, 'tools.pay.anchors[0]', /\/item is not in/],
    ['a third identical call', { around: { identical: 2 } }, 'gate.third-identical', /third time/],
  ])('%s is refused, whatever a rule would say', (_, given, rule, problem) => {
    for (const each of [gate, cheap]) {
      const judgement = judgeOf({ ...given, gate: each });
      expect(judgement).toMatchObject({ decision: 'refuse', rule });
      expect(judgement.problems.map(problemWords).join('\n')).toMatch(problem);
    }
  });

  test('neither limits nor sums count other tools, or calls that came to nothing', () => {
    const others = [
      { ...paid(1_400), counts: false },
      { ...paid(1_400), tool: 'other' },
    ];
    expect(judgeOf({ around: earlier(...others, ...others) }).decision).toBe('allow');
  });

  test('a call that is identical for the third time is that, also where it was refused for something else each time', () => {
    const refused: Given = { input: { item: 'yacht' }, around: { identical: 2 } };
    expect(judgeOf(refused).rule).toBe('gate.third-identical');
    expect(judgeOf({ ...refused, tool: 'nothing' }).rule).toBe('gate.third-identical');
  });

  test('a rejection is pointed to, and no rule of the file lifts it', () => {
    const history = [...asked, verdict('c1', { verdict: 'reject' }), closed('c1', 'rejected')];
    const judgement = judgeOf({ history, gate: cheap });
    expect(judgement.rule).toBe('gate.rejected-before');
    expect(judgement.problems.map(problemWords)).toEqual([expect.stringMatching(/by morgan in request-1 \(call c1\)/)]);
  });
});

describe('what goes with a judgement', () => {
  test('arguments that are not in the request are named where the file wants them shown', () => {
    const shown = gateWith({ anchors: [{ at: '/item', notFound: 'show' }] });
    expect(judgeOf({ gate: shown, input: { item: 'yacht' } })).toMatchObject({ notInRequest: ['/item'] });
    expect(judgeOf({ gate: shown })).not.toHaveProperty('notInRequest');
  });

  test('who carries it out, where it passes or may pass', () => {
    const executor = { lambda: 'arn:aws:lambda:us-east-1:123456789012:function:pay' };
    expect(judgeOf({})).not.toHaveProperty('carriedOutBy');
    expect(judgeOf({ gate: gateWith({ executor }) })).toMatchObject({ decision: 'allow', carriedOutBy: 'gate' });
    expect(judgeOf({ gate: gateWith({ runBy: 'harness' }) })).toMatchObject({ carriedOutBy: 'harness' });
    expect(judgeOf({ gate: gateWith({ executor }), input: { amount: 5_000 } })).not.toHaveProperty('carriedOutBy');
  });
});

function asObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
