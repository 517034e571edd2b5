import { describe, expect, test } from 'vitest';
import { checkPattern, matchesPattern } from '../../../lib/local/events/event-pattern.ts';
import { deployRules, routeEvent } from '../../../lib/local/events/event-rules.ts';
import type { Stack } from '../../../lib/local/template/stack.ts';

const event = { source: 'aws.states', detail: { status: 'FAILED', name: 'run-7', tags: ['a', 'b'], stopDate: null } };

describe('a pattern', () => {
  test.each([
    [{ source: ['aws.states'] }, true],
    [{ source: ['aws.s3', 'aws.states'] }, true],
    [{ source: ['aws.s3'] }, false],
    [{ source: ['aws.states'], detail: { status: ['FAILED', 'ABORTED'] } }, true],
    [{ detail: { status: ['FAILED'], name: ['other'] } }, false],
    [{ detail: { name: [{ prefix: 'run-' }] } }, true],
    [{ detail: { name: [{ prefix: 'walk-' }] } }, false],
    [{ detail: { tags: ['b'] } }, true],
    [{ detail: { stopDate: [null] } }, true],
    [{ detail: { gone: [{ exists: false }] } }, true],
    [{ detail: { name: [{ exists: false }] } }, false],
    [{ detail: { name: { deeper: ['x'] } } }, false],
    [{ constructor: [{ exists: true }] }, false],
  ])('%j fits: %s', (pattern, fits) => {
    expect(matchesPattern(checkPattern(pattern, 'Rule'), event)).toBe(fits);
  });

  test.each([
    [{ detail: { n: [{ numeric: ['>', 1] }] } }, 'Rule.detail.n'],
    [{ $or: [{ source: ['a'] }] }, 'Rule.$or'],
    [{ source: 'aws.states' }, 'Rule.source'],
  ])('%j is refused by its place', (pattern, place) => {
    expect(() => checkPattern(pattern, 'Rule')).toThrow(place);
  });
});

describe('a rule of the template', () => {
  test('calls its functions with the event that fits, and with no other', () => {
    const rules = deployRules(stack({ EventPattern: { source: ['aws.states'] }, Targets: [lambda] }));
    const calls: string[] = [];
    for (const source of ['aws.states', 'aws.s3'])
      routeEvent(rules, { ...event, source }, (arn, payload) => calls.push(`${arn} ${payload}`));
    expect(calls).toEqual([`${lambda.Arn} ${JSON.stringify(event)}`]);
  });

  test('that is disabled calls nobody', () => {
    expect(deployRules(stack({ EventPattern: { source: ['x'] }, State: 'DISABLED', Targets: [lambda] }))).toEqual([]);
  });

  test.each([
    ['a schedule', { ScheduleExpression: 'rate(1 hour)', Targets: [lambda] }, /ScheduleExpression|EventPattern/],
    ['another bus', { EventBusName: 'own', EventPattern: { source: ['x'] } }, /EventBusName/],
    [
      'a queue',
      { EventPattern: { source: ['x'] }, Targets: [{ Id: 'q', Arn: 'arn:aws:sqs:r:a:q' }] },
      /functions only/,
    ],
    ['an input made up', { EventPattern: { source: ['x'] }, Targets: [{ ...lambda, Input: '{}' }] }, /Targets.0/],
  ])('with %s is refused', (_, properties, message) => {
    expect(() => deployRules(stack(properties))).toThrow(message);
  });
});

const lambda = { Id: 'Target0', Arn: 'arn:aws:lambda:us-east-1:123456789012:function:after-death' };

function stack(properties: Readonly<Record<string, unknown>>): Stack {
  const common = { type: 'AWS::Events::Rule', use: 'served', physicalName: 'rule', arn: undefined } as const;
  return { outputs: {}, resources: [{ ...common, logicalId: 'Rule', properties }] };
}
