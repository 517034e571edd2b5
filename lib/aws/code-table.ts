import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import type { Codes, KeptCode } from '../gate/ports.ts';

// Codes end after minutes; what is kept of them only has to outlast the clocks of two functions.
const keptSeconds = 24 * 3600;

/** What is kept of the codes of answers, in the operational table: each item is put once, under a key of its own, and never changed. */
export function codeTable(
  client: DynamoDBClient,
  { tableName, clock }: { readonly tableName: string; readonly clock: () => number },
): Codes {
  const put = async (Item: Readonly<Record<string, { readonly S: string }>>): Promise<boolean> => {
    try {
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: { ...Item, expiresAt: { N: String(Math.floor(clock() / 1000) + keptSeconds) } },
          ConditionExpression: 'attribute_not_exists(#key)',
          ExpressionAttributeNames: { '#key': 'key' },
        }),
      );
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return false;
    }
  };
  return {
    async put({ codeId, linkHash, issuedAt, mac }) {
      await put({ key: { S: `code#${linkHash}` }, sort: { S: `${issuedAt}#${codeId}` }, mac: { S: mac } });
    },
    newest: (linkHash) => newestCode(client, tableName, linkHash),
    async claimTry(codeId, most) {
      for (let number = 1; number <= most; number += 1) {
        if (await put({ key: { S: `code#${codeId}` }, sort: { S: `try#${number}` } })) return number;
      }
      return undefined;
    },
  };
}

async function newestCode(client: DynamoDBClient, tableName: string, linkHash: string): Promise<KeptCode | undefined> {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: '#key = :key',
      ExpressionAttributeNames: { '#key': 'key' },
      ExpressionAttributeValues: { ':key': { S: `code#${linkHash}` } },
      ScanIndexForward: false,
      Limit: 1,
      ConsistentRead: true,
    }),
  );
  const [item] = Items ?? [];
  if (item === undefined) return undefined;
  const [issuedAt = '', codeId = ''] = (item['sort']?.S ?? '').split('#');
  return { codeId, linkHash, issuedAt, mac: item['mac']?.S ?? '' };
}
