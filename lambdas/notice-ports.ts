import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { courier } from '../lib/aws/courier.ts';
import type { GateFile } from '../lib/core/gate-file.ts';
import type { NoticePorts } from '../lib/gate/send-notice.ts';

/** How notices leave: SES in the name of the gate file's sender, SNS by the topics' ARNs (JSON, id to ARN). */
export function noticePorts(gate: GateFile, topicArns: string): Pick<NoticePorts, 'courier' | 'topicArnOf'> {
  const arns = new Map(Object.entries(JSON.parse(topicArns) as Record<string, string>));
  return {
    courier: courier({ ses: new SESv2Client({}), sns: new SNSClient({}) }, gate.mail ?? {}),
    topicArnOf: (topicId) => arns.get(topicId),
  };
}
