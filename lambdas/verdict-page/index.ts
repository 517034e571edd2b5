import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { auditTable } from '../../lib/aws/audit-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { taskCallback } from '../../lib/aws/task-callback.ts';
import { countedCallback, countedLedger } from '../../lib/gate/counted-ports.ts';
import { readSettings } from '../../lib/settings.ts';
import { gateBeside } from '../gate-beside.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { verdictPageHandler } from './handler.ts';

const settings = readSettings('verdict-page');
const gate = gateBeside(import.meta.url);
const { count, failed, watched } = operations(gate);
const dynamodb = new DynamoDBClient({});

const handle = verdictPageHandler(
  {
    ...surroundings,
    gate,
    ledger: countedLedger(auditTable(dynamodb, settings.AUDIT_TABLE), count),
    contents: contentTable(dynamodb, settings.CONTENT_TABLE),
    operational: operationalTable(dynamodb, { tableName: settings.OPERATIONAL_TABLE, clock: surroundings.clock }),
    callback: countedCallback(taskCallback(new SFNClient({})), count),
    wakeFailed: ({ error }) => failed('A run could not be woken after a verdict', error),
  },
  { origin: settings.PAGE_URL, failed: ({ method, error }) => failed(`The page could not answer a ${method}`, error) },
);

export const handler = watched((...args: Parameters<typeof handle>) => handle(...args));
