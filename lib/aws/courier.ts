import { type SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { PublishCommand, type SNSClient, SNSServiceException } from '@aws-sdk/client-sns';
import type { Courier, SendAnswer } from '../gate/ports.ts';
import { mailHeaders } from './mail-headers.ts';

interface CourierOptions {
  readonly gate: string;
  readonly stage: string;
  /** The sender; absent where the gate file has no approvers with mail. */
  readonly from?: string;
  /** Its events say what became of a mail later. */
  readonly configurationSet?: string;
}

/**
 * Mails through SES and messages through SNS, each once: the clients must have one attempt. What the services refuse is an answer,
 * not an exception.
 */
export function courier(
  clients: { readonly ses: SESv2Client; readonly sns: SNSClient },
  { gate, stage, from, configurationSet }: CourierOptions,
): Courier {
  return {
    mail: ({ address, noticeId, kind, inReplyTo }, message) =>
      attempt(async () => {
        const region = await clients.ses.config.region();
        const { MessageId } = await clients.ses.send(
          new SendEmailCommand({
            FromEmailAddress: from,
            Destination: { ToAddresses: [address] },
            ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
            // A rewritten link would give its secret to another host; this wins over the configuration set and the account.
            ConfigurationOverrides: { Tracking: { ClickTrackingEnabled: 'DISABLED', OpenTrackingEnabled: 'DISABLED' } },
            EmailTags: tags({ gate, stage, kind, notice: noticeId }),
            Content: {
              Simple: {
                Subject: { Data: message.subject, Charset: 'UTF-8' },
                Body: {
                  Text: { Data: message.text, Charset: 'UTF-8' },
                  ...(message.html === undefined ? {} : { Html: { Data: message.html, Charset: 'UTF-8' } }),
                },
                Headers: [...mailHeaders({ region, ...(inReplyTo === undefined ? {} : { inReplyTo }) })],
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

// Ids, names of the gate file and kinds alone: SES takes letters, digits and `_-.@`.
function tags(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([name, Value]) => ({ Name: `countersign-${name}`, Value }));
}

async function attempt(send: () => Promise<string | undefined>): Promise<SendAnswer> {
  try {
    return { kind: 'sent', messageId: (await send()) ?? '' };
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Unknown';
    if (!(error instanceof SESv2ServiceException || error instanceof SNSServiceException)) {
      return isLost(error) ? { kind: 'unanswered', error: name } : failed(name, 'will-be-tried-again');
    }
    const status = error.$metadata.httpStatusCode ?? 500;
    // A 4xx other than throttling is about this address, this sender or this topic: it stays until somebody mends it.
    const staysSo = status >= 400 && status < 500 && status !== 429 && !/throttl|toomany|limitexceeded/i.test(name);
    return failed(name, staysSo ? 'given-up' : 'will-be-tried-again');
  }
}

function failed(error: string, again: 'will-be-tried-again' | 'given-up'): SendAnswer {
  return { kind: 'failed', error, again };
}

// The request may have been written, and whatever came back was not read. All else (no address, nobody listening, no
// credentials) ended before it.
const lostCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE'];

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || lostCodes.includes('code' in error ? error.code : undefined);
}
