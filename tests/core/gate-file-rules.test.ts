import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import { toolOf } from '../../lib/core/gate-file.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';
import { problemsOf, smallestFile, withAt } from './gate-file-builder.ts';

const amounts: JsonObject = {
  type: 'object',
  properties: {
    amount: { type: 'number', minimum: 0, maximum: 500 },
    free: { type: 'number' },
    currency: { type: 'string', enum: ['USD', 'EUR'] },
    to: { type: 'string' },
    note: { type: 'string' },
  },
  required: ['amount', 'free', 'currency', 'to'],
  additionalProperties: false,
};

const ask = { ask: { approvers: ['staff'], quorum: 2, deadline: '1h' } };

/** A file with one tool `pay`; what is given stands over the rest of the tool. */
function pay(changes: JsonObject): JsonObject {
  const people = { morgan: person('morgan'), alex: person('alex'), sam: person('sam') };
  return {
    ...smallestFile(),
    approvers: people,
    groups: { staff: ['morgan', 'alex'] },
    mail: { from: 'gate@example.com' },
    tools: { pay: toolAsWritten(changes) },
  };
}

function toolAsWritten(changes: JsonObject): JsonObject {
  return { description: 'Pays.', effect: 'irreversible', inputSchema: amounts, rules: [ask], ...changes };
}

function person(id: string): Json {
  return { name: id, mail: `${id}@example.com` };
}

const when = (condition: Json, more: readonly Json[] = [ask]) => ({
  rules: [{ refuse: {}, when: condition }, ...more],
});
const rule0 = 'tools.pay.rules[0].when';

describe('rules that are in order', () => {
  test('are one list, whether one rule is written or many, with groups as their people, each once', () => {
    const many = readGateFile(
      pay({
        rules: [
          { refuse: { because: 'Too much.' }, when: { at: '/amount', above: 400 } },
          { ask: { approvers: ['staff', 'sam'], quorum: 3, deadline: '1h' } },
        ],
      }),
      'gate.yaml',
    );
    expect(toolOf(many, 'pay')?.rules).toEqual([
      {
        name: 'rules[0]',
        when: { kind: 'above', at: '/amount', number: 400 },
        rule: { kind: 'refuse', because: 'Too much.' },
      },
      {
        name: 'rules[1]',
        rule: {
          kind: 'ask',
          approvers: ['morgan', 'alex', 'sam'],
          quorum: 3,
          veto: true,
          requesterMayApprove: false,
          remindAfterSeconds: [],
          deadlineSeconds: 3600,
          assurance: 'link',
        },
      },
    ]);
    const { rules: _, ...tool } = toolAsWritten({ rule: 'refuse' });
    const one = readGateFile(withAt(pay({}), 'tools.pay', tool), 'gate.yaml');
    expect(toolOf(one, 'pay')?.rules).toEqual([{ name: 'rule', rule: { kind: 'refuse' } }]);
  });

  test('may look at what an input can leave out, behind exists', () => {
    const looks = { all: [{ at: '/note', exists: true }, { not: { at: '/note', startsWith: 'urgent' } }] };
    expect(problemsOf(pay(when(looks)))).toEqual([]);
    const absent = { any: [{ not: { at: '/note', exists: true } }, { at: '/note', startsWith: 'urgent' }] };
    expect(problemsOf(pay(when(absent)))).toEqual([]);
  });
});

