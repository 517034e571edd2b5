interface Asked {
  readonly input: { readonly what: string };
  readonly idempotencyKey: string;
  readonly outcome: string;
  readonly approvedBy: readonly { readonly id: string }[];
}

// What was asked of this function so far, while its thread lives.
const asked: string[] = [];

/** An executor that does as the input says. */
export async function handler({ input: { what }, idempotencyKey, outcome, approvedBy }: Asked) {
  asked.push(idempotencyKey);
  const attempt = asked.filter((key) => key === idempotencyKey).length;
  if (what === 'fail') return { status: 'failed', reason: 'The till is shut.' };
  if (what === 'busy' && attempt === 1) return { status: 'retry', reason: 'The till is busy.' };
  if (what === 'throw') throw new Error('The till caught fire.');
  return { status: 'done', result: { what, attempt, outcome, by: approvedBy.map(({ id }) => id) } };
}
