import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { auditTable } from '../lib/aws/audit-table.ts';
import { contentTable, loadContent } from '../lib/aws/content-table.ts';
import { describeExecution, newestExecutions, runningExecutions, startExecution } from '../lib/aws/executions.ts';
import { postSigned } from '../lib/aws/signed-route.ts';
import { storedChains } from '../lib/aws/stored-chains.ts';
import type { CliPorts, Target } from '../lib/cli/ports.ts';
import type { RunId } from '../lib/core/ids.ts';
import { gatePlace } from './gate-place.ts';

/** The commands' ports to a gate, in an account or on a desk. @throws Error when the target has none */
export async function connect(target: Target): Promise<CliPorts> {
  const place = await gatePlace(target);
  const { region, stateMachineArn, tables, pageUrl, endpoints, credentials, now } = place;
  const access = { region, ...(credentials === undefined ? {} : { credentials }) };
  const dynamodb = new DynamoDBClient({ ...access, ...(endpoints && { endpoint: endpoints.dynamodb }) });
  const sfn = new SFNClient({ ...access, ...(endpoints && { endpoint: endpoints.states }) });
  const ledger = auditTable(dynamodb, tables.audit);
  // Resolved by a client, so that profiles, roles and SSO work as they do for everything else.
  const routes = { url: pageUrl, region, credentials: () => sfn.config.credentials() };
  const execution = (executionArn: string) => describeExecution(sfn, executionArn);
  return {
    ledger,
    contents: contentTable(dynamodb, tables.contents),
    now,
    pause: async (milliseconds) => {
      await sleep(milliseconds);
    },
    async runNamed(word) {
      const runId = word.startsWith('arn:') ? (await execution(word))?.runId : (word as RunId);
      return runId !== undefined && (await ledger.load(runId)).length > 0 ? runId : undefined;
    },
    execution,
    executions: (which) =>
      which === 'running' ? runningExecutions(sfn, stateMachineArn) : newestExecutions(sfn, stateMachineArn),
    chains: () => storedChains(dynamodb, tables.audit),
    sealedContent: (runId, { contentId }) => loadContent(dynamodb, tables.contents, { runId, contentId }),
    async startClaimed(input) {
      const { executionArn } = await startExecution(sfn, { stateMachineArn, input });
      const started = await execution(executionArn);
      if (started === undefined)
        throw new Error(`Step Functions does not know ${executionArn}, which it just started.`);
      return started;
    },
    route: (path, body) => postSigned(routes, { path, body }),
  };
}
