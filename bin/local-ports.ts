import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ExecutionDoesNotExist, SFNClient } from '@aws-sdk/client-sfn';
import { auditTable } from '../lib/aws/audit-table.ts';
import { contentTable } from '../lib/aws/content-table.ts';
import { runOfExecution } from '../lib/aws/executions.ts';
import type { CliPorts } from '../lib/cli/ports.ts';
import type { RunId } from '../lib/core/ids.ts';
import type { LocalEndpoints } from './serve-local.ts';

/** The commands' ports to the desk that runs in a folder. @throws Error when there is none */
export function localPorts(folder: string): CliPorts {
  const file = join(folder, 'endpoints.json');
  if (!existsSync(file)) {
    throw new Error(
      `There is no ${file}. Start the local desk first (npm start), or name its folder with --local PATH.`,
    );
  }
  const { endpoints, region, tables } = JSON.parse(readFileSync(file, 'utf8')) as LocalEndpoints;
  const access = { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  const dynamodb = new DynamoDBClient({ ...access, endpoint: endpoints.dynamodb });
  const sfn = new SFNClient({ ...access, endpoint: endpoints.states });
  const ledger = auditTable(dynamodb, tables.audit);
  return {
    ledger,
    contents: contentTable(dynamodb, tables.contents),
    async runNamed(word) {
      const runId = word.startsWith('arn:') ? await runOf(sfn, word) : (word as RunId);
      return runId !== undefined && (await ledger.load(runId)).length > 0 ? runId : undefined;
    },
  };
}

async function runOf(sfn: SFNClient, executionArn: string): Promise<RunId | undefined> {
  try {
    return await runOfExecution(sfn, executionArn);
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return undefined;
    throw error;
  }
}
