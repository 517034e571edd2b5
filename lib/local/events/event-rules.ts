import { z } from 'zod';
import { parseProperties } from '../template/parse-properties.ts';
import type { Stack } from '../template/stack.ts';
import { checkPattern, type EventPattern, matchesPattern } from './event-pattern.ts';

/** A rule of the default bus, with the functions that it calls. */
export type EventRule = {
  readonly logicalId: string;
  readonly pattern: EventPattern;
  readonly functionArns: readonly string[];
};

const ignored = z.unknown().optional();
const ruleProperties = z.strictObject({
  Name: z.string().optional(),
  Description: ignored,
  EventBusName: z.literal('default').optional(),
  EventPattern: z.record(z.string(), z.unknown()),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z
    .array(
      z.strictObject({
        Arn: z.string().regex(/:lambda:.*:function:/, 'a desk calls functions only'),
        Id: z.string(),
        RetryPolicy: ignored,
        DeadLetterConfig: ignored,
      }),
    )
    .default([]),
  Tags: ignored,
});

/** The enabled rules of the template. @throws Error for schedules, other buses, other targets, and inputs made up for them */
export function deployRules({ resources }: Stack): readonly EventRule[] {
  return resources
    .filter(({ type }) => type === 'AWS::Events::Rule')
    .flatMap((resource) => {
      const { EventPattern, State, Targets } = parseProperties(ruleProperties, resource);
      const pattern = checkPattern(EventPattern, `${resource.logicalId} EventPattern`);
      const functionArns = Targets.map(({ Arn }) => Arn);
      return State === 'ENABLED' ? [{ logicalId: resource.logicalId, pattern, functionArns }] : [];
    });
}

/** Hands an event to every function whose rule it fits. As on AWS nobody waits, and an event may be lost with the process. */
export function routeEvent(
  rules: readonly EventRule[],
  event: object,
  invokeLater: (functionArn: string, payload: string) => void,
): void {
  for (const { functionArns } of rules.filter(({ pattern }) => matchesPattern(pattern, event))) {
    for (const arn of functionArns) invokeLater(arn, JSON.stringify(event));
  }
}
