import { type Commit, checkChain, commitAfter, type StoredCommit } from '../core/commit.ts';
import type { Entry } from '../core/entries.ts';
import { CountersignError, LedgerContention } from '../core/errors.ts';
import { foldRun } from '../core/fold.ts';
import type { CommandId, RunId } from '../core/ids.ts';
import type { Run } from '../core/run.ts';
import type { Clock, Ledger, Randomness } from './ports.ts';

export interface LedgerPorts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** Waits between two attempts, in milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * The run as its chain says; `undefined` for an unknown one.
 * @throws CountersignError 'tampered' when the chain does not hold: the gate does not act on a record it cannot believe
 */
export async function loadRun(ports: Pick<LedgerPorts, 'ledger'>, runId: RunId): Promise<Run | undefined> {
  const stored = await ports.ledger.load(runId);
  const known = folded.get(stored);
  if (known !== undefined && known.id === runId) return known;
  const check = checkChain(runId, stored);
  if (check.findings.length > 0) {
    throw new CountersignError('tampered', `The chain of ${runId} does not hold: ${check.findings.join('; ')}`);
  }
  const run = foldRun(check.commits);
  if (run !== undefined) folded.set(stored, run);
  return run;
}

// Within one invocation the same commits are asked for several times, and a fold changes nothing: what was read is checked once.
const folded = new WeakMap<readonly StoredCommit[], Run>();

// Ten rounds outlast any number of approvers that click at once; more means that something else is wrong.
const attempts = 10;
const longestPauseMs = 40;

/**
 * What a command wants appended to the state that it was shown; `undefined` when there is nothing to do. `now` is the instant,
 * in milliseconds, that the commit will bear: what is decided by the clock can be checked in the record.
 */
export type Decision = (
  run: Run | undefined,
  now: number,
) => readonly Entry[] | undefined | Promise<readonly Entry[] | undefined>;

/**
 * Loads, decides, appends; when somebody else was faster, loads and decides again.
 * @returns the commit that was appended, or `undefined` when the decision was to do nothing
 * @throws LedgerContention when others were faster every time
 */
export async function decideAndAppend(ports: LedgerPorts, runId: RunId, decide: Decision): Promise<Commit | undefined> {
  const commandId = ports.randomness.id() as CommandId;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const run = await loadRun(ports, runId);
    const now = ports.clock();
    const entries = await decide(run, now);
    if (entries === undefined || entries.length === 0) return undefined;
    const at = new Date(now).toISOString();
    const commit = commitAfter(run?.head, { chain: runId, at, commandId, entries });
    if ((await ports.ledger.append(commit)) === 'appended') return commit;
    const jitter = (ports.randomness.bytes(1)[0] ?? 0) / 255;
    await ports.pause(jitter * longestPauseMs);
  }
  throw new LedgerContention(
    `Nothing could be appended to ${runId} in ${attempts} attempts: others were faster every time. Trying again later is safe.`,
  );
}
