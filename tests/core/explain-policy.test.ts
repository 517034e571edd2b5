import { expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { explainPolicy, explainRun } from '../../lib/core/explain-policy.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';
import { smallestFile } from './gate-file-builder.ts';

const ask = (changes: JsonObject) => ({ ask: { approvers: ['morgan', 'alex'], deadline: '1h', ...changes } });

const gate = readGateFile(
  {
    ...smallestFile(),
    mail: { from: 'gate@example.com' },
    approvers: {
      morgan: { name: 'Morgan', mail: 'm@example.com', iam: 'arn:aws:iam::123456789012:role/m' },
      alex: { name: 'Alex', mail: 'a@example.com', iam: 'arn:aws:iam::123456789012:role/a' },
    },
    tools: {
      look: { description: 'Looks.', effect: 'read', inputSchema: { type: 'object' }, rule: 'refuse' },
      pay: {
        description: 'Pays.',
        inputSchema: {
          type: 'object',
          properties: {
            amount: { type: 'number', minimum: 0, maximum: 900 },
            to: { type: 'string' },
            note: { type: 'string' },
          },
          required: ['amount', 'to'],
        },
        units: { '/amount': 'USD' },
        requires: ['look'],
        requesterAssurance: 'iam',
        limits: {
          each: [{ any: [{ label: 'stage', oneOf: ['dev', 'test'] }, { not: { at: '/note', exists: true } }] }],
          sums: [{ at: '/amount', atMost: 500, unit: 'USD' }],
          count: 1,
        },
        anchors: [{ at: '/to' }, { at: '/amount', notFound: 'show' }],
        rules: [
          { refuse: { because: 'Never\n more.' }, when: { at: '/amount', above: 500, unit: 'USD' } },
          {
            ...ask({ quorum: 2, assurance: 'iam' }),
            when: {
              all: [
                { at: '/amount', atLeast: 9, unit: 'USD' },
                { at: '/to', within: '/srv' },
              ],
            },
          },
          { allow: { because: 'Small.' }, when: { at: '/to', startsWith: 'a' } },
        ],
        ifConditionFails: ask({ approvers: ['morgan'] }),
        executor: {
          lambda: 'arn:aws:lambda:us-east-1:123456789012:function:pay',
          verifier: { lambda: 'arn:aws:lambda:us-east-1:123456789012:function:seen' },
        },
      },
    },
  },
  'gate.yaml',
);

test('every tool is explained in plain words, in the order in which a call is looked at', () => {
  expect(explainPolicy(gate)).toEqual([
    {
      tool: 'look',
      is: 'Reads only. Nobody carries it out: the agent is told that it may go on.',
      refusedFirst: ['what does not fit the inputSchema', 'what a person rejected or sent back before in the same run'],
      rules: ['rule: always: is refused'],
    },
    {
      tool: 'pay',
      is: 'Changes something for good. The gate invokes pay, not later than 1 hour after the decision, at most 3 times while it says retry, and never again when nobody knows how the last time ended; and seen verifies it.',
      refusedFirst: [
        'what does not fit the inputSchema',
        'every call of a run whose requester AWS does not vouch for',
        'every call before look was called with success in the same run',
        'unless the label stage is one of "dev", "test" or it is not so that /note is given',
        'every call after the first of a run',
        'what brings /amount of all calls of a run above 500 USD',
        'unless /to stands in the words of whoever asked',
        'what a person rejected or sent back before in the same run',
      ],
      rules: [
        'rules[0]: if /amount is above 500 USD: is refused (Never more.)',
        'rules[1]: if /amount is at least 9 USD and /to is a path inside /srv: asks Morgan, Alex; 2 of them must approve within 1 hour, by a signed request, and one no decides',
        'rules[2]: if /to begins with "a": passes without a person (Small.)',
        'otherwise: is refused',
        'where a condition cannot be decided, by a missing place or another type or unit: asks Morgan, who must approve within 1 hour',
        'people may send calls back with instructions at most 3 times in one run',
        'marked as not in the request where it does not stand there: /amount',
      ],
    },
  ]);
});

test('what becomes of a run at a cap and in doubt is explained, whoever decides it', () => {
  const explained = (changes: JsonObject) =>
    explainRun(
      readGateFile(
        {
          ...smallestFile(),
          mail: { from: 'gate@example.com' },
          approvers: {
            morgan: { name: 'Morgan', mail: 'm@example.com' },
            alex: { name: 'Alex', mail: 'a@example.com' },
          },
          ...changes,
        },
        'gate.yaml',
      ),
    );
  const harness = { arn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234' };
  expect(explained({ harness })).toEqual([
    'at a cap: the run ends',
    'after a turn of which nobody knows whether it ran: the run fails',
  ]);
  expect(explained({ harness: { ...harness, inDoubt: 'restart' } })[1]).toMatch(/: a new session is told/);
  expect(
    explained({
      onCap: { ask: { approvers: ['morgan'], deadline: '2h' } },
      harness: { ...harness, inDoubt: { ask: { approvers: ['morgan', 'alex'], quorum: 2, deadline: '4h' } } },
    }),
  ).toEqual([
    expect.stringMatching(
      /^at a cap: asks Morgan, who must let it go on within 2 hours\. Without that.* the run ends$/,
    ),
    expect.stringMatching(
      /: asks Morgan, Alex; 2 of them must let it begin again within 4 hours, and one no decides\./,
    ),
  ]);
});

test('what happens until somebody decides is explained: who is told, reminded and asked as well, and how a no counts', () => {
  const schedule = { remind: ['20m', '40m'], escalate: { after: '30m', to: ['robin'] } };
  const told = { notify: ['alex'], veto: false, quorum: 'all', requesterMayApprove: true, assurance: 'code' };
  const scheduled = readGateFile(
    {
      ...smallestFile(),
      mail: { from: 'gate@example.com' },
      approvers: {
        morgan: { name: 'Morgan', mail: 'm@example.com', iam: 'arn:aws:iam::123456789012:role/m' },
        alex: { name: 'Alex', mail: 'a@example.com' },
        robin: { name: 'Robin', mail: 'r@example.com' },
      },
      tools: { pay: { description: 'Pays.', inputSchema: { type: 'object' }, rule: ask({ ...schedule, ...told }) } },
    },
    'gate.yaml',
  );
  const [words = ''] = explainPolicy(scheduled).find(({ tool }) => tool === 'pay')?.rules ?? [];
  expect(words).toContain('all of them must approve within 1 hour, with a code from their mailbox');
  for (const part of [
    'whoever asked for the run may decide as well, where they are named',
    'mails go to Alex',
    'whoever is silent is reminded after 20 minutes, 40 minutes',
    'after 30 minutes it asks Robin as well',
  ]) {
    expect(words.split('; ')).toContain(part);
  }
});
