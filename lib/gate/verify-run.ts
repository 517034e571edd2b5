import { checkChain, type Head } from '../core/commit.ts';
import { foldRun } from '../core/fold.ts';
import type { RunId } from '../core/ids.ts';
import { sealedIn } from '../core/sealed-in.ts';
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
 * Checks a run's chain link by link, that its entries can follow each other, and every sealed text against its commitment.
 * Tampering is a finding, never an exception.
 */
export async function verifyRun(
  ports: { readonly ledger: Ledger; readonly contents: Contents },
  runId: RunId,
): Promise<Verification> {
  const check = checkChain(runId, await ports.ledger.load(runId));
  const findings = [...check.findings];
  try {
    foldRun(check.commits);
  } catch (error) {
    findings.push(messageOf(error));
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
