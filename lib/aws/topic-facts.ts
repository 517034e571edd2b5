import { paginateListSubscriptionsByTopic, type SNSClient } from '@aws-sdk/client-sns';
import { look } from './looked.ts';

/** Who reads a topic. SNS lists a subscription that nobody has confirmed with a word in the place of its ARN. */
export function topicSubscriptions(sns: SNSClient, topicArn: string) {
  return look(async () => {
    const subscriptions: { protocol: string; endpoint: string; state: 'confirmed' | 'pending' }[] = [];
    for await (const page of paginateListSubscriptionsByTopic({ client: sns }, { TopicArn: topicArn })) {
      for (const { Protocol = '', Endpoint = '', SubscriptionArn = '' } of page.Subscriptions ?? []) {
        const state = SubscriptionArn.startsWith('arn:') ? ('confirmed' as const) : ('pending' as const);
        subscriptions.push({ protocol: Protocol, endpoint: Endpoint, state });
      }
    }
    return { topicArn, subscriptions };
  }, ['NotFoundException', 'NotFound']);
}
