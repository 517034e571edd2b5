import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { courier } from '../lib/aws/courier.ts';
import type { GateFile } from '../lib/core/gate-file.ts';
import { mailsRemembered } from '../lib/gate/mails-remembered.ts';
import type { Operational } from '../lib/gate/ports.ts';
import type { NoticePorts } from '../lib/gate/send-notice.ts';
import { senderOf } from './sender.ts';
import { sendingOnce } from './sending-once.ts';

interface NoticeOptions {
  /** JSON: topic id to ARN. */
  readonly topicArns: string;
  readonly operational: Pick<Operational, 'putMail'>;
}

/** How notices leave: SES in the name of the gate file's sender, SNS by the topics' ARNs. */
export function noticePorts(
  gate: GateFile,
  { topicArns, operational }: NoticeOptions,
): Pick<NoticePorts, 'courier' | 'topicArnOf'> {
  const arns = new Map(Object.entries(JSON.parse(topicArns) as Record<string, string>));
  const clients = { ses: new SESv2Client(sendingOnce), sns: new SNSClient(sendingOnce) };
  return {
    courier: mailsRemembered(courier(clients, senderOf(gate)), operational),
    topicArnOf: (topicId) => arns.get(topicId),
  };
}
