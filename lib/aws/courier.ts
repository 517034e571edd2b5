import type { SESv2Client } from '@aws-sdk/client-sesv2';
import { PublishCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { Courier } from '../gate/ports.ts';
import { attempted } from './attempted.ts';
import { type MailOptions, mailCourier } from './mail-courier.ts';

/**
 * Mails through SES and messages through SNS, each once: the clients must have one attempt. What the services refuse is an answer,
 * not an exception.
 */
export function courier(
  clients: { readonly ses: SESv2Client; readonly sns: SNSClient },
  options: MailOptions,
): Courier {
  return {
    mail: mailCourier(clients.ses, options),
    publish: ({ topicArn }, message) =>
      attempted(async () => {
        const { MessageId } = await clients.sns.send(
          new PublishCommand({ TopicArn: topicArn, Subject: message.subject, Message: message.text }),
        );
        return MessageId;
      }),
  };
}
