import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { readSettings } from '../../lib/settings.ts';
import { gateBeside } from '../gate-beside.ts';
import { surroundings } from '../surroundings.ts';
import { guardHandler } from './handler.ts';

const settings = readSettings('guard');

export const handler = guardHandler({
  gate: gateBeside(import.meta.url),
  harnessArn: settings.HARNESS_ARN,
  operational: operationalTable(new DynamoDBClient({}), {
    tableName: settings.OPERATIONAL_TABLE,
    clock: surroundings.clock,
  }),
});
