import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AttributeValue,
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditTable, gateChains } from '../../lib/aws/audit-table.ts';
import { codeTable } from '../../lib/aws/code-table.ts';
import { contentTable } from '../../lib/aws/content-table.ts';
import { operationalTable } from '../../lib/aws/operational-table.ts';
import { storedChains } from '../../lib/aws/stored-chains.ts';
import type { ApproverId, ContentId, NoticeId, RequestId, RunId } from '../../lib/core/ids.ts';
import { type DynamoTables, dynamoTables, tableNames } from '../support/dynamo-tables.ts';
import { codesContract } from './codes-contract.ts';
import { contentsContract, put } from './contents-contract.ts';
import { gateChainsContract } from './gate-chains-contract.ts';
import { commitFor, ledgerContract, newChain } from './ledger-contract.ts';
import { operationalContract } from './operational-contract.ts';

const directory = mkdtempSync(join(tmpdir(), 'contracts-'));
let tables: DynamoTables | undefined;

beforeAll(async () => {
  tables = await dynamoTables(directory);
});
afterAll(async () => {
  await tables?.close();
  rmSync(directory, { recursive: true, force: true });
});

const client = (config?: Parameters<DynamoTables['client']>[0]) => {
  if (tables === undefined) throw new Error('The tables are not there yet.');
  return tables.client(config);
};
const now = Date.parse('2026-03-02T09:00:00.000Z');
const operational = () => operationalTable(client(), { tableName: tableNames.operational, clock: () => now });

describe('grants and the stop in the audit table', () =>
  gateChainsContract(() => gateChains(client(), tableNames.audit)));

describe('the audit table', () => {
  ledgerContract(() => auditTable(client(), tableNames.audit));

  test('an export of all finds each chain once, also one whose first commits are gone', async () => {
    const [whole, beheaded] = [newChain(), newChain()];
    const ledger = auditTable(client(), tableNames.audit);
    const first = commitFor(whole, undefined, { mark: 'first' });
    await ledger.append(first);
    await ledger.append(commitFor(whole, first, { mark: 'second' }));
    const item = { chain: { S: beheaded }, seq: { N: '7' }, hash: { S: '' }, bytes: { B: new Uint8Array([1]) } };
    await client().send(new PutItemCommand({ TableName: tableNames.audit, Item: item }));
    const found = await storedChains(client(), tableNames.audit);
    expect(found.filter((chain) => chain === whole || chain === beheaded)).toEqual([whole, beheaded].sort());
  });

  test('a put whose answer was lost is found to be ours when the SDK sends it again', async () => {
    const real = new NodeHttpHandler();
    let lost = 0;
    const handler: Pick<NodeHttpHandler, 'handle' | 'destroy' | 'updateHttpClientConfig' | 'httpHandlerConfigs'> = {
      destroy: () => real.destroy(),
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => real.httpHandlerConfigs(),
      handle: async (request, options) => {
        const answer = await real.handle(request, options);
        if (lost > 0 || !request.headers['x-amz-target']?.endsWith('PutItem')) return answer;
        lost += 1;
        throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
      },
    };
    const ledger = auditTable(client({ requestHandler: handler, maxAttempts: 3 }), tableNames.audit);
    const chain = newChain();
    expect(await ledger.append(commitFor(chain, undefined, { mark: 'ours' }))).toBe('appended');
    expect(lost).toBe(1);
    expect(await ledger.load(chain)).toHaveLength(1);
  });

  test('bytes that are not ours are not taken for ours because somebody wrote our hash beside them', async () => {
    const chain = newChain();
    const commit = commitFor(chain, undefined, { mark: 'ours' });
    const forged = {
      chain: { S: chain },
      seq: { N: '0' },
      bytes: { B: new Uint8Array([1]) },
      hash: { S: commit.hash },
    };
    await client().send(new PutItemCommand({ TableName: tableNames.audit, Item: forged }));
    expect(await auditTable(client(), tableNames.audit).append(commit)).toBe('taken');
  });
});

describe('the content table', () => {
  const contents = () => contentTable(client(), tableNames.contents);

  async function parts(runId: RunId, contentId: ContentId): Promise<readonly Record<string, AttributeValue>[]> {
    const { Items = [] } = await client().send(
      new QueryCommand({
        TableName: tableNames.contents,
        KeyConditionExpression: 'runId = :runId AND begins_with(part, :content)',
        ExpressionAttributeValues: { ':runId': { S: runId }, ':content': { S: `${contentId}#` } },
      }),
    );
    return Items;
  }

  const keyOf = (item: Record<string, AttributeValue>) => ({
    runId: item['runId'] ?? { S: '' },
    part: item['part'] ?? { S: '' },
  });

  async function erase(items: readonly Record<string, AttributeValue>[]): Promise<void> {
    for (const item of items) {
      await client().send(new DeleteItemCommand({ TableName: tableNames.contents, Key: keyOf(item) }));
    }
  }

  contentsContract(() => ({
    contents: contents(),
    erase: async (runId, contentId) => erase(await parts(runId, contentId)),
    damage: async (runId, contentId) => {
      const [first] = await parts(runId, contentId);
      const bytes = Uint8Array.from(first?.['bytes']?.B ?? []);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      await client().send(
        new PutItemCommand({ TableName: tableNames.contents, Item: { ...first, bytes: { B: bytes } } }),
      );
    },
  }));

  test.each([0, 1, 3])('a large content without its part %i is not given as if it were whole', async (missing) => {
    const runId = newChain();
    const sealed = await put(contents(), runId, { name: 'large', bytes: new Uint8Array(1024 * 1024).fill(5) });
    const items = await parts(runId, sealed.contentId);
    expect(items).toHaveLength(4);
    await erase(items.slice(missing, missing + 1));
    await expect(contents().get(runId, sealed)).rejects.toMatchObject({ code: 'tampered' });
  });
});

describe('the codes in the operational table', () => {
  codesContract(() => codeTable(client(), { tableName: tableNames.operational, clock: () => now }));
});

describe('the operational table', () => {
  operationalContract(operational);

  test('overwrites no token, keeps no link secret, and lets everything end by itself after the longest wait', async () => {
    const runId = newChain();
    const requestId = 'request-1' as RequestId;
    const enteredAt = '2026-03-02T09:00:00.000Z';
    // Two enterings in the same millisecond still have a key each.
    await operational().putTaskToken({ runId, requestId, enteredAt, taskToken: 'one' });
    await operational().putTaskToken({ runId, requestId, enteredAt, taskToken: 'two' });
    const link = {
      locator: runId,
      linkHash: 'h',
      runId,
      requestId,
      approverId: 'morgan' as ApproverId,
      noticeId: 'n' as NoticeId,
    };
    await operational().putLink(link);
    const { Items = [] } = await client().send(new ScanCommand({ TableName: tableNames.operational }));
    const ours = Items.filter((item) => item['runId']?.S === runId || item['key']?.S?.includes(runId));
    expect(ours.map((item) => item['taskToken']?.S ?? 'a link').sort()).toEqual(['a link', 'one', 'two']);
    for (const item of ours) {
      const days = (Number(item['expiresAt']?.N) - now / 1000) / 86_400;
      expect(days).toBeGreaterThan(366);
    }
  });
});
