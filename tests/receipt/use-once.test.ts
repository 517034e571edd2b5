import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useOnce } from '../../lib/receipt/verify-receipt.ts';
import { type DynamoTables, dynamoTables } from '../support/dynamo-tables.ts';

const directory = mkdtempSync(join(tmpdir(), 'use-once-'));
const table = 'used-receipts';
let tables: DynamoTables | undefined;
beforeAll(async () => {
  tables = await dynamoTables(directory);
  await clientOf().send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'jti', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'jti', AttributeType: 'S' }],
    }),
  );
});
afterAll(async () => {
  await tables?.close();
  rmSync(directory, { recursive: true, force: true });
});

function clientOf(config?: Parameters<DynamoTables['client']>[0]): DynamoDBClient {
  if (tables === undefined) throw new Error('The tables are not there yet.');
  return tables.client(config);
}

test('a receipt is used once: the second time is refused as a replay', async () => {
  const client = clientOf();
  await useOnce('first', { table, client });
  await expect(useOnce('first', { table, client })).rejects.toMatchObject({
    name: 'Countersign.ReceiptRefused',
    code: 'replayed',
    message: expect.stringContaining('first'),
  });
  await useOnce('other', { table, client });
});

test('of 20 at once one may go on', async () => {
  const client = clientOf();
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => useOnce('raced', { table, client })));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a put whose answer was lost is found to be ours when the SDK sends it again', async () => {
  const real = new NodeHttpHandler();
  let lost = 0;
  const requestHandler: Pick<NodeHttpHandler, 'handle' | 'destroy' | 'updateHttpClientConfig' | 'httpHandlerConfigs'> =
    {
      destroy: () => real.destroy(),
      updateHttpClientConfig: (key, value) => real.updateHttpClientConfig(key, value),
      httpHandlerConfigs: () => real.httpHandlerConfigs(),
      handle: async (request, options) => {
        const answer = await real.handle(request, options);
        if (lost > 0) return answer;
        lost += 1;
        throw Object.assign(new Error('the answer was lost'), { name: 'TimeoutError' });
      },
    };
  await useOnce('lost', { table, client: clientOf({ requestHandler, maxAttempts: 2 }) });
  expect(lost).toBe(1);
  await expect(useOnce('lost', { table, client: clientOf() })).rejects.toMatchObject({ code: 'replayed' });
});

test('until when it is remembered stands in the item, for the time to live of the table', async () => {
  const client = clientOf();
  await useOnce('kept', { table, client, until: 1_772_000_000 });
  const { Item } = await client.send(new GetItemCommand({ TableName: table, Key: { jti: { S: 'kept' } } }));
  expect(Item?.['until']).toEqual({ N: '1772000000' });
});

test('a table that is not there stops the action, and is no replay', async () => {
  await expect(useOnce('any', { table: 'none', client: clientOf() })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});
