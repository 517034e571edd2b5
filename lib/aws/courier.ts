import { type SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { PublishCommand, type SNSClient, SNSServiceException } from '@aws-sdk/client-sns';
import type { Courier, SendAnswer } from '../gate/ports.ts';

interface CourierOptions {
  /** The sender; absent where the gate file has no approvers with mail. */
  readonly from?: string;
  readonly configurationSet?: string;
}

/** Mails through SES and messages through SNS. What the services refuse is an answer, not an exception. */
export function courier(
  clients: { readonly ses: SESv2Client; readonly sns: SNSClient },
  { from, configurationSet }: CourierOptions,
): Courier {
  return {
    mail: ({ address, noticeId }, message) =>
      attempt(async () => {
        const { MessageId } = await clients.ses.send(
          new SendEmailCommand({
            FromEmailAddress: from,
            Destination: { ToAddresses: [address] },
            ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
            EmailTags: [{ Name: 'countersign-notice', Value: noticeId }],
            Content: {
              Simple: {
                Subject: { Data: message.subject, Charset: 'UTF-8' },
                Body: {
                  Text: { Data: message.text, Charset: 'UTF-8' },
                  ...(message.html === undefined ? {} : { Html: { Data: message.html, Charset: 'UTF-8' } }),
                },
              },
            },
          }),
        );
        return MessageId;
      }),
    publish: ({ topicArn }, message) =>
      attempt(async () => {
        const { MessageId } = await clients.sns.send(
          new PublishCommand({ TopicArn: topicArn, Subject: message.subject, Message: message.text }),
        );
        return MessageId;
      }),
  };
}

async function attempt(send: () => Promise<string | undefined>): Promise<SendAnswer> {
  try {
    return { kind: 'sent', messageId: (await send()) ?? '' };
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Unknown';
    const isService = error instanceof SESv2ServiceException || error instanceof SNSServiceException;
    const status = isService ? (error.$metadata.httpStatusCode ?? 500) : 500;
    // A 4xx other than throttling is about this address, this sender or this topic: it stays until somebody mends it.
    const staysSo = status >= 400 && status < 500 && status !== 429 && !/throttl|toomany|limitexceeded/i.test(name);
    return { kind: 'failed', error: name, again: staysSo ? 'given-up' : 'will-be-tried-again' };
  }
}
