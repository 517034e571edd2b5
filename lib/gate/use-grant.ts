import { commitAfter } from '../core/commit.ts';
import { type GrantEntry, type Granted, grantIdOf, grantStanding } from '../core/grant.ts';
import type { CommandId, ToolUseId } from '../core/ids.ts';
import { newestOfGrant } from './gate-chains.ts';
import type { Clock, GateChains } from './ports.ts';

export interface UseGrantPorts {
  readonly chains: GateChains;
  readonly clock: Clock;
}

/**
 * Uses a grant up for one call: one read and one conditional put. Of any number that ask at once, one passes; a call that passed
 * passes again, since its hook may be called again.
 */
export async function useGrant(
  { chains, clock }: UseGrantPorts,
  granted: Granted,
  toolUseId: string,
): Promise<'passes' | 'used' | 'over' | 'none'> {
  const grantId = grantIdOf(granted);
  const newest = await newestOfGrant({ chains }, grantId);
  const now = clock();
  const standing = grantStanding(newest, { toolUseId, now });
  if (standing === 'this-call-passed') return 'passes';
  if (standing !== 'open') return standing;
  const entry: GrantEntry = { type: 'grant.used', toolUseId: toolUseId as ToolUseId };
  const commit = commitAfter(newest.at(-1), {
    chain: grantId,
    at: new Date(now).toISOString(),
    commandId: `use-${toolUseId}` as CommandId,
    entries: [entry],
  });
  if ((await chains.append(commit)) === 'appended') return 'passes';
  const after = grantStanding(await newestOfGrant({ chains }, grantId), { toolUseId, now });
  return after === 'this-call-passed' ? 'passes' : 'used';
}
