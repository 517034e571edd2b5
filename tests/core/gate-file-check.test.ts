import { describe, expect, test } from 'vitest';
import { fullFile, problemsOf, smallestFile, withAt } from './gate-file-builder.ts';

const ask = 'tools.approve_purchase.rule.ask';

describe('a harness', () => {
  test('is either given by its ARN or created', () => {
    const line = 'allowed: exactly one of arn, create';
    expect(problemsOf(withAt(smallestFile(), 'harness', {}))).toEqual([`harness: given an empty mapping; ${line}`]);
    const arn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
    expect(problemsOf(withAt(fullFile(), 'harness.arn', arn)).join()).toContain(line);
  });

  test.each([
    'purchasing-AbCdEf1234',
    'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing',
    'arn:aws:bedrock-agentcore:us-east-1:1234:harness/p-AbCdEf1234',
  ])('cannot be %s', (arn) => {
    expect(problemsOf(withAt(smallestFile(), 'harness.arn', arn))).toEqual([
      expect.stringMatching(/^harness\.arn: given ".*; allowed: the ARN of a harness, .*\(not its bare id\)$/),
    ]);
  });

  test('that is created offers exactly the tools that the gate answers', () => {
    const file = withAt(fullFile(), 'harness.create.tools', [
      { type: 'inline_function', name: 'approve_purchse' },
      { type: 'inline_function', name: 'look' },
    ]);
    expect(problemsOf(file)).toEqual([
      'harness.create.tools[0].name: "approve_purchse" is not a tool below tools: that the client runs; did you mean "approve_purchase"? allowed: approve_purchase, look',
      'harness.create.tools: tools.approve_purchase is not among them, so the model could never call it; allowed: add {type: inline_function, name: approve_purchase}',
    ]);
  });

  test('that is created remembers longer than people may think', () => {
    const file = withAt(fullFile(), `${ask}.deadline`, '60d');
    expect(problemsOf(file)).toEqual([
      'harness.create.memory.managedMemoryConfiguration.eventExpiryDuration: 60 days, but a deadline is 60 days, so an answer could find its conversation gone; allowed: more days than the longest deadline',
    ]);
    expect(problemsOf(withAt(fullFile(), `${ask}.deadline`, '59d23h'))).toEqual([]);
  });
});

test('all problems of a file come at once, also those between sections where another section is broken', () => {
  const broken = withAt(withAt(withAt(fullFile(), 'gate', 1), 'approvers.morgan.mail', 'x y'), `${ask}.approvers`, [
    'nobody',
  ]);
  expect(problemsOf(broken)).toEqual([
    'gate: given 1; allowed: a lower-case letter and up to 19 lower-case letters, digits or -',
    'approvers.morgan.mail: given "x y"; allowed: one plain address such as morgan@example.com',
    `${ask}.approvers[0]: "nobody" is not an approver of this file; allowed: morgan, alex`,
  ]);
});

test('a gate answers at least one tool', () => {
  expect(problemsOf(withAt(smallestFile(), 'tools', {}))).toEqual([
    'tools: given an empty mapping; allowed: at least one tool',
  ]);
});

test('an unknown name where nothing is declared says so', () => {
  expect(problemsOf(withAt(fullFile(), 'topics', {}))).toEqual([
    `${ask}.topic: "ops" is not a topic of this file; allowed: nothing, since none is declared`,
  ]);
});
