import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { compactVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiptSigner } from '../../lib/aws/receipt-signer.ts';
import type { ApproverId } from '../../lib/core/ids.ts';
import type { ReceiptClaims } from '../../lib/core/receipt-claims.ts';
import type { Listening } from '../../lib/local/http-server.ts';
import { startKms } from '../../lib/local/kms.ts';
import { kmsKey, verifyReceipt } from '../../lib/receipt/verify-receipt.ts';
import { sdkClient } from '../local/support/sdk-client.ts';
import { claims, expected, keyArn } from '../receipt/receipt-builder.ts';

const directory = mkdtempSync(join(tmpdir(), 'receipts-'));
const otherKey = `${keyArn}-of-another-gate`;
let service: Listening | undefined;
let kms = new KMSClient({});
beforeAll(async () => {
  service = await startKms({ port: 0, directory, signingKeys: [keyArn, otherKey], log: () => undefined });
  kms = new KMSClient(sdkClient(service.url));
});
afterAll(async () => {
  kms.destroy();
  await service?.close();
  rmSync(directory, { recursive: true, force: true });
});

const right = claims() as ReceiptClaims;

describe('a receipt that the gate signed with its key in KMS', () => {
  test('is accepted by the executor that it is for, which asks KMS for the public key', async () => {
    const receipt = await receiptSigner(kms, keyArn).sign(right);
    expect(await verifyReceipt(receipt, expected({ key: kmsKey(kms, keyArn) }))).toEqual(right);
  });

  test('is a compact JWS for jose and for node:crypto, neither of which knows ours', async () => {
    const receipt = await receiptSigner(kms, keyArn).sign(right);
    const pem = (await kmsKey(kms, keyArn)(keyArn)) ?? '';
    const { payload, protectedHeader } = await compactVerify(receipt, createPublicKey(pem));
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: keyArn, typ: 'countersign-receipt+jwt' });
    expect(JSON.parse(Buffer.from(payload).toString('utf8'))).toEqual(right);

    expect(receipt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{86}$/);
    const [header, body, signature = ''] = receipt.split('.');
    const key = { key: pem, dsaEncoding: 'ieee-p1363' } as const;
    const signed = Buffer.from(`${header}.${body}`);
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(verify('sha256', Buffer.from(`${header}.${body}A`), key, Buffer.from(signature, 'base64url'))).toBe(false);
  });

  test('may be longer than KMS takes as a message', async () => {
    const approvers = Array.from({ length: 100 }, (_, index) => ({
      id: `approver-${index}-with-a-long-name` as ApproverId,
      assurance: 'link' as const,
    }));
    const receipt = await receiptSigner(kms, keyArn).sign({ ...right, approvers });
    expect(receipt.length).toBeGreaterThan(4096);
    expect(await verifyReceipt(receipt, expected({ key: kmsKey(kms, keyArn) }))).toMatchObject({ approvers });
  });

  test('is refused when the key is that of another gate, whose id nobody asks KMS for', async () => {
    const receipt = await receiptSigner(kms, otherKey).sign(right);
    const verifying = verifyReceipt(receipt, expected({ key: kmsKey(kms, keyArn) }));
    await expect(verifying).rejects.toMatchObject({ code: 'unknown-key', message: expect.stringContaining(otherKey) });
  });
});

test('the public key is asked for once, and again after a failure', async () => {
  let requests = 0;
  const broken = new KMSClient({ ...sdkClient('http://127.0.0.1:9'), maxAttempts: 1 });
  broken.middlewareStack.add(
    (next) => (args) => {
      requests += 1;
      return next(args);
    },
    { step: 'initialize' },
  );
  const unreachable = kmsKey(broken, keyArn);
  for (const round of [1, 2]) {
    await expect(unreachable(keyArn)).rejects.toThrow();
    expect(requests).toBe(round);
  }
  broken.destroy();

  const counted = new KMSClient(sdkClient(service?.url ?? ''));
  let asked = 0;
  counted.middlewareStack.add(
    (next) => (args) => {
      asked += 1;
      return next(args);
    },
    { step: 'initialize' },
  );
  const key = kmsKey(counted, keyArn);
  await Promise.all([key(keyArn), key(keyArn)]);
  await key(keyArn);
  expect(asked).toBe(1);
  counted.destroy();
});

test('a failing KMS fails the signing, so that nothing is started without a receipt', async () => {
  const signing = receiptSigner(kms, `${keyArn}-that-is-not-there`).sign(right);
  await expect(signing).rejects.toMatchObject({ name: 'NotFoundException' });
});
