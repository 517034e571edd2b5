import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { receiptSigner } from '../../lib/aws/receipt-signer.ts';
import { canonicalJson } from '../../lib/core/canonical-json.ts';
import { sha256Hex } from '../../lib/core/hashes.ts';
import type { ReceiptClaims } from '../../lib/core/receipt-claims.ts';
import { movableClock } from '../../lib/local/clock.ts';
import { startDynamoDb } from '../../lib/local/dynamodb.ts';
import { startKms } from '../../lib/local/kms.ts';
import { sdkClient } from '../local/support/sdk-client.ts';
import { claims, executorArn, keyArn, receiptOf, withPayload } from './receipt-builder.ts';

// The example executor that uses each receipt once, as its module stands, beside a KMS and a DynamoDB.
const input = { item: '4021' };
const directory = mkdtempSync(join(tmpdir(), 'executor-'));
const closing: (() => unknown)[] = [];
let handler: typeof import('../../examples/upvote/functions/board-vote.ts')['handler'];
let kms: KMSClient;

beforeAll(async () => {
  const clock = movableClock();
  const log = () => undefined;
  const keys = await startKms({ port: 0, directory, signingKeys: [keyArn], log });
  const tables = await startDynamoDb({
    port: 0,
    directory: join(directory, 'dynamodb'),
    clock,
    region: 'us-east-1',
    account: '123456789012',
    log,
  });
  closing.push(keys.close, tables.close, clock.close, () => rmSync(directory, { recursive: true, force: true }));
  const environment = {
    RECEIPT_ISSUER: 'countersign:shop/prod',
    RECEIPT_KEY_ARN: keyArn,
    AWS_ENDPOINT_URL_KMS: keys.url,
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  ({ handler } = await import('../../examples/upvote/functions/board-vote.ts'));
  kms = new KMSClient(sdkClient(keys.url));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  kms?.destroy();
  for (const close of closing) await close();
});

/** Claims of a receipt that was signed just now, for one call of the example's tool. */
function fresh(jti: string, changes: Partial<ReceiptClaims> = {}) {
  const iat = Math.floor(Date.now() / 1000);
  const inputHash = sha256Hex(canonicalJson(input));
  return { ...claims({ tool: 'upvote', iat, exp: iat + 900, jti, inputHash }), ...changes } as ReceiptClaims;
}

const signed = (jti: string, changes: Partial<ReceiptClaims> = {}) =>
  receiptSigner(kms, keyArn).sign(fresh(jti, changes));

function invoke(receipt: string, given: object = input) {
  // Some of what is given is not what the type promises: an event is whatever somebody sends.
  return handler({ input: given as typeof input, receipt, runId: 'run-1' }, { invokedFunctionArn: executorArn });
}

describe('the example executor', () => {
  test('does what the receipt is for, once: replayed, it is refused', async () => {
    const receipt = await signed('once');
    expect(await invoke(receipt)).toMatchObject({ status: 'done' });
    await expect(invoke(receipt)).rejects.toMatchObject({ code: 'replayed' });
    // A new receipt for the same call has the same jti.
    await expect(invoke(await signed('once', { digest: 'e2'.repeat(32) }))).rejects.toMatchObject({ code: 'replayed' });
  });

  test.each<[string, string, () => Promise<string> | string]>([
    [
      'was forged',
      'forged',
      () => receiptOf(fresh('a'), { by: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
    ],
    ['has an edited digest', 'forged', async () => withPayload(await signed('b'), (old) => ({ ...old, digest: 'f3' }))],
    ['is for another executor', 'other-audience', () => signed('c', { aud: `${executorArn}-other` })],
    ['is of another gate', 'other-issuer', () => signed('d', { iss: 'countersign:shop/dev' })],
    ['has expired', 'expired', () => signed('e', { iat: fresh('e').iat - 1000, exp: fresh('e').iat - 100 })],
    ['is for another tool', 'other-tool', () => signed('f', { tool: 'downvote' })],
    ['is missing', 'unreadable', () => ''],
  ])('does nothing when the receipt %s', async (_, code, receiptFor) => {
    await expect(invoke(await receiptFor())).rejects.toMatchObject({ name: 'Countersign.ReceiptRefused', code });
  });

  test('does nothing when one argument was changed, and the receipt is still good for the right ones', async () => {
    const receipt = await signed('changed');
    for (const given of [{ item: '4022' }, { item: 4021 }, { ...input, extra: true }, {}]) {
      await expect(invoke(receipt, given)).rejects.toMatchObject({ code: 'other-input' });
    }
    expect(await invoke(receipt)).toMatchObject({ status: 'done' });
  });
});
