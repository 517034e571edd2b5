import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { auditTable } from '../../lib/aws/audit-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { taskCallback } from '../../lib/aws/task-callback.ts';
import { countedCallback, countedLedger } from '../../lib/gate/counted-ports.ts';
import { readSettings } from '../../lib/settings.ts';
import { cancelledMail, cancelledTopicMessage } from '../../lib/web/cancelled-mail.ts';
import { gateBeside } from '../gate-beside.ts';
import { noticePorts } from '../notice-ports.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { operateHandler } from './handler.ts';

const settings = readSettings('operate');
const gate = gateBeside(import.meta.url);
const { count, failed, watched } = operations(gate);
const dynamodb = new DynamoDBClient({});

const handle = operateHandler({
  ...surroundings,
  ...noticePorts(gate, settings.TOPIC_ARNS),
  gate,
  ledger: countedLedger(auditTable(dynamodb, settings.AUDIT_TABLE), count),
  contents: contentTable(dynamodb, settings.CONTENT_TABLE),
  operational: operationalTable(dynamodb, { tableName: settings.OPERATIONAL_TABLE, clock: surroundings.clock }),
  callback: countedCallback(taskCallback(new SFNClient({})), count),
  wakeFailed: ({ error }) => failed('A run could not be woken after a verdict', error),
  render: { cancelledMail, cancelledTopic: cancelledTopicMessage },
});

export const handler = watched((event: unknown) => handle(event));
