import { type ChainEntry, checkChain } from '../core/commit.ts';
import type { ChainId, RunId } from '../core/ids.ts';
import type { Contents, Ledger } from '../gate/ports.ts';
import { runStory } from '../gate/run-story.ts';
import { verifyRun } from '../gate/verify-run.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandContext } from './ports.ts';
import { readSealedText } from './sealed-text.ts';
import { storyText } from './story-text.ts';

interface Audit extends Omit<CommandContext, 'ports'> {
  readonly ports: { readonly ledger: Ledger; readonly contents: Contents };
  /** What a text that is not there means. @default 'were erased' */
  readonly absent?: string;
}

/** Tells a chain in words, of a run, a grant, a request's views or the gate's stops, also when it does not hold. */
export async function auditShow(runId: RunId, { ports, out, json }: Audit): Promise<number> {
  const { commits, findings } = checkChain<ChainEntry, ChainId>(runId, await ports.ledger.load(runId));
  const lines = await runStory(commits, (sealed) => readSealedText(ports, runId, sealed));
  if (json === 'json') {
    out.line(JSON.stringify({ runId, findings, lines }, null, 2));
  } else {
    out.line(runId);
    for (const line of lines) out.line(storyText(line));
    for (const finding of findings) out.line(`${runId} DOES NOT HOLD: ${finding}`);
  }
  return findings.length === 0 ? exitCodes.ok : exitCodes.findings;
}

/** Checks a run and says what was found, and what such a check cannot find. */
export async function auditVerify(runId: RunId, { ports, out, json, absent = 'were erased' }: Audit): Promise<number> {
  const { commits, head, findings, contents } = await verifyRun(ports, runId);
  if (json === 'json') {
    out.line(JSON.stringify({ runId, holds: findings.length === 0, commits, head, contents, findings }, null, 2));
  } else {
    // With its run: an export has many, and a finding of commit 3 alone would be nobody's.
    for (const finding of findings) out.line(`${runId} DOES NOT HOLD: ${finding}`);
    if (findings.length === 0) out.line(`${runId} holds.`);
    out.line(`${commits} commits; the newest is ${head?.hash ?? 'none'}`);
    out.line(`${contents.present} sealed texts match their commitments; ${contents.erased} ${absent}`);
    out.line(blindness);
  }
  return findings.length === 0 ? exitCodes.ok : exitCodes.findings;
}

/** What no check of chains alone can find. */
export const blindness =
  'This finds changed, missing, inserted and reordered commits. It cannot see newest commits that were cut off, or a whole run that is gone: keep the hash of the newest commit elsewhere.';
