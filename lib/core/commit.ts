import { canonicalJson } from './canonical-json.ts';
import type { Entry } from './entries.ts';
import { CountersignError } from './errors.ts';
import type { GrantEntry } from './grant.ts';
import { sha256Hex } from './hashes.ts';
import type { ChainId, CommandId, RunId } from './ids.ts';
import type { StopEntry } from './stop-entries.ts';
import type { ViewEntry } from './view-entries.ts';

/** A fact of any chain: of a run's, a grant's, a request's views, or the stop's. */
export type ChainEntry = Entry | GrantEntry | StopEntry | ViewEntry;

/** One item of a chain: the facts that one command added, hashed as one. */
export interface Commit<Fact extends ChainEntry = Entry, Chain extends ChainId = RunId> {
  readonly chain: Chain;
  /** 0 for the first commit of a chain. */
  readonly seq: number;
  /** The hash of the commit before, 64 hex digits; `null` for the first. */
  readonly previous: string | null;
  /** ISO instant of the gate's clock. */
  readonly at: string;
  readonly commandId: CommandId;
  readonly entries: readonly Fact[];
  /** The canonical JSON of all the above: what is stored and what is hashed. */
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, 64 hex digits. */
  readonly hash: string;
}

/** The newest commit of a chain, as far as the next one needs it. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

const commitFormat = 'countersign/commit/1';

// A DynamoDB item holds 400 KB; far below it, a commit is one write unit batch and one page of an export.
export const maxCommitBytes = 64 * 1024;

/**
 * Makes the commit that follows `head`.
 * @throws CountersignError 'not-canonical' when the entries are larger than a commit may be: texts belong into contents
 */
export function commitAfter<Fact extends ChainEntry, Chain extends ChainId>(
  head: Head | undefined,
  facts: {
    readonly chain: Chain;
    readonly at: string;
    readonly commandId: CommandId;
    readonly entries: readonly Fact[];
  },
): Commit<Fact, Chain> {
  const seq = head === undefined ? 0 : head.seq + 1;
  const previous = head === undefined ? null : head.hash;
  const text = canonicalJson({ format: commitFormat, ...facts, seq, previous });
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > maxCommitBytes) {
    throw new CountersignError(
      'not-canonical',
      `A commit may have ${maxCommitBytes} bytes, but this one has ${bytes.length}`,
    );
  }
  return { ...facts, seq, previous, bytes, hash: sha256Hex(bytes) };
}

// What is left is the frame of a commit and one more entry of the largest kind that is not split.
const maxEntriesBytes = maxCommitBytes / 2;

/** Entries in their order, parted so that each part fits into one commit; an entry that is large by itself stands alone. */
export function inCommits(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const parts: Entry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(canonicalJson(entry));
    const part = parts.at(-1);
    if (part === undefined || size > room) {
      parts.push([entry]);
      room = maxEntriesBytes - size;
    } else {
      part.push(entry);
      room -= size;
    }
  }
  return parts;
}

/** What the audit table holds of one commit, before anybody believed it. */
export interface StoredCommit {
  readonly chain: string;
  readonly seq: number;
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** What a check of a chain found; an empty list of findings means that the chain holds. */
export interface ChainCheck<Fact extends ChainEntry = Entry, Chain extends ChainId = RunId> {
  readonly commits: readonly Commit<Fact, Chain>[];
  readonly head: Head | undefined;
  readonly findings: readonly string[];
}

/**
 * Checks stored commits, given in order, link by link: the bytes are hashed as they are, never serialised again.
 * Every commit that can be read is returned, so that a broken chain can still be looked at.
 */
export function checkChain<Fact extends ChainEntry = Entry, Chain extends ChainId = RunId>(
  chain: string,
  stored: readonly StoredCommit[],
): ChainCheck<Fact, Chain> {
  const commits: Commit<Fact, Chain>[] = [];
  const findings: string[] = [];
  let head: Head | undefined;
  for (const [index, item] of stored.entries()) {
    const place = `commit ${item.seq}`;
    if (item.seq !== index) findings.push(`${place}: expected number ${index}; commits are missing or out of order`);
    const hash = sha256Hex(item.bytes);
    if (hash !== item.hash) findings.push(`${place}: its bytes hash to ${hash}, but it is kept under ${item.hash}`);
    const commit = readCommit<Fact, Chain>(item.bytes, hash);
    if (typeof commit === 'string') {
      findings.push(`${place}: ${commit}`);
    } else {
      if (commit.chain !== chain) findings.push(`${place}: belongs to chain ${commit.chain}, not to ${chain}`);
      if (commit.seq !== item.seq) findings.push(`${place}: says of itself that it is number ${commit.seq}`);
      const expected = head?.hash ?? null;
      if (commit.previous !== expected)
        findings.push(`${place}: follows ${commit.previous}, but the commit before it is ${expected}`);
      commits.push(commit);
    }
    head = { seq: item.seq, hash };
  }
  return { commits, head, findings };
}

/** The commit that bytes spell, or what is wrong with them; `hash` is that of the bytes. */
export function readCommit<Fact extends ChainEntry = Entry, Chain extends ChainId = RunId>(
  bytes: Uint8Array,
  hash: string,
): Commit<Fact, Chain> | string {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return 'its bytes are not JSON text';
  }
  if (!isCommitBody<Fact, Chain>(value)) return `its bytes are not a commit of the format ${commitFormat}`;
  const { chain, seq, previous, at, commandId, entries } = value;
  return { chain, seq, previous, at, commandId, entries, bytes, hash };
}

// Made once: a long chain has hundreds of commits, and a decoder costs more than what it decodes of one.
const utf8 = new TextDecoder('utf-8', { fatal: true });

// Only the frame is checked: that entries mean what their types say is what the hash vouches for.
function isCommitBody<Fact extends ChainEntry, Chain extends ChainId>(
  value: unknown,
): value is Omit<Commit<Fact, Chain>, 'bytes' | 'hash'> & { format: string } {
  if (typeof value !== 'object' || value === null) return false;
  const body = value as Readonly<Record<string, unknown>>;
  return (
    body['format'] === commitFormat &&
    typeof body['chain'] === 'string' &&
    typeof body['seq'] === 'number' &&
    (body['previous'] === null || typeof body['previous'] === 'string') &&
    typeof body['at'] === 'string' &&
    typeof body['commandId'] === 'string' &&
    Array.isArray(body['entries']) &&
    body['entries'].every((entry: unknown) => typeof entry === 'object' && entry !== null && 'type' in entry)
  );
}
