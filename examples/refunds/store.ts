import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { withTable } from '../own-table.ts';

/** A little real store with two books: the shop's, where refunds are ordered, and the bank's, where money moves. */

const client = new DynamoDBClient({});
const own = { client, table: 'refunds-example', partitionKey: 'book', sortKey: 'line' };

/** What every customer of this shop has bought. */
const orders: Readonly<Record<string, { readonly paid: number; readonly card: 'open' | 'closed' }>> = {
  'A-1001': { paid: 1500, card: 'open' },
  'A-1002': { paid: 899, card: 'open' },
  'A-1003': { paid: 2400, card: 'open' },
  'A-1009': { paid: 60, card: 'closed' },
};

export function orderOf(orderId: string) {
  return Object.hasOwn(orders, orderId) ? orders[orderId] : undefined;
}

export interface Line {
  readonly book: 'shop' | 'bank';
  readonly orderId: string;
  /** One line per key: whoever writes it again finds it there. */
  readonly key: string;
  readonly cents: number;
}

/** Writes a line; one that is there already stays as it is. */
export async function write({ book, orderId, key, cents }: Line): Promise<void> {
  const Item = { book: { S: `${book}#${orderId}` }, line: { S: key }, cents: { N: String(cents) } };
  const put = new PutItemCommand({ TableName: own.table, Item, ConditionExpression: 'attribute_not_exists(line)' });
  try {
    await withTable(own, () => client.send(put));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** All lines of one order in one book. */
export async function read(book: Line['book'], orderId: string): Promise<readonly Line[]> {
  const query = new QueryCommand({
    TableName: own.table,
    KeyConditionExpression: 'book = :book',
    ExpressionAttributeValues: { ':book': { S: `${book}#${orderId}` } },
    ConsistentRead: true,
  });
  const { Items = [] } = await withTable(own, () => client.send(query));
  return Items.map((item) => ({ book, orderId, key: item['line']?.S ?? '', cents: Number(item['cents']?.N) }));
}

/** Cents of an amount, or undefined where it has more than two decimals. */
export function centsOf(amount: number): number | undefined {
  const cents = Math.round(amount * 100);
  return cents / 100 === amount ? cents : undefined;
}
