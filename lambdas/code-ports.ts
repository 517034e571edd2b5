import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { codeTable } from '../lib/aws/code-table.ts';
import { mailCourier } from '../lib/aws/mail-courier.ts';
import type { GateFile } from '../lib/core/gate-file.ts';
import { mailsRemembered } from '../lib/gate/mails-remembered.ts';
import type { Operational } from '../lib/gate/ports.ts';
import type { SendCodePorts } from '../lib/gate/send-code.ts';
import { codeMail } from '../lib/web/code-mail.ts';
import { senderOf } from './sender.ts';
import { sendingOnce } from './sending-once.ts';

interface CodeOptions {
  readonly tableName: string;
  readonly clock: () => number;
  readonly operational: Pick<Operational, 'putMail'>;
}

/** How the page sends codes: mails of its own to people, and to no topic, whose readers are nobody in particular. */
export function codePorts(
  gate: GateFile,
  { tableName, clock, operational }: CodeOptions,
): Pick<SendCodePorts, 'codes' | 'codeLetter' | 'courier' | 'topicArnOf'> {
  const mail = mailCourier(new SESv2Client(sendingOnce), senderOf(gate));
  const publish = async () => ({ kind: 'failed', error: 'NoCodesToTopics', again: 'given-up' }) as const;
  return {
    codes: codeTable(new DynamoDBClient({}), { tableName, clock }),
    codeLetter: codeMail,
    courier: mailsRemembered({ mail, publish }, operational),
    topicArnOf: () => undefined,
  };
}
