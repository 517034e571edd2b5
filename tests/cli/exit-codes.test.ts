import { expect, test } from 'vitest';
import type { ActionStatus } from '../../lib/core/action-entries.ts';
import type { Entry } from '../../lib/core/entries.ts';
import {
  acted,
  chainOf,
  execution,
  judged,
  recorded,
  results,
  runId,
  runStarted,
  turnFinished,
  turnStarted,
} from '../support/history.ts';
import { memoryLedger } from '../support/memory-ledger.ts';
import { countersign } from './host.ts';

const executionArn = 'arn:aws:states:us-east-1:123456789012:execution:purchase:first';
const words = ['run', '--prompt', 'Pay it.', '--requester', 'sam', '--wait'];

/** A run whose one action came to this, and that ended so. */
async function ended(
  action: { readonly status: ActionStatus; readonly seen?: 'verified' | 'refuted' },
  { outcome, reason }: { readonly outcome: 'done' | 'failed' | 'stopped'; readonly reason: string },
) {
  const entries: readonly Entry[] = [
    runStarted(),
    turnStarted(1),
    recorded(1, 'c1'),
    turnFinished(1, 'tool_use', { handed: ['c1'] }),
    judged('c1', 'allow', { carriedOutBy: 'gate' }),
    ...acted('c1', action),
    turnStarted(2, results('c1')),
    turnFinished(2, 'end_turn', { delivered: ['c1'] }),
    { type: 'run.finished', outcome, reason },
  ];
  const ledger = memoryLedger();
  for (const commit of chainOf(...entries)) await ledger.append(commit);
  const status = outcome === 'done' ? 'SUCCEEDED' : 'FAILED';
  const startedAt = execution.executionStartedAt;
  const answer = { status: 201, body: { executionArn, runId } };
  return { ledger, answer, known: [{ executionArn, runId, status, startedAt }] } as const;
}

test.each([
  ['a verifier refuted the last action', 5, { status: 'done', seen: 'refuted' }, 'failed', 'action.refuted'],
  ['nobody knows whether the last action was done', 6, { status: 'unknown' }, 'failed', 'action.unknown'],
  ['a verifier saw it done', 0, { status: 'done', seen: 'verified' }, 'done', 'end_turn'],
  ['an operator stopped it', 1, { status: 'done' }, 'stopped', 'operator'],
] as const)(
  'a run that is followed to its end, where %s, ends the program with %i',
  async (_, code, action, outcome, reason) => {
    const host = await ended(action, { outcome, reason });
    expect((await countersign(words, host)).code).toBe(code);
    expect((await countersign([...words, '--json'], host)).code).toBe(code);
  },
);
