import { votersOf } from '../board.ts';

interface Acted {
  readonly input: { readonly item: string };
  readonly runId: string;
}

/** Verifier of upvote: looks for the vote among those that the board counts. */
export async function handler({ input: { item }, runId }: Acted) {
  const votes = await votersOf(item);
  const evidence = { item, votes: votes.length };
  return votes.includes(runId)
    ? { status: 'verified', reason: `Item ${item} has the vote.`, evidence }
    : { status: 'refuted', reason: `Item ${item} does not have the vote. Is the login still good?`, evidence };
}