describe('what a file cannot say', () => {
  test.each<readonly [what: string, file: JsonObject, line: string | RegExp]>([
    ['an operator that nobody knows', pay(when({ at: '/amount', over: 3 })), /when\.over: unknown key/],
    [
      'two operators',
      pay(when({ at: '/amount', above: 1, below: 3 })),
      /when: given a mapping with at, above, below; allowed: exactly one of/,
    ],
    ['an operator without a place', pay(when({ above: 1 })), /exactly one of at, label beside above/],
    ['a number that a label should have', pay(when({ label: 'team', above: 1 })), /labels are texts/],
    ['an empty list', pay(when({ all: [] })), /at least one condition/],
    ['a rule of two kinds', pay({ rules: [{ allow: {}, refuse: {} }] }), /exactly one of allow, refuse, ask/],
    ['rule beside rules', pay({ rule: 'refuse' }), /tools\.pay: .*exactly one of rule, rules/],
    [
      'a group of nobody',
      withAt(pay({}), 'groups.staff', []),
      /groups\.staff: given a list of 0; allowed: at least one/,
    ],
    [
      'a group of strangers',
      withAt(pay({}), 'groups.staff', ['morgn']),
      /"morgn" is not an approver of this file; did you mean "morgan"/,
    ],
    [
      'a group that is called like a person',
      withAt(pay({}), 'groups.morgan', ['alex']),
      /groups\.morgan: an approver has this id/,
    ],
    [
      'a quorum of more than are asked',
      pay({ rules: [{ ask: { approvers: ['staff'], quorum: 3, deadline: '1h' } }] }),
      /quorum: 3 must approve, but only 2/,
    ],
    [
      'a topic that counts towards a quorum',
      pay({ rules: [{ ask: { topic: 'ops', quorum: 2, deadline: '1h' } }] }),
      /no topic beside a quorum/,
    ],
    [
      'a topic whose no is one of several',
      pay({ rules: [{ ask: { approvers: ['staff'], topic: 'ops', veto: false, deadline: '1h' } }] }),
      /no topic beside veto: false/,
    ],
    [
      'an argument that may be missing',
      pay(when({ at: '/note', startsWith: 'x' })),
      `${rule0}.at: the inputSchema does not require "/note"`,
    ],
    [
      'an argument that the schema does not know',
      pay(when({ at: '/nte', equals: 'x' })),
      `${rule0}.at: the inputSchema does not require "/nte"`,
    ],
    [
      'exists behind what needs it',
      pay(
        when({
          all: [
            { at: '/note', equals: 'x' },
            { at: '/note', exists: true },
          ],
        }),
      ),
      /all\[0\]\.at: .*does not require/,
    ],
    ['a number that is none', pay(when({ at: '/to', above: 1 })), /\/to is not a number/],
    ['a number without bounds', pay(when({ at: '/free', above: 1 })), /\/free has no minimum and no maximum/],
    [
      'a sum over a number without bounds',
      pay({ limits: { sums: [{ at: '/free', atMost: 9 }] } }),
      /limits\.sums\[0\]\.at: \/free has no minimum/,
    ],
    ['an anchor that may be missing', pay({ anchors: [{ at: '/note' }] }), /anchors\[0\]\.at: .*does not require/],
    ['more than the schema lets through', pay(when({ at: '/amount', above: 500 })), `${rule0}: no input that fits`],
    [
      'a value that the schema does not list',
      pay(when({ at: '/currency', equals: 'GBP' })),
      `${rule0}: no input that fits`,
    ],
    ['a text where the schema has a number', pay(when({ at: '/amount', equals: '5' })), `${rule0}: no input that fits`],
    ['a text operator on a number', pay(when({ at: '/amount', startsWith: '5' })), `${rule0}: no input that fits`],
    [
      'a limit that no call keeps',
      pay({ limits: { each: [{ at: '/amount', above: 500 }] } }),
      /limits\.each\[0\]: .*so every call is refused/,
    ],
    [
      'a contradiction',
      pay(
        when({
          all: [
            { at: '/amount', above: 100 },
            { at: '/amount', atMost: 100 },
          ],
        }),
      ),
      `${rule0}: no input that fits`,
    ],
    [
      'a rule behind one for all',
      pay({ rules: [ask, { refuse: {}, when: { at: '/amount', above: 1 } }] }),
      'tools.pay.rules[1]: never decides, since rules[0]',
    ],
    [
      'a rule behind one that takes every input of the schema',
      pay(when({ at: '/amount', atMost: 500 })),
      'tools.pay.rules[1]: never decides, since rules[0]',
    ],
    [
      'a rule behind a wider one',
      pay(when({ at: '/amount', above: 10 }, [{ ...ask, when: { at: '/amount', above: 20 } }])),
      'tools.pay.rules[1]: never decides',
    ],
    ['a unit that nobody declared', pay(when({ at: '/amount', above: 1, unit: 'USD' })), /unit: units: declares none/],
    [
      'no unit where one is declared',
      pay({ units: { '/amount': 'USD' }, ...when({ at: '/amount', above: 1 }) }),
      /unit: nothing was given/,
    ],
    [
      'another unit',
      pay({ units: { '/amount': 'USD' }, ...when({ at: '/amount', above: 1, unit: 'EUR' }) }),
      /given "EUR"; allowed: USD/,
    ],
    [
      'to be equal to a number without its unit',
      pay({ units: { '/amount': { at: '/currency' } }, ...when({ at: '/amount', oneOf: [1, 2] }) }),
      /unit: nothing was given/,
    ],
    [
      'a unit of a text',
      pay({ units: { '/amount': 'USD' }, ...when({ at: '/to', equals: 'x', unit: 'USD' }) }),
      /no unit beside equals/,
    ],
    [
      'a number that the schema does not declare',
      pay(
        when({
          all: [
            { at: '/nte', exists: true },
            { at: '/nte', above: 1 },
          ],
        }),
      ),
      /the inputSchema does not declare \/nte, so it can be any number/,
    ],
    [
      'a directory that no path can be compared with',
      pay(when({ at: '/to', within: '../up' })),
      /given "..\/up"; allowed: a POSIX/,
    ],
    ['to require itself', pay({ requires: ['pay'] }), /cannot require itself/],
    ['to require what is not there', pay({ requires: ['look'] }), /requires\[0\]: "look" is not a tool/],
    [
      'a version of an executor',
      pay({ executor: { lambda: 'arn:aws:lambda:us-east-1:123456789012:function:pay:3' } }),
      /without version or alias/,
    ],
    [
      'an executor of what the harness runs',
      pay({ runBy: 'harness', executor: { lambda: 'arn:aws:lambda:us-east-1:123456789012:function:pay' } }),
      /no executor beside runBy/,
    ],
    [
      'an executor that outlasts the function that waits',
      pay({ executor: { lambda: 'arn:aws:lambda:us-east-1:123456789012:function:pay', timeout: '11m' } }),
      /timeout: given "11m"/,
    ],
    [
      'an executor that verifies itself',
      pay({
        executor: {
          lambda: 'arn:aws:lambda:us-east-1:123456789012:function:pay',
          verifier: { lambda: 'arn:aws:lambda:us-east-1:123456789012:function:pay' },
        },
      }),
      /verifier\.lambda: given the executor itself/,
    ],
    [
      'the name that the gate gives',
      withAt(pay({}), 'tools.request_approval', { description: 'X.', inputSchema: { type: 'object' }, rule: 'refuse' }),
      /the gate adds this tool by itself/,
    ],
  ])('%s', (_, file, line) => {
    const lines = problemsOf(file);
    expect(
      lines.filter((found) => (typeof line === 'string' ? found.startsWith(line) : line.test(found))),
    ).toHaveLength(1);
  });
});
