import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { auditTable } from '../../lib/aws/audit-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { countedLedger } from '../../lib/gate/counted-ports.ts';
import { readSettings } from '../../lib/settings.ts';
import { gateBeside } from '../gate-beside.ts';
import { newsLetters } from '../news-letters.ts';
import { noticePorts } from '../notice-ports.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { tellHandler } from './handler.ts';

const settings = readSettings('tell');
const gate = gateBeside();
const { count, watched } = operations(gate);
const dynamodb = new DynamoDBClient({});
const operational = operationalTable(dynamodb, { tableName: settings.OPERATIONAL_TABLE, clock: surroundings.clock });

const handle = tellHandler({
  ...surroundings,
  ...noticePorts(gate, { topicArns: settings.TOPIC_ARNS, operational }),
  gate,
  ledger: countedLedger(auditTable(dynamodb, settings.AUDIT_TABLE), count),
  contents: contentTable(dynamodb, settings.CONTENT_TABLE),
  render: newsLetters,
});

export const handler = watched((event: unknown) => handle(event));
