import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { auditTable, gateChains } from '../lib/aws/audit-table.ts';
import { contentTable } from '../lib/aws/content-table.ts';
import { operationalTable } from '../lib/aws/operational-table.ts';
import { taskCallback } from '../lib/aws/task-callback.ts';
import { type Count, countedCallback, countedLedger } from '../lib/gate/counted-ports.ts';
import { surroundings } from './surroundings.ts';

interface TableNames {
  readonly AUDIT_TABLE: string;
  readonly CONTENT_TABLE: string;
  readonly OPERATIONAL_TABLE: string;
}

/** What every function works with that has to do with waiting runs: the three tables, and the callback that wakes a run. */
export function waitingPorts(names: TableNames, count: Count) {
  const dynamodb = new DynamoDBClient({});
  return {
    ledger: countedLedger(auditTable(dynamodb, names.AUDIT_TABLE), count),
    chains: gateChains(dynamodb, names.AUDIT_TABLE),
    contents: contentTable(dynamodb, names.CONTENT_TABLE),
    operational: operationalTable(dynamodb, { tableName: names.OPERATIONAL_TABLE, clock: surroundings.clock }),
    callback: countedCallback(taskCallback(new SFNClient({})), count),
  };
}
