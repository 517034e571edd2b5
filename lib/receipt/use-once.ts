import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ReceiptRefused } from './receipt-refused.ts';

export type UseOnceOptions = {
  /** The executor's own table, with the partition key `jti` (a string) and no sort key. */
  readonly table: string;
  readonly client: DynamoDBClient;
  /**
   * Seconds since 1970, kept as `until` for the table's time to live. No sooner than the receipt's `exp` and the `actWithin` of the
   * gate file together: until then the gate may try the call again, with a new receipt and the same key. @default kept for good
   */
  readonly until?: number;
};

/**
 * Marks a receipt as used, in one conditional put. Call it last, right before the point of no return: whoever comes second with the
 * same call is refused, even if the first one died in the middle.
 * @throws ReceiptRefused 'replayed' when it was used before
 */
export async function useOnce(jti: string, { table, client, until }: UseOnceOptions): Promise<void> {
  // The client repeats a put whose answer was lost: without a mark of its own it would find itself there and refuse.
  const use = { S: randomUUID() };
  try {
    await client.send(
      new PutItemCommand({
        TableName: table,
        Item: { jti: { S: jti }, use, ...(until === undefined ? {} : { until: { N: String(until) } }) },
        ConditionExpression: 'attribute_not_exists(jti) OR #use = :use',
        ExpressionAttributeNames: { '#use': 'use' },
        ExpressionAttributeValues: { ':use': use },
      }),
    );
  } catch (cause) {
    if (!(cause instanceof ConditionalCheckFailedException)) throw cause;
    throw new ReceiptRefused(
      'replayed',
      `The call ${jti} was begun before. Do not do it again: answer with what came of it then, or fail.`,
      { cause },
    );
  }
}
