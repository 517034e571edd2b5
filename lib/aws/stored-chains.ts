import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { RunId } from '../core/ids.ts';

/**
 * The ids of all chains in the audit table, found by their first commits. It reads the whole table: for an export, never for
 * a function. A chain without a first commit would be missed here; whoever checks one by its id finds that.
 */
export async function storedChains(client: DynamoDBClient, tableName: string): Promise<readonly RunId[]> {
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      ConsistentRead: true,
      ProjectionExpression: '#chain',
      FilterExpression: '#seq = :first',
      ExpressionAttributeNames: { '#chain': 'chain', '#seq': 'seq' },
      ExpressionAttributeValues: { ':first': { N: '0' } },
    },
  );
  const chains: RunId[] = [];
  for await (const { Items = [] } of pages)
    chains.push(...Items.flatMap((item) => (item['chain']?.S === undefined ? [] : [item['chain'].S as RunId])));
  return chains.sort();
}
