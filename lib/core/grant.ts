import { canonicalJson, type Json } from './canonical-json.ts';
import type { Commit } from './commit.ts';
import { sha256Hex } from './hashes.ts';
import type { GrantId, RunId, ToolUseId } from './ids.ts';

/** One call of a tool that the harness runs may pass the guard, once and until then. */
export interface GrantGranted {
  readonly type: 'grant.granted';
  readonly runId: RunId;
  readonly epoch: number;
  /** Of the call of request_approval that was approved or allowed. */
  readonly toolUseId: ToolUseId;
  /** What the approval is bound to, 64 hex digits. */
  readonly digest: string;
  /** ISO instant. */
  readonly until: string;
}

/** The guard let this call pass for it. */
export interface GrantUsed {
  readonly type: 'grant.used';
  readonly toolUseId: ToolUseId;
}

export type GrantEntry = GrantGranted | GrantUsed;
export type GrantCommit = Commit<GrantEntry, GrantId>;

/** What a grant is for: one change in any of it, and there is no grant. */
export interface Granted {
  /** The session's own, without which nobody could tell the input from the chain's name. */
  readonly salt: string;
  readonly sessionId: string;
  readonly harnessArn: string;
  readonly policyVersion: string;
  readonly tool: string;
  readonly input: Json;
}

/** The chain in which such a call's grants stand, one behind the other. */
export function grantIdOf(granted: Granted): GrantId {
  return `grant-${sha256Hex(canonicalJson(granted))}` as GrantId;
}

export function isGrantId(chain: string): boolean {
  return chain.startsWith('grant-');
}

/** What a session's grants are salted with: from a secret of the run that is erased with its start. */
export function grantSaltOf(runSalt: string, sessionId: string): string {
  return sha256Hex(canonicalJson({ purpose: 'grant', runSalt, sessionId }));
}

export type GrantStanding = 'open' | 'this-call-passed' | 'used' | 'over' | 'none';

/**
 * Where a grant stands for one call, from the newest commits of its chain. A hook may be called again for a call that passed:
 * the newest two are looked at, since the same thing may have been granted anew behind it.
 */
export function grantStanding(
  newest: readonly GrantCommit[],
  { toolUseId, now }: { readonly toolUseId: string; readonly now: number },
): GrantStanding {
  const entries = newest.flatMap((commit) => commit.entries);
  if (entries.some((entry) => entry.type === 'grant.used' && entry.toolUseId === toolUseId)) return 'this-call-passed';
  const last = entries.at(-1);
  if (last === undefined) return 'none';
  if (last.type === 'grant.used') return 'used';
  return now < Date.parse(last.until) ? 'open' : 'over';
}

/** What cannot stand in a grant's chain as it does; no findings means that each use has a grant of its own. */
export function grantFindings(commits: readonly GrantCommit[]): readonly string[] {
  return commits.flatMap(({ seq, at, entries }, index) => {
    const [entry, ...more] = entries;
    if (entry === undefined || more.length > 0) return [`commit ${seq}: a commit of a grant has one entry`];
    if (entry.type === 'grant.granted') return [];
    if (entry.type !== 'grant.used') return [`commit ${seq}: its type is unknown to this version`];
    const before = commits[index - 1]?.entries[0];
    if (before?.type !== 'grant.granted') return [`commit ${seq}: nothing was granted for it`];
    return Date.parse(at) < Date.parse(before.until) ? [] : [`commit ${seq}: the grant had ended at ${before.until}`];
  });
}
