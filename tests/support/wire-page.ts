import { SFNClient } from '@aws-sdk/client-sfn';
import { auditTable, gateChains } from '../../lib/aws/audit-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { taskCallback } from '../../lib/aws/task-callback.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import type { RequestId, RunId } from '../../lib/core/ids.ts';
import { advance } from '../../lib/gate/advance.ts';
import { ask } from '../../lib/gate/ask.ts';
import { listen } from '../../lib/local/http-server.ts';
import { sdkClient } from '../local/support/sdk-client.ts';
import { bench, execution, oneInvocation } from './bench.ts';
import { type DynamoTables, tableNames } from './dynamo-tables.ts';
import { gatePage } from './gate-page.ts';
import type { ScriptedHarness } from './scripted-harness.ts';
import { heldMs, recordedWire } from './wire.ts';

/** A run that waits in real tables, and its page as the function serves it, over the clients of the SDK and their wire. */
export async function wirePage(
  tables: DynamoTables,
  {
    harness,
    gate,
    held = heldMs,
  }: { readonly harness: ScriptedHarness; readonly gate?: GateFile; readonly held?: number },
) {
  const wire = recordedWire(held);
  const states = await startedStates();
  const options = { ...sdkClient(states.url), requestHandler: wire.requestHandler };
  const dynamodb = tables.client({ requestHandler: wire.requestHandler });
  const made = bench({ harness, ...(gate === undefined ? {} : { gate }) });
  // A chain of its own per page: the tables are shared by the tests of a file.
  const started = { ...execution, executionName: `wire-${Math.random().toString(36).slice(2)}` };
  const ports = {
    ...made.ports,
    ledger: auditTable(dynamodb, tableNames.audit),
    chains: gateChains(dynamodb, tableNames.audit),
    contents: contentTable(dynamodb, tableNames.contents),
    operational: operationalTable(dynamodb, { tableName: tableNames.operational, clock: made.clock.now }),
    callback: taskCallback(new SFNClient(options)),
  };
  const goOn = () => advance(oneInvocation(ports), started, { prompt: 'Buy a chair.', requester: 'sam' });
  const next = await goOn();
  if (next.next !== 'ask') throw new Error(`The run does not wait, it says ${next.next}.`);
  const waiting = { runId: next.runId as RunId, requestId: next.requestId as RequestId };
  const enteredAt = new Date(made.clock.now()).toISOString();
  await ask(oneInvocation(ports), { ...waiting, taskToken: 'the-token', enteredAt });
  const page = gatePage(ports);
  wire.taken();
  return {
    ...made,
    ports,
    waiting,
    /** One more entering of Advance. */
    goOn,
    wire,
    woken: states.woken,
    statesUrl: states.url,
    close: states.close,
    page,
  };
}

/** Step Functions as far as a callback knows it. */
async function startedStates() {
  const woken: string[] = [];
  const server = await listen(
    async ({ body }) => {
      const { taskToken } = JSON.parse(Buffer.from(body).toString()) as { readonly taskToken: string };
      woken.push(taskToken);
      return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: '{}' };
    },
    { port: 0, onError: () => {} },
  );
  return { url: server.url, woken, close: server.close };
}
