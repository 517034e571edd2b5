import { checkChain } from '../core/commit.ts';
import type { Entry } from '../core/entries.ts';
import { type RunId, viewsIdOf } from '../core/ids.ts';
import { sealedIn } from '../core/sealed-in.ts';
import { auditVerify, blindness } from './audit.ts';
import { exitCodes } from './exit-codes.ts';
import { type ExportLine, exportFormat, readExport } from './export-format.ts';
import type { CliHost, CliPorts, CommandContext } from './ports.ts';

export interface ExportWords {
  readonly runs: readonly RunId[];
  readonly file: string;
  /** With the sealed texts and their salts the file holds everything that was erased from it later on. */
  readonly contents: 'with' | 'without';
}

/** Writes chains to a file, one JSON value a line, for whoever keeps or checks them elsewhere. */
export async function auditExport(
  words: ExportWords,
  { ports, out, json, writeLines }: CommandContext & Pick<CliHost, 'writeLines'>,
): Promise<number> {
  const { file } = words;
  const counts = { commit: 0, content: 0 };
  const chains: string[] = [];
  // Run by run: a whole table need not fit into memory.
  async function* lines(): AsyncIterable<string> {
    for await (const line of linesOfExport(words, ports)) {
      if (line.kind === 'commit' || line.kind === 'content') counts[line.kind] += 1;
      if (line.kind === 'run') chains.push(line.chain);
      yield JSON.stringify(line);
    }
  }
  await writeLines(file, lines());
  const { commit: commits, content: contents } = counts;
  const runs = chains.filter(isRun).length;
  if (json === 'json') out.line(JSON.stringify({ file, runs, chains: chains.length, commits, contents }, null, 2));
  else out.line(`${file}: ${chainWords(chains)}, ${commits} commits, ${contents} sealed texts`);
  return exitCodes.ok;
}

async function* linesOfExport({ runs, contents }: ExportWords, ports: CliPorts): AsyncIterable<ExportLine> {
  const exportedAt = new Date(ports.now()).toISOString();
  const chains = await withChainsBeside(ports, runs);
  yield { kind: 'export', format: exportFormat, exportedAt, runs: chains.length };
  for (const runId of chains) {
    // As stored: a chain that does not hold is exported like any other, and the check will say so.
    const stored = await ports.ledger.load(runId);
    yield { kind: 'run', chain: runId, commits: stored.length, head: stored.at(-1)?.hash ?? null };
    for (const { chain, seq, hash, bytes } of stored) yield { kind: 'commit', chain, seq, hash, bytes: base64(bytes) };
    if (contents === 'without') continue;
    for (const sealed of checkChain(runId, stored).commits.flatMap(({ entries }) => entries.flatMap(sealedIn))) {
      const content = await ports.sealedContent(runId, sealed);
      if (content === undefined) continue;
      const { contentId } = sealed;
      yield { kind: 'content', chain: runId, contentId, salt: base64(content.salt), bytes: base64(content.bytes) };
    }
  }
}

/** Each chain once: an export of one run has its grants and views with it, one of all of them has them anyway. */
async function withChainsBeside(ports: CliPorts, runs: readonly RunId[]): Promise<readonly RunId[]> {
  if (runs.length !== 1) return runs;
  const beside = await Promise.all(
    runs.map(async (runId) => {
      const { commits } = checkChain(runId, await ports.ledger.load(runId));
      const entries = commits.flatMap((commit) => commit.entries);
      return entries.flatMap(chainsBeside);
    }),
  );
  // Most requests have been looked at, but none needs to be.
  const there = await Promise.all(
    [...new Set(beside.flat())].map(async (chain) => ({ chain, stored: await ports.ledger.load(chain) })),
  );
  return [...runs, ...there.flatMap(({ chain, stored }) => (isViews(chain) && stored.length === 0 ? [] : [chain]))];
}

function chainsBeside(entry: Entry): readonly RunId[] {
  if (entry.type === 'grant.made') return [entry.grantId as RunId];
  return entry.type === 'approval.requested' ? [viewsIdOf(entry.requestId) as string as RunId] : [];
}

function isRun(chain: string): boolean {
  return chain.startsWith('run-');
}

/** A chain of views, a grant or the gate's stops is no run: whoever counts runs would count too many. */
function chainWords(chains: readonly string[]): string {
  const runs = chains.filter(isRun).length;
  const beside = chains.length - runs;
  return `${runs} ${runs === 1 ? 'run' : 'runs'}${beside === 0 ? '' : ` and ${beside} ${beside === 1 ? 'chain' : 'chains'} beside (views, grants, stops)`}`;
}

function isViews(chain: string): boolean {
  return chain.startsWith('views-');
}

/** Checks an export with nothing but the file. */
export async function verifyExport(
  { file, text }: { readonly file: string; readonly text: string },
  { out, json }: Omit<CommandContext, 'ports'>,
): Promise<number> {
  const { runs, ledger, contents, findings } = readExport(text);
  const ports = {
    // A file is checked, never appended to.
    ledger: { ...ledger, append: () => Promise.reject(new Error('An export is not appended to.')) },
    contents: { ...contents, put: () => Promise.reject(new Error('An export is not written to.')) },
  };
  const told: unknown[] = [];
  const quiet = { line: (text: string) => told.push(JSON.parse(text)), error: out.error };
  const shown = { line: (text: string) => (text === blindness ? undefined : out.line(text)), error: out.error };
  let holds = findings.length === 0;
  for (const runId of runs) {
    const audit = { ports, json, out: json === 'json' ? quiet : shown, absent: 'are not in the file' };
    if ((await auditVerify(runId, audit)) !== exitCodes.ok) holds = false;
  }
  if (json === 'json') {
    out.line(JSON.stringify({ file, holds, findings, runs: told }, null, 2));
  } else {
    for (const finding of findings) out.line(`${file} DOES NOT HOLD: ${finding}`);
    out.line(`${chainWords(runs)}. ${blindness}`);
  }
  return holds ? exitCodes.ok : exitCodes.findings;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
