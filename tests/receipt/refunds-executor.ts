import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ReceiptClaims } from '../../lib/core/receipt-claims.ts';
import { type ExecutorBench, freshClaims } from './executor-bench.ts';
import { executorArn, receiptOf, withPayload } from './receipt-builder.ts';

const input = { orderId: 'A-1001', amount: 120, reason: 'damaged' };

/** The example executor that is idempotent: it writes under the key of the call, so that a receipt may come again. */
export function refundsExecutorTests(bench: ExecutorBench): void {
  const fresh = (jti: string, changes: Partial<ReceiptClaims> = {}) =>
    freshClaims(input, { tool: 'refund', jti, ...changes });

  function invoke(receipt: string, given: object = input) {
    return bench.executors().refund({ input: given as typeof input, receipt }, { invokedFunctionArn: executorArn });
  }

  async function paid(): Promise<readonly number[]> {
    const { read } = bench.executors();
    return (await read('bank', 'A-1001')).map(({ cents }) => cents);
  }

  test('pays once, however often the same receipt or a newer one for the same call comes', async () => {
    const receipt = await bench.signed(fresh('once'));
    const answers = [await invoke(receipt), await invoke(receipt), await invoke(await bench.signed(fresh('once')))];
    for (const answer of answers) expect(answer).toMatchObject({ status: 'done', result: { reference: 'once' } });
    expect(await paid()).toEqual([12_000]);
  });

  test.each<[string, string, () => Promise<string> | string, object?]>([
    [
      'a forged receipt',
      'forged',
      () => receiptOf(fresh('a'), { by: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
    ],
    [
      'one with other approvers',
      'forged',
      async () => withPayload(await bench.signed(fresh('b')), (old) => ({ ...old, approvers: [] })),
    ],
    ['one for another executor', 'other-audience', () => bench.signed(fresh('c', { aud: `${executorArn}-2` }))],
    [
      'one that has expired',
      'expired',
      () => bench.signed(fresh('d', { iat: fresh('d').iat - 1000, exp: fresh('d').iat - 100 })),
    ],
    ['one for another tool', 'other-tool', () => bench.signed(fresh('e', { tool: 'find_order' }))],
    ['one cent more than approved', 'other-input', () => bench.signed(fresh('f')), { ...input, amount: 120.01 }],
    ['another order', 'other-input', () => bench.signed(fresh('g')), { ...input, orderId: 'A-1002' }],
  ])('pays nothing for %s', async (_, code, receiptFor, given = input) => {
    const before = await paid();
    await expect(invoke(await receiptFor(), given)).rejects.toMatchObject({ name: 'Countersign.ReceiptRefused', code });
    expect(await paid()).toEqual(before);
    expect(await bench.executors().read('bank', 'A-1002')).toEqual([]);
  });
}
