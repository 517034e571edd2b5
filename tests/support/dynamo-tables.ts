import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { movableClock } from '../../lib/local/clock.ts';
import { startDynamoDb } from '../../lib/local/dynamodb.ts';
import { sdkClient } from '../local/support/sdk-client.ts';

export const tableNames = { audit: 'audit', contents: 'contents', operational: 'operational' } as const;

const keys = {
  audit: [
    ['chain', 'S'],
    ['seq', 'N'],
  ],
  contents: [
    ['runId', 'S'],
    ['part', 'S'],
  ],
  operational: [
    ['key', 'S'],
    ['sort', 'S'],
  ],
} as const;

export interface DynamoTables {
  readonly client: (config?: Partial<DynamoDBClientConfig>) => DynamoDBClient;
  readonly close: () => Promise<void>;
}

/** A DynamoDB on this machine with the gate's three tables, for as long as the tests of one file. */
export async function dynamoTables(directory: string): Promise<DynamoTables> {
  const clock = movableClock();
  const service = await startDynamoDb({
    port: 0,
    directory: join(directory, 'dynamodb'),
    clock,
    region: 'us-east-1',
    account: '123456789012',
    log: () => undefined,
  });
  const client = (config: Partial<DynamoDBClientConfig> = {}) =>
    new DynamoDBClient({ ...sdkClient(service.url), ...config });
  const creating = client();
  for (const table of ['audit', 'contents', 'operational'] as const) {
    const [[hash, hashType], [range, rangeType]] = keys[table];
    await creating.send(
      new CreateTableCommand({
        TableName: tableNames[table],
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: hash, KeyType: 'HASH' },
          { AttributeName: range, KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: hash, AttributeType: hashType },
          { AttributeName: range, AttributeType: rangeType },
        ],
      }),
    );
  }
  return {
    client,
    close: async () => {
      creating.destroy();
      await service.close();
      clock.close();
    },
  };
}
