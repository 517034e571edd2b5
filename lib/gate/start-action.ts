import type { ActionFinished, ActionStarted } from '../core/action-entries.ts';
import { actionDigest } from '../core/covered.ts';
import type { AttemptId } from '../core/ids.ts';
import { type ActFacts, idempotencyKeyOf } from '../core/may-act.ts';
import { type NextAttempt, nextAttempt } from '../core/next-attempt.ts';
import { receiptClaims } from '../core/receipt-claims.ts';
import { type CallState, needsAction, type Run } from '../core/run.ts';
import type { ActPorts } from './act.ts';
import { decideAndAppend } from './append.ts';

export type Marked =
  | { readonly kind: 'started'; readonly started: ActionStarted; readonly receipt: string }
  | { readonly kind: 'in-flight'; readonly until: string }
  /** Nothing is to be invoked: it was prevented, given up, or settled by somebody else. */
  | { readonly kind: 'settled' };

/**
 * Marks an attempt before the executor is invoked, or ends the action without it. The state that the mark is appended to is the
 * one that was looked at: whoever stops the run afterwards finds the mark.
 */
export async function markAttempt(
  ports: ActPorts,
  run: Run,
  { call, facts }: { readonly call: CallState; readonly facts: ActFacts },
): Promise<Marked> {
  const mayStart = nextAttempt(run, call, { ...facts, now: ports.clock() }).kind === 'start';
  // Signed before the mark: a signer that fails leaves nothing behind that might have been done.
  const receipt = mayStart ? await receiptFor(ports, run, { call, facts }) : undefined;
  let marked: Marked = { kind: 'settled' };
  await decideAndAppend(ports, run.id, (current, now) => {
    marked = { kind: 'settled' };
    const fresh = current?.calls.find(({ epoch, toolUseId }) => epoch === call.epoch && toolUseId === call.toolUseId);
    if (current === undefined || current.finished !== undefined || fresh === undefined || !needsAction(fresh)) return;
    if (fresh.action?.finished !== undefined && fresh.action.finished.status !== 'retry') return;
    const next = nextAttempt(current, fresh, { ...facts, now });
    if (next.kind === 'give-up') return [givenUp(fresh, { next, facts })];
    if (next.kind === 'in-flight' || receipt === undefined) {
      marked = { kind: 'in-flight', until: next.kind === 'in-flight' ? next.until : new Date(now).toISOString() };
      return;
    }
    const started = startOf(ports, current, { call: fresh, attempt: next.attempt, now });
    marked = { kind: 'started', started, receipt };
    return [started];
  });
  return marked;
}

/** How an action ends that is not attempted again. Where it may have been done, a verifier still has something to look at. */
export function givenUp(
  { epoch, toolUseId }: CallState,
  {
    next: { attempt, status, why },
    facts,
  }: { readonly next: Extract<NextAttempt, { readonly kind: 'give-up' }>; readonly facts?: ActFacts },
): ActionFinished {
  const toVerify = status === 'unknown' && facts?.executor.verifier !== undefined ? ({ toVerify: true } as const) : {};
  return { type: 'action.finished', epoch, toolUseId, attempt, status, why, ...toVerify };
}

function receiptFor(
  ports: ActPorts,
  run: Run,
  { call, facts }: { readonly call: CallState; readonly facts: ActFacts },
): Promise<string> {
  const { executor, input } = facts;
  const [digest, key] = [actionDigest(run, call), idempotencyKeyOf(run, call)];
  const claims = receiptClaims(run, call, { executor: executor.lambda, digest, key, input, now: ports.clock() });
  return ports.receipts.sign(claims);
}

function startOf(
  ports: ActPorts,
  run: Run,
  { call, attempt, now }: { readonly call: CallState; readonly attempt: number; readonly now: number },
): ActionStarted {
  return {
    type: 'action.started',
    epoch: call.epoch,
    toolUseId: call.toolUseId,
    attempt,
    attemptId: ports.randomness.id() as AttemptId,
    idempotencyKey: idempotencyKeyOf(run, call),
    digest: actionDigest(run, call),
    mayRunUntil: new Date(now + ports.functionTimeoutSeconds * 1000).toISOString(),
  };
}
