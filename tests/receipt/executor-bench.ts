import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, vi } from 'vitest';
import { receiptSigner } from '../../lib/aws/receipt-signer.ts';
import { canonicalJson, type Json } from '../../lib/core/canonical-json.ts';
import { sha256Hex } from '../../lib/core/hashes.ts';
import type { ReceiptClaims } from '../../lib/core/receipt-claims.ts';
import { movableClock } from '../../lib/local/clock.ts';
import { startDynamoDb } from '../../lib/local/dynamodb.ts';
import { startKms } from '../../lib/local/kms.ts';
import { sdkClient } from '../local/support/sdk-client.ts';
import { claims, keyArn } from './receipt-builder.ts';

export type ExecutorBench = ReturnType<typeof executorBench>;

/**
 * A KMS and a DynamoDB for the examples' executors, whose modules are imported once they are there: they read their environment
 * then, and once. So one test file has them all.
 */
export function executorBench() {
  const directory = mkdtempSync(join(tmpdir(), 'executor-'));
  const closing: (() => unknown)[] = [];
  const started: { kms?: KMSClient; executors?: Executors } = {};

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
    started.executors = await importExecutors();
    started.kms = new KMSClient(sdkClient(keys.url));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    started.kms?.destroy();
    for (const close of closing) await close();
  });

  return {
    /** A receipt by the key of the KMS. */
    signed: (claimed: ReceiptClaims) => {
      if (started.kms === undefined) throw new Error('Sign only inside of a test.');
      return receiptSigner(started.kms, keyArn).sign(claimed);
    },
    executors: () => {
      if (started.executors === undefined) throw new Error('Invoke only inside of a test.');
      return started.executors;
    },
  };
}

type Executors = Awaited<ReturnType<typeof importExecutors>>;

async function importExecutors() {
  const { handler: vote } = await import('../../examples/upvote/functions/board-vote.ts');
  const { handler: refund } = await import('../../examples/refunds/functions/shop-refund.ts');
  const { read } = await import('../../examples/refunds/store.ts');
  return { vote, refund, read };
}

/** Claims of a receipt that was signed just now, for one call with this input. */
export function freshClaims(input: Json, changes: Partial<ReceiptClaims> = {}): ReceiptClaims {
  const iat = Math.floor(Date.now() / 1000);
  const right = claims({ iat, exp: iat + 900, inputHash: sha256Hex(canonicalJson(input)) }) as ReceiptClaims;
  return { ...right, ...changes };
}
