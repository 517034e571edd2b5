import type { GrantMade } from '../core/action-entries.ts';
import { checkChain, type Head, type StoredCommit } from '../core/commit.ts';
import { foldRun } from '../core/fold.ts';
import { type GrantEntry, grantFindings, isGrantId } from '../core/grant.ts';
import { type GrantId, type RunId, stopChain, type ViewsId } from '../core/ids.ts';
import { sealedIn } from '../core/sealed-in.ts';
import { type StopEntry, stopFindings } from '../core/stop-entries.ts';
import { type ViewEntry, viewFindings } from '../core/view-entries.ts';
import type { Contents, Ledger } from './ports.ts';

/** What a check of a run found; no findings means that its record holds. */
export interface Verification {
  readonly commits: number;
  readonly head: Head | undefined;
  readonly findings: readonly string[];
  /** Sealed texts that the entries commit to: those that are there and match, and those that were erased. */
  readonly contents: { readonly present: number; readonly erased: number };
}

/**
 * Checks a chain, of a run, a grant, a request's views or the gate's stops, link by link, that its entries can follow each other, and every sealed text against its commitment.
 * Tampering is a finding, never an exception.
 */
export async function verifyRun(
  ports: { readonly ledger: Ledger; readonly contents: Contents },
  runId: RunId,
): Promise<Verification> {
  const stored = await ports.ledger.load(runId);
  const check = checkChain(runId, stored);
  const findings = [...check.findings, ...orderFindings(runId, stored)];
  for (const entry of check.commits.flatMap(({ entries }) => entries)) {
    if (entry.type === 'grant.made') findings.push(...(await findingsOfGrant(ports, entry)));
  }
  let present = 0;
  let erased = 0;
  for (const sealed of check.commits.flatMap((commit) => commit.entries.flatMap(sealedIn))) {
    try {
      if ((await ports.contents.get(runId, sealed)) === undefined) erased += 1;
      else present += 1;
    } catch (error) {
      findings.push(messageOf(error));
    }
  }
  return { commits: check.commits.length, head: check.head, findings, contents: { present, erased } };
}

/** A run's grants stand in chains of their own, and one that its record names must be there. */
async function findingsOfGrant(
  { ledger }: { readonly ledger: Ledger },
  { grantId, toolUseId }: GrantMade,
): Promise<readonly string[]> {
  const stored = await ledger.load(grantId as string as RunId);
  const { commits, findings } = checkChain<GrantEntry, GrantId>(grantId, stored);
  const isThere = commits.some(({ entries }) =>
    entries.some((entry) => entry.type === 'grant.granted' && entry.toolUseId === toolUseId),
  );
  const missing = isThere ? [] : [`the grant of ${toolUseId} is not there`];
  return [...findings, ...grantFindings(commits), ...missing].map((finding) => `${grantId}: ${finding}`);
}

/** Whether the entries can follow each other, in whatever kind of chain. */
function orderFindings(chain: string, stored: readonly StoredCommit[]): readonly string[] {
  if (isGrantId(chain)) return grantFindings(checkChain<GrantEntry, GrantId>(chain, stored).commits);
  if (chain.startsWith('views-')) return viewFindings(checkChain<ViewEntry, ViewsId>(chain, stored).commits);
  if (chain === stopChain) return stopFindings(checkChain<StopEntry, typeof stopChain>(chain, stored).commits);
  try {
    foldRun(checkChain(chain, stored).commits);
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
