import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Courier } from '../gate/ports.ts';
import { attempted } from './attempted.ts';
import { mailHeaders } from './mail-headers.ts';

export interface MailOptions {
  readonly gate: string;
  readonly stage: string;
  /** The sender; absent where the gate file has no approvers with mail. */
  readonly from?: string;
  /** Its events say what became of a mail later. */
  readonly configurationSet?: string;
}

/** Mails through SES, each once: the client must have one attempt. */
export function mailCourier(ses: SESv2Client, { gate, stage, from, configurationSet }: MailOptions): Courier['mail'] {
  return ({ address, noticeId, kind, inReplyTo }, message) =>
    attempted(async () => {
      const region = await ses.config.region();
      const { MessageId } = await ses.send(
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
    });
}

// Ids, names of the gate file and kinds alone: SES takes letters, digits and `_-.@`.
function tags(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([name, Value]) => ({ Name: `countersign-${name}`, Value }));
}
