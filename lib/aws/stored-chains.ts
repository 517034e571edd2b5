import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { RunId } from '../core/ids.ts';

/**
 * The ids of all chains in the audit table, in order; also of one whose first commits are gone, since that is what whoever
 * exports all of them wants to find. It reads the whole table: for an export, never for a function.
 */
export async function storedChains(client: DynamoDBClient, tableName: string): Promise<readonly RunId[]> {
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      ConsistentRead: true,
      ProjectionExpression: '#chain',
      ExpressionAttributeNames: { '#chain': 'chain' },
    },
  );
  const chains = new Set<RunId>();
  for await (const { Items = [] } of pages) {
    for (const { chain } of Items) if (chain?.S !== undefined) chains.add(chain.S as RunId);
  }
  return [...chains].sort();
}
