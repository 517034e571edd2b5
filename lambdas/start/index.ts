import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { gateChains } from '../../lib/aws/audit-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { executionStarter } from '../../lib/aws/executions.ts';
import { readSettings } from '../../lib/settings.ts';
import { gateBeside } from '../gate-beside.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { startHandler } from './handler.ts';

const settings = readSettings('start');
const gate = gateBeside();
const { watched } = operations(gate);
const dynamodb = new DynamoDBClient({});

const handle = startHandler({
  ...surroundings,
  gate,
  chains: gateChains(dynamodb, settings.AUDIT_TABLE),
  contents: contentTable(dynamodb, settings.CONTENT_TABLE),
  executions: executionStarter(new SFNClient({}), settings.STATE_MACHINE_ARN),
});

export const handler = watched((event: unknown) => handle(event));
