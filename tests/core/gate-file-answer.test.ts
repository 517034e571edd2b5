import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import { gateWarnings } from '../../lib/core/gate-file-warnings.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';
import { problemsOf, smallestFile, withAt } from './gate-file-builder.ts';

const role = (name: string) => `arn:aws:iam::123456789012:role/${name}`;
const session = (name: string) => ({ role: role('buyers'), session: name, trustPolicyEnforcesSession: true });

/** Two people with a mailbox each, and one tool that asks both of them. */
function asking(changes: Readonly<Record<string, Json>> = {}): JsonObject {
  const file: JsonObject = {
    ...smallestFile(),
    mail: { from: 'gate@example.com' },
    approvers: {
      morgan: { name: 'Morgan', mail: 'morgan@example.com' },
      alex: { name: 'Alex', mail: 'alex@example.com' },
    },
    topics: { ops: { create: true } },
    tools: {
      buy: {
        description: 'Buys.',
        inputSchema: { type: 'object', additionalProperties: false },
        rule: { ask: { approvers: ['morgan', 'alex'], deadline: '2h' } },
      },
    },
  };
  return Object.entries(changes).reduce<JsonObject>((made, [at, value]) => withAt(made, at, value), file);
}

const ask = 'tools.buy.rule.ask';
const lines = (changes: Readonly<Record<string, Json>>) => problemsOf(asking(changes));

test('the file of these tests has no problem by itself', () => {
  expect(lines({})).toEqual([]);
});

describe('somebody must be able to answer', () => {
  test('an approver who gets no mail and cannot sign', () => {
    expect(lines({ [`${ask}.notify`]: ['morgan'] })).toEqual([
      `${ask}.notify: "alex" may decide, but gets no mail and has no iam, so this person could not answer; allowed: alex below notify, approvers.alex.iam, or nobody of this id below approvers`,
    ]);
    expect(lines({ [`${ask}.notify`]: ['morgan'], 'approvers.alex.iam': role('alex') })).toEqual([]);
  });

  test('the same of whoever is asked about a run', () => {
    const onCap = { ask: { approvers: ['morgan'], notify: ['alex'], deadline: '1h' } };
    expect(lines({ onCap })).toEqual([expect.stringContaining('onCap.ask.notify: "morgan" may decide')]);
  });

  test('a notify of nobody is warned of, since nobody would know', () => {
    const changes = {
      [`${ask}.notify`]: [],
      'approvers.alex.iam': role('alex'),
      'approvers.morgan.iam': role('morgan'),
    };
    expect(gateWarnings(readGateFile(asking(changes), 'gate.yaml'))).toContain(
      `${ask}.notify: empty, so nobody is told of the request; name somebody, or leave notify out`,
    );
  });

  test('with assurance iam also whoever an escalation adds', () => {
    const changes = {
      ask: { assurance: 'iam', approvers: ['morgan'], deadline: '2h', escalate: { after: '1h', to: ['alex'] } },
    };
    expect(lines({ [ask]: changes.ask, 'approvers.morgan.iam': role('morgan') })).toEqual([
      expect.stringContaining(`${ask}.escalate.to[0]: "alex" has no iam`),
    ]);
  });

  test.each(['code', 'iam'])('with assurance %s not whoever reads a topic', (assurance) => {
    const people = { 'approvers.alex.iam': role('alex'), 'approvers.morgan.iam': role('morgan') };
    expect(lines({ ...people, [`${ask}.assurance`]: assurance, [`${ask}.topic`]: 'ops' })).toEqual([
      `${ask}.topic: whoever reads a topic is nobody in particular; allowed: no topic beside assurance: ${assurance}`,
    ]);
  });
});

describe('one person is one person', () => {
  test('two approvers with one mailbox', () => {
    expect(lines({ 'approvers.alex.mail': 'Morgan@example.com' })).toEqual([
      'approvers.alex.mail: morgan@example.com is where morgan is asked as well, so one reader would count as two people; allowed: an address of their own',
    ]);
  });

  test('a role that is shared is told apart by sessions, each of its own', () => {
    const two = { 'approvers.morgan.iam': session('morgan'), 'approvers.alex.iam': session('alex') };
    expect(lines(two)).toEqual([]);
    expect(lines({ ...two, 'approvers.alex.iam': session('morgan') })).toEqual([
      expect.stringContaining('in session morgan is morgan as well'),
    ]);
    expect(lines({ ...two, 'approvers.alex.iam': role('buyers') })).toEqual([
      expect.stringContaining('is morgan as well'),
    ]);
    expect(lines({ ...two, 'approvers.morgan.iam': role('buyers') })).toEqual([
      expect.stringContaining('is morgan as well'),
    ]);
  });

  test('an id that is a requester and an approver has one address', () => {
    const hears = { language: 'en', hears: ['finished'] };
    expect(lines({ requesters: { alex: { ...hears, mail: 'other@example.com' } } })).toEqual([
      'requesters.alex.mail: other@example.com, but approvers.alex is alex@example.com, and an id stands for one person; allowed: the same address, or another id',
    ]);
    expect(lines({ requesters: { alex: { ...hears, mail: 'alex@example.com' } } })).toEqual([]);
  });
});

describe('a question', () => {
  const question = { 'tools.buy.question': true };

  test.each([1, 'any'])('is answered by one person: quorum %s', (quorum) => {
    expect(lines({ ...question, [`${ask}.quorum`]: quorum })).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, Json>>, RegExp]>([
    [
      'with a quorum of two',
      { [`${ask}.quorum`]: 2 },
      /^tools\.buy\.rule\.ask\.quorum: 2, but the words of one person/,
    ],
    ['with a quorum of all', { [`${ask}.quorum`]: 'all' }, /quorum: all, but the words of one person/],
    [
      'that is allowed',
      { 'tools.buy.rule': { allow: { because: 'Why not.' } } },
      /^tools\.buy\.rule: allow, but only people/,
    ],
    ['that nobody is asked', { 'tools.buy.rule': 'refuse' }, /^tools\.buy\.question: no rule asks anybody/],
    ['that the harness runs', { 'tools.buy.runBy': 'harness' }, /^tools\.buy\.runBy: harness, which cannot answer/],
    [
      'with an executor',
      { 'tools.buy.executor': { lambda: 'arn:aws:lambda:us-east-1:123456789012:function:buy' } },
      /^tools\.buy\.executor: nobody carries out a question/,
    ],
  ])('%s is refused', (_, changes, line) => {
    expect(lines({ ...question, ...changes })).toContainEqual(expect.stringMatching(line));
  });
});
