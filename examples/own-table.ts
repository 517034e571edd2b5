import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';

/** A table of an example's own functions; all keys are texts. */
export interface OwnTable {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
}

/**
 * Runs a command on a table, which is made where it is missing: a real executor's stack would have it, but an example should start
 * on anybody's desk.
 */
export async function withTable<Answer>(own: OwnTable, command: () => Promise<Answer>): Promise<Answer> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  await createTable(own);
  return command();
}

async function createTable({ client, table, partitionKey, sortKey }: OwnTable): Promise<void> {
  const names = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])];
  const create = new CreateTableCommand({
    TableName: table,
    AttributeDefinitions: names.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    KeySchema: names.map((name) => ({ AttributeName: name, KeyType: name === partitionKey ? 'HASH' : 'RANGE' })),
    BillingMode: 'PAY_PER_REQUEST',
  });
  try {
    await client.send(create);
  } catch (error) {
    // Another function was faster.
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  for (let looks = 0; looks < 100; looks += 1) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
    if (Table?.TableStatus === 'ACTIVE') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The table ${table} does not become active.`);
}
