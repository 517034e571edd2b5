import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { auditTable } from '../../lib/aws/audit-table.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { taskCallback } from '../../lib/aws/task-callback.ts';
import { countedCallback, countedLedger } from '../../lib/gate/counted-ports.ts';
import { readSettings } from '../../lib/settings.ts';
import { gateBeside } from '../gate-beside.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { mailEventsHandler } from './handler.ts';

const settings = readSettings('mail-events');
const { count, watched } = operations(gateBeside());
const dynamodb = new DynamoDBClient({});

const handle = mailEventsHandler({
  ...surroundings,
  ledger: countedLedger(auditTable(dynamodb, settings.AUDIT_TABLE), count),
  operational: operationalTable(dynamodb, { tableName: settings.OPERATIONAL_TABLE, clock: surroundings.clock }),
  callback: countedCallback(taskCallback(new SFNClient({})), count),
});

export const handler = watched((event: unknown) => handle(event));
