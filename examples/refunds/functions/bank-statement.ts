import { centsOf, read } from '../store.ts';

interface Acted {
  readonly input: { readonly orderId: string; readonly amount: number };
  readonly idempotencyKey: string;
}

/** Verifier of refund: looks at the bank's book, which the shop does not write when a card is closed. */
export async function handler({ input: { orderId, amount }, idempotencyKey }: Acted) {
  const statement = await read('bank', orderId);
  const line = statement.find(({ key }) => key === idempotencyKey);
  const evidence = { statement: statement.map(({ key, cents }) => ({ key, cents })) };
  if (line !== undefined && line.cents === centsOf(amount)) {
    return { status: 'verified', reason: `The statement has ${amount} USD for order ${orderId}.`, evidence };
  }
  const reason = `The statement has no line of ${amount} USD for order ${orderId}.`;
  return { status: 'refuted', reason, terminal: false, evidence };
}
