import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import { sdkClient } from '../local/support/sdk-client.ts';
import { type DynamoTables, dynamoTables, tableNames } from '../support/dynamo-tables.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling } from '../support/stream.ts';
import { wirePage } from '../support/wire-page.ts';
import { formOf } from '../web/page-browser.ts';

interface Row {
  readonly warm: string;
  readonly median: number;
  readonly ratio: number;
}

/** One approval in a warm page, beside the same requests by the bare clients in the same steps; in milliseconds. */
export async function measurePage({ counted, warmUp }: { readonly counted: number; readonly warmUp: number }) {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const tables = await dynamoTables(directory);
  const page: number[] = [];
  const bare: number[] = [];
  try {
    for (let round = 0; round < warmUp + counted; round += 1) {
      const made = await wirePage(tables, { harness: scriptedHarness([calling(buying('c1', 'a chair'))]), held: 0 });
      const first = await made.page.get(made.secretOf('morgan@example.com'));
      const second = await made.page.post(formOf(first.html, 'approve'));
      const form = formOf(second.html, 'approve');
      const began = performance.now();
      await made.page.post(form);
      const answered = performance.now();
      await sameRequests(tables, { chain: made.waiting.runId, url: made.statesUrl, round });
      if (round >= warmUp) {
        page.push(answered - began);
        bare.push(performance.now() - answered);
      }
      await made.close();
    }
  } finally {
    await tables.close();
    rmSync(directory, { recursive: true, force: true });
  }
  const [ofPage, ofClients] = [median(page), median(bare)];
  const row = (warm: string, value: number): Row => ({
    warm,
    median: Number(value.toFixed(1)),
    ratio: Number((value / ofClients).toFixed(2)),
  });
  return [row('an approval, the page answered', ofPage), row('the same requests, the clients alone', ofClients)];
}

// As the test of the steps counts them: what there is to read, the put, the send beside what the answer shows, the token again.
async function sameRequests(
  tables: DynamoTables,
  { chain, url, round }: { readonly chain: string; readonly url: string; readonly round: number },
): Promise<void> {
  const dynamodb = tables.client();
  const states = new SFNClient(sdkClient(url));
  const query = (TableName: string, attribute: string, value: string) =>
    dynamodb.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: '#key = :key',
        ExpressionAttributeNames: { '#key': attribute },
        ExpressionAttributeValues: { ':key': { S: value } },
        ConsistentRead: true,
      }),
    );
  const Key = { key: { S: 'link' }, sort: { S: 'link' } };
  await Promise.all([
    dynamodb.send(new GetItemCommand({ TableName: tableNames.operational, Key, ConsistentRead: true })),
    query(tableNames.audit, 'chain', chain),
    query(tableNames.operational, 'key', 'token'),
    query(tableNames.contents, 'runId', 'none'),
  ]);
  const Item = { chain: { S: `bench-${round}` }, seq: { N: '0' }, bytes: { B: new Uint8Array(900) } };
  await dynamodb.send(new PutItemCommand({ TableName: tableNames.audit, Item }));
  await Promise.all([
    states.send(new SendTaskSuccessCommand({ taskToken: 'token', output: '{}' })),
    query(tableNames.contents, 'runId', 'none'),
    query(tableNames.contents, 'runId', 'none'),
  ]);
  await query(tableNames.operational, 'key', 'token');
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
