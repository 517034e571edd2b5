import { checkChain } from '../core/commit.ts';
import type { Sealed } from '../core/entries.ts';
import type { RunId } from '../core/ids.ts';
import { plainVisible } from '../core/visible-text.ts';
import { runStory, type StoryLine } from '../gate/run-story.ts';
import { verifyRun } from '../gate/verify-run.ts';
import { exitCodes } from './cli.ts';
import type { CliPorts, Out } from './ports.ts';

interface Audit {
  readonly ports: CliPorts;
  readonly out: Out;
  readonly json: 'json' | 'text';
}

/** Tells a run from its ledger, also when its chain does not hold. */
export async function auditShow(runId: RunId, { ports, out, json }: Audit): Promise<number> {
  const { commits, findings } = checkChain(runId, await ports.ledger.load(runId));
  const lines = await runStory(commits, (sealed) => readSealed(ports, runId, sealed));
  if (json === 'json') {
    out.line(JSON.stringify({ runId, findings, lines }, null, 2));
  } else {
    out.line(runId);
    for (const line of lines) out.line(spelled(line));
    for (const finding of findings) out.line(`DOES NOT HOLD: ${finding}`);
  }
  return findings.length === 0 ? exitCodes.ok : exitCodes.findings;
}

/** Checks a run and says what was found, and what such a check cannot find. */
export async function auditVerify(runId: RunId, { ports, out, json }: Audit): Promise<number> {
  const { commits, head, findings, contents } = await verifyRun(ports, runId);
  if (json === 'json') {
    out.line(JSON.stringify({ runId, holds: findings.length === 0, commits, head, contents, findings }, null, 2));
  } else {
    for (const finding of findings) out.line(`DOES NOT HOLD: ${finding}`);
    if (findings.length === 0) out.line(`${runId} holds.`);
    out.line(`${commits} commits; the newest is ${head?.hash ?? 'none'}`);
    out.line(`${contents.present} sealed texts match their commitments; ${contents.erased} were erased`);
    out.line(
      'This finds changed, missing, inserted and reordered commits. It cannot see newest commits that were cut off, or a whole run that is gone: keep the hash of the newest commit elsewhere.',
    );
  }
  return findings.length === 0 ? exitCodes.ok : exitCodes.findings;
}

async function readSealed(ports: CliPorts, runId: RunId, sealed: Sealed): Promise<string | undefined> {
  try {
    const bytes = await ports.contents.get(runId, sealed);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  } catch (error) {
    return `(cannot be believed: ${error instanceof Error ? error.message : String(error)})`;
  }
}

// A terminal obeys control characters, and the model chose some of these texts.
function spelled({ at, seq, title, detail }: StoryLine): string {
  const details = detail.map(
    ({ label, text, claim }) => `        ${label}${claim === undefined ? '' : ` (${claim})`}: ${plainVisible(text)}`,
  );
  return [`${String(seq).padStart(4)}  ${at}  ${plainVisible(title)}`, ...details].join('\n');
}
