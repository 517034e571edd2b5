import { BedrockAgentCoreClient } from '@aws-sdk/client-bedrock-agentcore';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { auditTable, gateChains } from '../../lib/aws/audit-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { harnessClient } from '../../lib/aws/harness-client.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { countedLedger } from '../../lib/gate/counted-ports.ts';
import { readSettings } from '../../lib/settings.ts';
import { gateBeside } from '../gate-beside.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { advanceHandler } from './handler.ts';

const settings = readSettings('advance');
const gate = gateBeside();
const { count, watched } = operations(gate);
const dynamodb = new DynamoDBClient({});
const harnessTarget = { arn: settings.HARNESS_ARN, qualifier: settings.HARNESS_QUALIFIER };
const { timeoutSeconds, maxIterations, maxTokens } = gate.harness;
const limits = {
  timeoutSeconds,
  ...(maxIterations === undefined ? {} : { maxIterations }),
  ...(maxTokens === undefined ? {} : { maxTokens }),
};

const handle = advanceHandler({
  ...surroundings,
  gate,
  ledger: countedLedger(auditTable(dynamodb, settings.AUDIT_TABLE), count),
  chains: gateChains(dynamodb, settings.AUDIT_TABLE),
  contents: contentTable(dynamodb, settings.CONTENT_TABLE),
  operational: operationalTable(dynamodb, { tableName: settings.OPERATIONAL_TABLE, clock: surroundings.clock }),
  // One attempt: a retry of the SDK's would send a turn twice.
  harness: harnessClient(new BedrockAgentCoreClient({ maxAttempts: 1 }), { ...harnessTarget, ...limits }),
  harnessTarget,
  functionTimeoutSeconds: Number(settings.FUNCTION_TIMEOUT_SECONDS),
});

export const handler = watched((event: unknown) => handle(event));
