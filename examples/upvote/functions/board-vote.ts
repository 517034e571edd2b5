import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { useOnce, verifyReceipt } from '../../../lib/receipt/verify-receipt.ts';
import { gateKey } from '../../gate-key.ts';
import { withTable } from '../../own-table.ts';
import { postVote } from '../board.ts';

interface Asked {
  readonly input: { readonly item: string };
  readonly receipt: string;
  readonly runId: string;
}

interface Invoked {
  readonly invokedFunctionArn: string;
}

const client = new DynamoDBClient({});
const used = { client, table: 'upvote-example-used', partitionKey: 'jti' };

/** Executor of upvote. The board has no keys to tell a repetition by, so each receipt is used once. */
export async function handler({ input, receipt, runId }: Asked, { invokedFunctionArn }: Invoked) {
  const { jti } = await verifyReceipt(receipt, { ...gateKey, aud: invokedFunctionArn, tool: 'upvote', input });
  await withTable(used, () => useOnce(jti, used));
  const { status, page } = await postVote({ item: input.item, voter: runId });
  // As naive as many a client: it takes 200 for a vote. That is what the verifier is for.
  return status === 200
    ? { status: 'done', result: { httpStatus: status, page } }
    : { status: 'failed', reason: `The board answered with ${status}.` };
}
