import {
  type DynamoDBClient,
  GetItemCommand,
  type GetItemCommandInput,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { sha256Hex } from '../core/hashes.ts';
import type { ApproverId, NoticeId, RequestId, RunId, SessionId } from '../core/ids.ts';
import type { ApprovalLink, Operational, SentMail, SessionStanding } from '../gate/ports.ts';

// Step Functions waits for at most a year, so nothing in this table can be of use for longer.
const keptSeconds = 400 * 24 * 3600;

interface OperationalTableOptions {
  readonly tableName: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Task tokens, hashes of link secrets and what the guard asks about a session: may be lost, is never in the ledger, ends by itself (TTL). */
export function operationalTable(client: DynamoDBClient, { tableName, clock }: OperationalTableOptions): Operational {
  const expiresAt = () => ({ N: String(Math.floor(clock() / 1000) + keptSeconds) });
  return {
    async putLink(link) {
      const { locator, linkHash, runId, requestId, approverId, noticeId } = link;
      const Item = {
        key: { S: `link#${locator}` },
        sort: { S: 'link' },
        linkHash: { S: linkHash },
        runId: { S: runId },
        requestId: { S: requestId },
        approverId: { S: approverId },
        noticeId: { S: noticeId },
        expiresAt: expiresAt(),
      };
      await client.send(new PutItemCommand({ TableName: tableName, Item }));
    },
    findLink: (locator) => findLink(client, tableName, locator),
    async putMail({ messageId, runId, noticeId }) {
      const Item = { ...mailKey(messageId), runId: { S: runId }, noticeId: { S: noticeId }, expiresAt: expiresAt() };
      await client.send(new PutItemCommand({ TableName: tableName, Item }));
    },
    findMail: (messageId) => findMail(client, tableName, messageId),
    async putTaskToken({ runId, requestId, enteredAt, taskToken }) {
      const Item = {
        key: { S: tokenKey(runId, requestId) },
        // The hash keeps two tokens of one entering apart: a key is never written twice.
        sort: { S: `${enteredAt}#${sha256Hex(taskToken).slice(0, 16)}` },
        taskToken: { S: taskToken },
        expiresAt: expiresAt(),
      };
      await client.send(new PutItemCommand({ TableName: tableName, Item }));
    },
    newestTaskToken: (runId, requestId) => newestTaskToken(client, tableName, tokenKey(runId, requestId)),
    async stopSession(sessionId) {
      const Item = { ...stoppedKey(sessionId), expiresAt: expiresAt() };
      await client.send(new PutItemCommand({ TableName: tableName, Item }));
    },
    async putSession({ sessionId, runId, harnessArn, epoch, grantSalt }) {
      const Item = {
        ...ownerKey(sessionId),
        runId: { S: runId },
        harnessArn: { S: harnessArn },
        epoch: { N: String(epoch) },
        grantSalt: { S: grantSalt },
        expiresAt: expiresAt(),
      };
      await client.send(new PutItemCommand({ TableName: tableName, Item }));
    },
    findSession: (sessionId) => findSession(client, tableName, sessionId),
  };
}

async function findLink(client: DynamoDBClient, tableName: string, locator: string): Promise<ApprovalLink | undefined> {
  const Key = { key: { S: `link#${locator}` }, sort: { S: 'link' } };
  const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key, ConsistentRead: true }));
  if (Item === undefined) return undefined;
  return {
    locator,
    linkHash: Item['linkHash']?.S ?? '',
    runId: (Item['runId']?.S ?? '') as RunId,
    requestId: (Item['requestId']?.S ?? '') as RequestId,
    approverId: (Item['approverId']?.S ?? '') as ApproverId,
    noticeId: (Item['noticeId']?.S ?? '') as NoticeId,
  };
}

async function findMail(client: DynamoDBClient, tableName: string, messageId: string): Promise<SentMail | undefined> {
  const { Item } = await client.send(
    new GetItemCommand({ TableName: tableName, Key: mailKey(messageId), ConsistentRead: true }),
  );
  if (Item === undefined) return undefined;
  return { messageId, runId: (Item['runId']?.S ?? '') as RunId, noticeId: (Item['noticeId']?.S ?? '') as NoticeId };
}

async function findSession(
  client: DynamoDBClient,
  tableName: string,
  sessionId: SessionId,
): Promise<SessionStanding | undefined> {
  // Two items under two keys: whoever may stop sessions needs no right to say whose they are. Should either read fail, the
  // whole does, and the guard denies.
  const read = (Key: GetItemCommandInput['Key']) =>
    client.send(new GetItemCommand({ TableName: tableName, Key, ConsistentRead: true }));
  const [{ Item: session }, { Item: stopped }] = await Promise.all([
    read(ownerKey(sessionId)),
    read(stoppedKey(sessionId)),
  ]);
  if (session === undefined) return undefined;
  return {
    sessionId,
    runId: (session['runId']?.S ?? '') as RunId,
    harnessArn: session['harnessArn']?.S ?? '',
    epoch: Number(session['epoch']?.N ?? 0),
    grantSalt: session['grantSalt']?.S ?? '',
    stopped: stopped !== undefined,
  };
}

async function newestTaskToken(client: DynamoDBClient, tableName: string, key: string): Promise<string | undefined> {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: '#key = :key',
      ExpressionAttributeNames: { '#key': 'key' },
      ExpressionAttributeValues: { ':key': { S: key } },
      ScanIndexForward: false,
      Limit: 1,
      ConsistentRead: true,
    }),
  );
  return Items?.[0]?.['taskToken']?.S;
}

function mailKey(messageId: string) {
  return { key: { S: `message#${messageId}` }, sort: { S: 'message' } };
}

function ownerKey(sessionId: SessionId) {
  return { key: { S: `session#${sessionId}` }, sort: { S: 'session' } };
}

function stoppedKey(sessionId: SessionId) {
  return { key: { S: `stopped#${sessionId}` }, sort: { S: 'stopped' } };
}

function tokenKey(runId: RunId, requestId: RequestId): string {
  return `token#${runId}#${requestId}`;
}
