import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { auditTable, gateChains } from '../../lib/aws/audit-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { lambdaExecutors } from '../../lib/aws/executors.ts';
import { receiptSigner } from '../../lib/aws/receipt-signer.ts';
import { countedLedger } from '../../lib/gate/counted-ports.ts';
import { readSettings } from '../../lib/settings.ts';
import { gateBeside } from '../gate-beside.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { actHandler } from './handler.ts';

const settings = readSettings('act');
const gate = gateBeside();
const { count, watched } = operations(gate);
const dynamodb = new DynamoDBClient({});

const handle = actHandler({
  ...surroundings,
  gate,
  ledger: countedLedger(auditTable(dynamodb, settings.AUDIT_TABLE), count),
  chains: gateChains(dynamodb, settings.AUDIT_TABLE),
  contents: contentTable(dynamodb, settings.CONTENT_TABLE),
  // One attempt: a retry of the SDK's would invoke an executor twice.
  executors: lambdaExecutors(new LambdaClient({ maxAttempts: 1 })),
  receipts: receiptSigner(new KMSClient({}), settings.RECEIPT_KEY),
  functionTimeoutSeconds: Number(settings.FUNCTION_TIMEOUT_SECONDS),
});

export const handler = watched((event: unknown) => handle(event));
