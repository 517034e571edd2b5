import { type ChainEntry, type Commit, readCommit } from '../core/commit.ts';
import { CountersignError } from '../core/errors.ts';
import type { GrantCommit } from '../core/grant.ts';
import { sha256Hex } from '../core/hashes.ts';
import { type ChainId, type GrantId, stopChain, type ViewsId } from '../core/ids.ts';
import type { StopCommit } from '../core/stop-entries.ts';
import type { ViewsCommit } from '../core/view-entries.ts';
import type { GateChains } from './ports.ts';

/** @throws CountersignError 'tampered' when one of them is not what its hash says, like `newestOfStop` */
export async function newestOfGrant(
  { chains }: { readonly chains: Pick<GateChains, 'newest'> },
  grantId: GrantId,
): Promise<readonly GrantCommit[]> {
  return believed(grantId, await chains.newest(grantId));
}

export async function newestOfStop({
  chains,
}: {
  readonly chains: Pick<GateChains, 'newest'>;
}): Promise<readonly StopCommit[]> {
  return believed(stopChain, await chains.newest(stopChain));
}

export async function newestOfViews(
  { chains }: { readonly chains: Pick<GateChains, 'newest'> },
  viewsId: ViewsId,
): Promise<readonly ViewsCommit[]> {
  return believed(viewsId, await chains.newest(viewsId));
}

// The end of a chain cannot be checked against its beginning: that is for `audit verify`.
function believed<Fact extends ChainEntry, Chain extends ChainId>(
  chain: Chain,
  stored: Awaited<ReturnType<GateChains['newest']>>,
): readonly Commit<Fact, Chain>[] {
  let previous: string | undefined;
  return stored.map(({ seq, bytes, hash }) => {
    const commit = readCommit<Fact, Chain>(bytes, sha256Hex(bytes));
    const follows = typeof commit !== 'string' && (previous === undefined || commit.previous === previous);
    if (
      typeof commit === 'string' ||
      commit.chain !== chain ||
      commit.seq !== seq ||
      commit.hash !== hash ||
      !follows
    ) {
      throw new CountersignError('tampered', `Commit ${seq} of the chain ${chain} is not what its hash says.`);
    }
    previous = hash;
    return commit;
  });
}
