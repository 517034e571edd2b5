import { join } from 'node:path';
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { movableClock } from '../../lib/local/clock.ts';
import { ensureTable, startDynamoDb } from '../../lib/local/dynamodb.ts';
import type { Resource } from '../../lib/local/template/stack.ts';
import { sdkClient } from './support/sdk-client.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const item = { pk: { S: 'run-1' }, sk: { N: '1' }, day: { S: '2026-01-01' } };

test('a put on the condition that nothing is there works once', async () => {
  const { client } = await dynamodb();
  const put = new PutItemCommand({ TableName: 'runs', Item: item, ConditionExpression: 'attribute_not_exists(pk)' });
  await client.send(put);
  await expect(client.send(put)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
});

test('the indexes of the template answer queries', async () => {
  const { client } = await dynamodb();
  await client.send(new PutItemCommand({ TableName: 'runs', Item: item }));
  const found = await client.send(
    new QueryCommand({
      TableName: 'runs',
      IndexName: 'byDay',
      KeyConditionExpression: '#day = :day',
      ExpressionAttributeNames: { '#day': 'day' },
      ExpressionAttributeValues: { ':day': { S: '2026-01-01' } },
    }),
  );
  expect(found.Items).toEqual([item]);
});

test('tables and what is in them are kept over a restart', async () => {
  const directory = join(temporaryDirectory(), 'dynamodb');
  const first = await dynamodb({ directory });
  await first.client.send(new PutItemCommand({ TableName: 'runs', Item: item }));
  await first.close();
  const second = await dynamodb({ directory });
  const got = await second.client.send(
    new GetItemCommand({ TableName: 'runs', Key: { pk: item.pk, sk: item.sk }, ConsistentRead: true }),
  );
  expect(got.Item).toEqual(item);
});

test('a table whose keys have changed is an error, and no loss', async () => {
  const { client, url } = await dynamodb();
  await client.send(new PutItemCommand({ TableName: 'runs', Item: item }));
  const changed = table({
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    GlobalSecondaryIndexes: undefined,
  });
  await expect(ensureTable(url, changed)).rejects.toThrow(/other keys or indexes.*delete the desk's directory/);
  expect(
    (await client.send(new GetItemCommand({ TableName: 'runs', Key: { pk: item.pk, sk: item.sk } }))).Item,
  ).toEqual(item);
});

test('a property that a desk would have to ignore at a cost is refused by name', async () => {
  const { url } = await dynamodb();
  await expect(ensureTable(url, table({ StreamSpecification: { StreamViewType: 'NEW_IMAGE' } }))).rejects.toThrow(
    /Runs \(AWS::DynamoDB::Table\).*StreamSpecification/,
  );
});

test("ARNs carry the desk's region and account", async () => {
  const { client } = await dynamodb();
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'runs' }));
  expect(Table?.TableArn).toBe('arn:aws:dynamodb:eu-west-1:111122223333:table/runs');
});

test('a client that goes away in the middle of a request does not bring the service down', async () => {
  const { client, url, lines } = await dynamodb();
  const gone = new AbortController();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"TableName"')),
    pull: () => gone.abort(),
  });
  const halfRequest: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half', signal: gone.signal };
  await expect(fetch(url, halfRequest)).rejects.toThrow();
  await client.send(new PutItemCommand({ TableName: 'runs', Item: item }));
  expect(lines).toEqual([]);
});

function table(changes: Readonly<Record<string, unknown>> = {}): Resource {
  const properties = {
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'N' },
      { AttributeName: 'day', AttributeType: 'S' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byDay',
        KeySchema: [{ AttributeName: 'day', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    ...changes,
  };
  return {
    logicalId: 'Runs',
    type: 'AWS::DynamoDB::Table',
    use: 'served',
    physicalName: 'runs',
    arn: undefined,
    properties,
  };
}

async function dynamodb({ directory = join(temporaryDirectory(), 'dynamodb') } = {}) {
  const clock = movableClock();
  const lines: string[] = [];
  const service = await startDynamoDb({
    port: 0,
    directory,
    clock,
    region: 'eu-west-1',
    account: '111122223333',
    log: (_, line) => lines.push(line),
  });
  await ensureTable(service.url, table());
  const client = new DynamoDBClient(sdkClient(service.url));
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    client.destroy();
    await service.close();
    clock.close();
  };
  onTestFinished(close);
  return { client, url: service.url, lines, close };
}
