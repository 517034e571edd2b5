import type { Commit } from './commit.ts';
import type { Sealed } from './entries.ts';
import type { stopChain } from './ids.ts';

/** From here on this gate starts nothing. */
export interface GateStopped {
  readonly type: 'gate.stopped';
  /** `{arn, sessionName?}` of the signed request. */
  readonly by: Sealed;
  readonly reason: Sealed;
}

/** From here on it does again; what was stopped stays stopped. */
export interface GateLifted {
  readonly type: 'gate.lifted';
  readonly by: Sealed;
  readonly reason: Sealed;
}

export type StopEntry = GateStopped | GateLifted;
export type StopCommit = Commit<StopEntry, typeof stopChain>;

/** Stops and liftings take turns, or somebody's stop would have been lifted unseen. */
export function stopFindings(commits: readonly StopCommit[]): readonly string[] {
  return commits.flatMap(({ seq, entries }) => {
    const expected = seq % 2 === 0 ? 'gate.stopped' : 'gate.lifted';
    const [entry, ...more] = entries;
    return entry?.type === expected && more.length === 0 ? [] : [`commit ${seq}: expected one entry ${expected}`];
  });
}
