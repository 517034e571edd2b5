import { SFNClient } from '@aws-sdk/client-sfn';
import { onTestFinished } from 'vitest';
import { verdictPageHandler } from '../../lambdas/verdict-page/handler.ts';
import { auditTable, gateChains } from '../../lib/aws/audit-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { taskCallback } from '../../lib/aws/task-callback.ts';
import type { RequestId, RunId } from '../../lib/core/ids.ts';
import { advance } from '../../lib/gate/advance.ts';
import { ask } from '../../lib/gate/ask.ts';
import { listen } from '../../lib/local/http-server.ts';
import { sdkClient } from '../local/support/sdk-client.ts';
import { bench, execution, oneInvocation } from './bench.ts';
import { type DynamoTables, tableNames } from './dynamo-tables.ts';
import type { ScriptedHarness } from './scripted-harness.ts';
import { recordedWire } from './wire.ts';

/** A run that waits in real tables, and its page as the function serves it, over the clients of the SDK and their wire. */
export async function wirePage(tables: DynamoTables, { harness }: { readonly harness: ScriptedHarness }) {
  const wire = recordedWire();
  const states = await startedStates();
  const options = { ...sdkClient(states.url), requestHandler: wire.requestHandler };
  const dynamodb = tables.client({ requestHandler: wire.requestHandler });
  const made = bench({ harness });
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
  const next = await advance(oneInvocation(ports), started, { prompt: 'Buy a chair.', requester: 'sam' });
  if (next.next !== 'ask') throw new Error(`The run does not wait, it says ${next.next}.`);
  const waiting = { runId: next.runId as RunId, requestId: next.requestId as RequestId };
  const enteredAt = new Date(made.clock.now()).toISOString();
  await ask(oneInvocation(ports), { ...waiting, taskToken: 'the-token', enteredAt });
  const failures: unknown[] = [];
  const failed = ({ error }: { readonly error: unknown }) => void failures.push(error);
  const handle = verdictPageHandler({ ...ports, wakeFailed: failed }, { origin: 'https://page.example', failed });
  wire.taken();
  return {
    ...made,
    ports,
    waiting,
    wire,
    failures,
    woken: states.woken,
    get: (linkSecret: string, query = '') => handle(event('GET', { path: `/a/${linkSecret}`, query })),
    post: (fields: Readonly<Record<string, string>>) =>
      handle(event('POST', { path: '/verdict', body: new URLSearchParams(fields).toString() })),
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
  onTestFinished(server.close);
  return { url: server.url, woken };
}

interface Sent {
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
}

function event(method: string, { path, query = '', body }: Sent): Parameters<ReturnType<typeof verdictPageHandler>>[0] {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    headers: { host: 'page.example', 'content-type': 'application/x-www-form-urlencoded' },
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      authentication: null,
      authorizer: {},
      domainName: 'page.example',
      domainPrefix: 'page',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
      requestId: 'id',
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
    body: body ?? null,
    isBase64Encoded: false,
  };
}
