import type { StoredCommit } from '../core/commit.ts';
import type { Sealed } from '../core/entries.ts';
import { CountersignError } from '../core/errors.ts';
import { commitment } from '../core/hashes.ts';
import type { RunId } from '../core/ids.ts';
import type { Contents, Ledger } from '../gate/ports.ts';

export const exportFormat = 'countersign/export/1';

/** One line of an export. Bytes are in Base64, exactly as they are stored: whoever verifies hashes them and needs no code of ours. */
export type ExportLine =
  | {
      readonly kind: 'export';
      readonly format: typeof exportFormat;
      readonly exportedAt: string;
      readonly runs: number;
    }
  | { readonly kind: 'run'; readonly chain: string; readonly commits: number; readonly head: string | null }
  | {
      readonly kind: 'commit';
      readonly chain: string;
      readonly seq: number;
      readonly hash: string;
      readonly bytes: string;
    }
  | {
      readonly kind: 'content';
      readonly chain: string;
      readonly contentId: string;
      readonly salt: string;
      readonly bytes: string;
    };

/** What an export holds, as the ports that a check works with. */
export interface ReadExport {
  readonly runs: readonly RunId[];
  readonly ledger: Pick<Ledger, 'load'>;
  readonly contents: Pick<Contents, 'get'>;
  /** What is wrong with the file itself: lines that are missing, or belong to no run. */
  readonly findings: readonly string[];
}

/** @throws CountersignError 'bad-request' when it is no export of this format */
export function readExport(text: string): ReadExport {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.map((line, index) => readLine(line, index + 1));
  const [first] = read;
  if (first?.kind !== 'export') throw badExport(1, `it must say that it is a ${exportFormat}`);
  const announced = read.filter((line) => line.kind === 'run');
  const commits = new Map<string, StoredCommit[]>(announced.map(({ chain }) => [chain, []]));
  const contents = new Map<string, { readonly salt: Uint8Array; readonly bytes: Uint8Array }>();
  const findings: string[] = [];
  for (const line of read) {
    if (line.kind === 'commit') {
      const { chain, seq, hash } = line;
      const stored = commits.get(chain);
      if (stored === undefined)
        findings.push(`a commit of ${chain} stands in the export, but no line announces that run`);
      else stored.push({ chain, seq, hash, bytes: bytesOf(line.bytes) });
    } else if (line.kind === 'content') {
      contents.set(`${line.chain}/${line.contentId}`, { salt: bytesOf(line.salt), bytes: bytesOf(line.bytes) });
    }
  }
  if (first.runs !== announced.length)
    findings.push(`the export announces ${first.runs} runs and has ${announced.length}: the file was cut or added to`);
  for (const { chain, commits: count, head } of announced) {
    const stored = commits.get(chain) ?? [];
    const newest = stored.at(-1)?.hash ?? null;
    if (stored.length !== count || newest !== head)
      findings.push(
        `${chain} was exported with ${count} commits up to ${head}, but has ${stored.length} up to ${newest}`,
      );
  }
  return {
    runs: announced.map(({ chain }) => chain as RunId),
    findings,
    ledger: { load: async (runId) => commits.get(runId) ?? [] },
    contents: {
      get: async (runId, sealed: Sealed) => {
        const content = contents.get(`${runId}/${sealed.contentId}`);
        if (content === undefined) return undefined;
        if (commitment(content.salt, content.bytes) !== sealed.commitment) {
          throw new CountersignError(
            'tampered',
            `The content ${sealed.contentId} of ${runId} is not the one that the ledger commits to.`,
          );
        }
        return content.bytes;
      },
    },
  };
}

const members: Readonly<Record<ExportLine['kind'], Readonly<Record<string, 'string' | 'number' | 'string or null'>>>> =
  {
    export: { format: 'string', exportedAt: 'string', runs: 'number' },
    run: { chain: 'string', commits: 'number', head: 'string or null' },
    commit: { chain: 'string', seq: 'number', hash: 'string', bytes: 'string' },
    content: { chain: 'string', contentId: 'string', salt: 'string', bytes: 'string' },
  };

function readLine(text: string, number: number): ExportLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badExport(number, 'it is not JSON');
  }
  if (!isLine(value))
    throw badExport(number, `it is none of ${Object.keys(members).join(', ')} with all their members`);
  if (value.kind === 'export' && value.format !== exportFormat)
    throw badExport(number, `its format is ${value.format}`);
  return value;
}

function isLine(value: unknown): value is ExportLine {
  if (typeof value !== 'object' || value === null) return false;
  const given = new Map<string, unknown>(Object.entries(value));
  const kind = given.get('kind');
  const wanted = Object.entries(members).find(([name]) => name === kind)?.[1];
  if (wanted === undefined) return false;
  return Object.entries(wanted).every(([name, type]) => {
    const member = given.get(name);
    return type === 'string or null' ? member === null || typeof member === 'string' : typeof member === type;
  });
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function badExport(line: number, problem: string): CountersignError {
  return new CountersignError(
    'bad-request',
    `This file cannot be verified. Line ${line}: ${problem}; allowed: what countersign audit export writes, ${exportFormat}.`,
  );
}
