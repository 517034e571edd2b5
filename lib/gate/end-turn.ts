import { inCommits } from '../core/commit.ts';
import type { Entry, TurnFailure, TurnStarted } from '../core/entries.ts';
import type { AttemptId } from '../core/ids.ts';
import type { Run } from '../core/run.ts';
import type { AdvancePorts } from './advance-ports.ts';
import { decideAndAppend } from './append.ts';
import { sealText } from './seal.ts';

/**
 * Appends what came of an attempt, behind whatever else was appended meanwhile (a late verdict, for example). What does
 * not fit into one commit goes into several; it counts only once the turn's own end, which is the last entry, stands there.
 */
export async function settleTurn(
  ports: AdvancePorts,
  run: Run,
  { attempt, entries }: { readonly attempt: TurnStarted; readonly entries: readonly Entry[] },
): Promise<void> {
  for (const part of inCommits(entries)) {
    await decideAndAppend(ports, run.id, (now) => {
      const last = now?.turns.at(-1);
      const isOpen = last?.started.attemptId === attempt.attemptId && last.end === undefined;
      return isOpen ? part : undefined;
    });
  }
}

/** Why a turn did not come to a stop that can be trusted. */
export interface Trouble {
  readonly failure: TurnFailure;
  /** The service's name for it, where there is one. */
  readonly error?: string;
  readonly message: string;
}

// A name that the service chose stands in an entry, so its length is bounded: real ones have 30 characters.
const longestName = 64;

/** Ends an attempt as failed, behind the calls that were heard of before. */
export async function failTurn(
  ports: AdvancePorts,
  run: Run,
  {
    attempt,
    trouble,
    before = [],
  }: { readonly attempt: TurnStarted; readonly trouble: Trouble; readonly before?: readonly Entry[] },
): Promise<void> {
  const { failure, error, message } = trouble;
  const detail = message === '' ? {} : { detail: await sealText(ports, run.id, message) };
  const named = error === undefined ? {} : { error: error.slice(0, longestName) };
  const failed: Entry = { type: 'turn.failed', ...attemptOf(attempt), failure, ...named, ...detail };
  await settleTurn(ports, run, { attempt, entries: [...before, failed] });
}

export function attemptOf({ turn, attemptId }: TurnStarted): { readonly turn: number; readonly attemptId: AttemptId } {
  return { turn, attemptId };
}
