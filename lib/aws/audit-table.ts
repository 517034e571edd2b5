import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import type { StoredCommit } from '../core/commit.ts';
import type { GateChains, Ledger } from '../gate/ports.ts';

/**
 * The ledger in its DynamoDB table: one item per commit, `chain` and `seq` as its key, the canonical bytes as they were
 * hashed. This is the only code that puts to the audit table, and it never overwrites: IAM cannot demand that condition.
 */
export function auditTable(client: DynamoDBClient, tableName: string): Ledger {
  return {
    load: (chain) => loadChain(client, tableName, chain),
    append: (commit) => append(client, tableName, commit),
  };
}

/** The chains of grants and of the stop, which are read at their ends only: the guard answers within a tool call. */
export function gateChains(client: DynamoDBClient, tableName: string): GateChains {
  return {
    newest: (chain) => newestTwo(client, tableName, chain),
    append: (commit) => append(client, tableName, commit),
  };
}

/** Every stored commit of a chain in order, by consistent reads, page by page. */
export async function loadChain(
  client: DynamoDBClient,
  tableName: string,
  chain: string,
): Promise<readonly StoredCommit[]> {
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName,
      KeyConditionExpression: '#chain = :chain',
      ExpressionAttributeNames: { '#chain': 'chain' },
      ExpressionAttributeValues: { ':chain': { S: chain } },
      ConsistentRead: true,
    },
  );
  const stored: StoredCommit[] = [];
  for await (const page of pages) {
    for (const item of page.Items ?? []) stored.push(storedCommit(chain, item));
  }
  return stored;
}

async function newestTwo(client: DynamoDBClient, tableName: string, chain: string): Promise<readonly StoredCommit[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: '#chain = :chain',
      ExpressionAttributeNames: { '#chain': 'chain' },
      ExpressionAttributeValues: { ':chain': { S: chain } },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: 2,
    }),
  );
  return Items.map((item) => storedCommit(chain, item)).reverse();
}

function storedCommit(chain: string, item: Record<string, AttributeValue>): StoredCommit {
  return {
    chain,
    seq: Number(item['seq']?.N),
    bytes: item['bytes']?.B ?? new Uint8Array(),
    hash: item['hash']?.S ?? '',
  };
}

type Storable = StoredCommit & { readonly at: string };

async function append(client: DynamoDBClient, tableName: string, commit: Storable): Promise<'appended' | 'taken'> {
  try {
    await client.send(
      new PutItemCommand({
        TableName: tableName,
        Item: {
          chain: { S: commit.chain },
          seq: { N: String(commit.seq) },
          bytes: { B: commit.bytes },
          hash: { S: commit.hash },
          at: { S: commit.at },
        },
        // The number is free: nothing was appended since the head that this commit follows.
        ConditionExpression: 'attribute_not_exists(#chain)',
        ExpressionAttributeNames: { '#chain': 'chain' },
      }),
    );
    return 'appended';
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // Ours may have been written and its answer lost: then the SDK's own retry finds it there, byte for byte.
    const there = await bytesAt(client, tableName, commit);
    return there !== undefined && Buffer.compare(there, commit.bytes) === 0 ? 'appended' : 'taken';
  }
}

async function bytesAt(
  client: DynamoDBClient,
  tableName: string,
  { chain, seq }: Pick<StoredCommit, 'chain' | 'seq'>,
): Promise<Uint8Array | undefined> {
  const Key = { chain: { S: chain }, seq: { N: String(seq) } };
  const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key, ConsistentRead: true }));
  return Item?.['bytes']?.B;
}
