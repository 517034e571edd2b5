import { verifyReceipt } from '../../../lib/receipt/verify-receipt.ts';
import { gateKey } from '../../gate-key.ts';
import { centsOf, orderOf, read, write } from '../store.ts';

interface Asked {
  readonly input: { readonly orderId: string; readonly amount: number; readonly reason: string };
  readonly receipt: string;
}

interface Invoked {
  readonly invokedFunctionArn: string;
}

/** Executor of refund. Whoever may invoke it still needs the gate's receipt for exactly these arguments. */
export async function handler({ input, receipt }: Asked, { invokedFunctionArn }: Invoked) {
  const { jti } = await verifyReceipt(receipt, { ...gateKey, aud: invokedFunctionArn, tool: 'refund', input });
  const { orderId, amount } = input;
  const order = orderOf(orderId);
  const cents = centsOf(amount);
  if (order === undefined) return { status: 'failed', reason: `The shop has no order ${orderId}.` };
  if (cents === undefined) return { status: 'failed', reason: `${amount} USD is not a sum of whole cents.` };
  const others = (await read('shop', orderId)).filter((line) => line.key !== jti);
  const refunded = others.reduce((sum, line) => sum + line.cents, 0);
  if (refunded + cents > order.paid * 100) {
    return { status: 'failed', reason: `${order.paid} USD were paid, of which ${refunded / 100} were given back.` };
  }
  // Under the key of the call: invoked again, it finds its own lines and pays nothing.
  await write({ book: 'shop', orderId, key: jti, cents });
  // A closed card takes no money. The shop notices days later and says until then that all is well.
  if (order.card === 'open') await write({ book: 'bank', orderId, key: jti, cents });
  return { status: 'done', result: { orderId, refunded: amount, reference: jti.slice(0, 12) } };
}
