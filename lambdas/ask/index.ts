import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SNSClient } from '@aws-sdk/client-sns';
import { auditTable } from '../../lib/aws/audit-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { courier } from '../../lib/aws/courier.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { taskCallback } from '../../lib/aws/task-callback.ts';
import { countedCallback, countedLedger } from '../../lib/gate/counted-ports.ts';
import { readSettings } from '../../lib/settings.ts';
import { linkPath } from '../../lib/web/opened-link.ts';
import { requestMail, requestTopicMessage } from '../../lib/web/request-mail.ts';
import { gateBeside } from '../gate-beside.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { askHandler } from './handler.ts';

const settings = readSettings('ask');
const gate = gateBeside(import.meta.url);
const { count, watched } = operations(gate);
const dynamodb = new DynamoDBClient({});
const topicArns = new Map(Object.entries(JSON.parse(settings.TOPIC_ARNS) as Record<string, string>));

const handle = askHandler({
  ...surroundings,
  gate,
  ledger: countedLedger(auditTable(dynamodb, settings.AUDIT_TABLE), count),
  contents: contentTable(dynamodb, settings.CONTENT_TABLE),
  operational: operationalTable(dynamodb, { tableName: settings.OPERATIONAL_TABLE, clock: surroundings.clock }),
  callback: countedCallback(taskCallback(new SFNClient({})), count),
  courier: courier({ ses: new SESv2Client({}), sns: new SNSClient({}) }, gate.mail ?? {}),
  linkOf: (linkSecret) => `${settings.PAGE_URL}${linkPath(linkSecret)}`,
  render: { mail: requestMail, topic: requestTopicMessage },
  topicArnOf: (topicId) => topicArns.get(topicId),
});

export const handler = watched((event: unknown) => handle(event));
