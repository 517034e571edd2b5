import { type AttributeValue, type DynamoDBClient, PutItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import { CountersignError } from '../core/errors.ts';
import { commitment } from '../core/hashes.ts';
import type { RunId } from '../core/ids.ts';
import type { Contents } from '../gate/ports.ts';

// An item holds 400 KB with its names; a part leaves room for them.
const partBytes = 300 * 1024;

/** Sealed bytes with their salts, in parts of at most 300 KiB under `runId` and `<contentId>#<part>`. */
export function contentTable(client: DynamoDBClient, tableName: string): Contents {
  return {
    async put(runId, { contentId, salt, bytes }) {
      const count = Math.max(1, Math.ceil(bytes.length / partBytes));
      const parts = Array.from({ length: count }, (_, part) => ({
        runId: { S: runId },
        part: { S: partKey(contentId, part) },
        parts: { N: String(count) },
        salt: { B: salt },
        bytes: { B: bytes.subarray(part * partBytes, (part + 1) * partBytes) },
      }));
      await Promise.all(parts.map((Item) => client.send(new PutItemCommand({ TableName: tableName, Item }))));
    },
    async get(runId, sealed) {
      const content = await loadContent(client, tableName, { runId, contentId: sealed.contentId });
      if (content === undefined) return undefined;
      const { salt, bytes, isWhole } = content;
      if (!isWhole || salt.length !== 32 || commitment(salt, bytes) !== sealed.commitment) {
        throw new CountersignError(
          'tampered',
          `The content ${sealed.contentId} of ${runId} is not the one that the ledger commits to.`,
        );
      }
      return bytes;
    },
  };
}

/** A content as it is stored, with its salt and unchecked; `undefined` when it was erased. */
export async function loadContent(
  client: DynamoDBClient,
  tableName: string,
  place: { readonly runId: RunId; readonly contentId: string },
): Promise<{ readonly salt: Uint8Array; readonly bytes: Uint8Array; readonly isWhole: boolean } | undefined> {
  const parts = await loadParts(client, tableName, place);
  const [first] = parts;
  if (first === undefined) return undefined;
  return {
    salt: first['salt']?.B ?? new Uint8Array(),
    bytes: new Uint8Array(Buffer.concat(parts.map((item) => item['bytes']?.B ?? new Uint8Array()))),
    isWhole: parts.length === Number(first['parts']?.N),
  };
}

async function loadParts(
  client: DynamoDBClient,
  tableName: string,
  { runId, contentId }: { readonly runId: RunId; readonly contentId: string },
): Promise<readonly Record<string, AttributeValue>[]> {
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName,
      KeyConditionExpression: 'runId = :runId AND begins_with(#part, :content)',
      ExpressionAttributeNames: { '#part': 'part' },
      ExpressionAttributeValues: { ':runId': { S: runId }, ':content': { S: `${contentId}#` } },
      ConsistentRead: true,
    },
  );
  const items: Record<string, AttributeValue>[] = [];
  for await (const page of pages) items.push(...(page.Items ?? []));
  return items;
}

// Padded, so that the order of the keys is the order of the parts.
function partKey(contentId: string, part: number): string {
  return `${contentId}#${String(part).padStart(5, '0')}`;
}
