import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ReceiptClaims } from '../../lib/core/receipt-claims.ts';
import { type ExecutorBench, freshClaims } from './executor-bench.ts';
import { executorArn, receiptOf, withPayload } from './receipt-builder.ts';

const input = { item: '4021' };

/** The example executor that uses each receipt once, as its module stands, beside a KMS and a DynamoDB. */
export function upvoteExecutorTests(bench: ExecutorBench): void {
  const fresh = (jti: string, changes: Partial<ReceiptClaims> = {}) =>
    freshClaims(input, { tool: 'upvote', jti, ...changes });
  const signed = (jti: string, changes: Partial<ReceiptClaims> = {}) => bench.signed(fresh(jti, changes));

  function invoke(receipt: string, given: object = input) {
    // Some of what is given is not what the type promises: an event is whatever somebody sends.
    return bench
      .executors()
      .vote({ input: given as typeof input, receipt, runId: 'run-1' }, { invokedFunctionArn: executorArn });
  }

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
}
