import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { gateChains } from '../../lib/aws/audit-table.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { readSettings } from '../../lib/settings.ts';
import { gateBeside } from '../gate-beside.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { guardHandler } from './handler.ts';

const settings = readSettings('guard');
const gate = gateBeside();
const { count, watched } = operations(gate);
const dynamodb = new DynamoDBClient({});

const handle = guardHandler({
  gate,
  harnessArn: settings.HARNESS_ARN,
  operational: operationalTable(dynamodb, { tableName: settings.OPERATIONAL_TABLE, clock: surroundings.clock }),
  chains: gateChains(dynamodb, settings.AUDIT_TABLE),
  clock: surroundings.clock,
});

export const handler = watched(async (event: unknown) => {
  const answer = await handle(event);
  if (answer.decision === 'deny') count('GuardDenied');
  return answer;
});
