import { orderOf, read } from '../store.ts';

interface Asked {
  readonly input: { readonly orderId: string };
}

/** Executor of find_order: what the shop itself has written down, which counts a refund from the moment it was ordered. */
export async function handler({ input: { orderId } }: Asked) {
  const order = orderOf(orderId);
  if (order === undefined) return { status: 'failed', reason: `The shop has no order ${orderId}.` };
  const refunds = await read('shop', orderId);
  const refunded = refunds.reduce((sum, { cents }) => sum + cents, 0) / 100;
  return { status: 'done', result: { orderId, paid: order.paid, refunds: refunds.length, refunded } };
}
