import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { auditTable } from '../../lib/aws/audit-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { taskCallback } from '../../lib/aws/task-callback.ts';
import { readSettings } from '../../lib/settings.ts';
import { gateBeside } from '../gate-beside.ts';
import { surroundings } from '../surroundings.ts';
import { verdictPageHandler } from './handler.ts';

const settings = readSettings('verdict-page');
const dynamodb = new DynamoDBClient({});

export const handler = verdictPageHandler(
  {
    ...surroundings,
    gate: gateBeside(import.meta.url),
    ledger: auditTable(dynamodb, settings.AUDIT_TABLE),
    contents: contentTable(dynamodb, settings.CONTENT_TABLE),
    operational: operationalTable(dynamodb, { tableName: settings.OPERATIONAL_TABLE, clock: surroundings.clock }),
    callback: taskCallback(new SFNClient({})),
  },
  {
    origin: settings.PAGE_URL,
    failed: ({ method, error }) =>
      console.error(JSON.stringify({ message: 'The page failed', method, error: nameOf(error) })),
  },
);

// Messages of the SDK's errors may quote what was sent; the name says enough to look further.
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
