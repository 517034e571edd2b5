import { z } from 'zod';
import { parseProperties } from './parse-properties.ts';
import type { Stack } from './stack.ts';

export type Subscription = {
  readonly arn: string;
  readonly topicArn: string;
  readonly protocol: string;
  readonly endpoint: string;
};

const ignored = z.unknown().optional();
const topicProperties = z.strictObject({
  TopicName: z.string().optional(),
  DisplayName: ignored,
  FifoTopic: z.literal(false).optional(),
  KmsMasterKeyId: ignored,
  SignatureVersion: ignored,
  Subscription: z.array(z.strictObject({ Protocol: z.string(), Endpoint: z.string() })).default([]),
  Tags: ignored,
  TracingConfig: ignored,
});
const subscriptionProperties = z.strictObject({
  TopicArn: z.string(),
  Protocol: z.string(),
  Endpoint: z.string(),
  FilterPolicy: ignored,
  RawMessageDelivery: ignored,
  RedrivePolicy: ignored,
});

/** The stack's topics, and who would get what is published to them. */
export function subscriptionsOf({ resources }: Stack): {
  readonly topicArns: readonly string[];
  readonly subscriptions: readonly Subscription[];
} {
  const topics = resources.filter(({ type }) => type === 'AWS::SNS::Topic');
  const inTopics = topics.flatMap((topic) => {
    const topicArn = topic.arn ?? '';
    return parseProperties(topicProperties, topic).Subscription.map(({ Protocol, Endpoint }, index) => ({
      arn: `${topicArn}:desk-${index}`,
      topicArn,
      protocol: Protocol,
      endpoint: Endpoint,
    }));
  });
  const apart = resources
    .filter(({ type }) => type === 'AWS::SNS::Subscription')
    .map((one) => {
      const { TopicArn, Protocol, Endpoint } = parseProperties(subscriptionProperties, one);
      return { arn: `${TopicArn}:${one.logicalId}`, topicArn: TopicArn, protocol: Protocol, endpoint: Endpoint };
    });
  return { topicArns: topics.map(({ arn }) => arn ?? ''), subscriptions: [...inTopics, ...apart] };
}
