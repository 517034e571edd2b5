import type { ActionFinished, ActionStarted, ActionStatus } from '../core/action-entries.ts';
import { ActionInFlight } from '../core/errors.ts';
import type { ActFacts } from '../core/may-act.ts';
import { giveUp, mayHaveActed, underWayUntil } from '../core/next-attempt.ts';
import { type CallState, needsAction, type Run } from '../core/run.ts';
import type { ActPorts } from './act.ts';
import { decideAndAppend } from './append.ts';
import type { Invoked } from './ports.ts';
import { type ExecutorAnswer, readExecutorAnswer } from './read-executor-answer.ts';
import { sealJson } from './seal.ts';
import { givenUp } from './start-action.ts';

interface Attempt {
  readonly call: CallState;
  readonly facts: ActFacts;
  readonly started: ActionStarted;
  readonly invoked: Invoked;
}

/** Writes down what came of an attempt. Whoever was taken for dead and comes late writes nothing. */
export async function finishAttempt(
  ports: ActPorts,
  run: Run,
  { call, facts, started, invoked }: Attempt,
): Promise<ActionStatus> {
  const isLast = started.attempt >= facts.executor.attempts;
  const { status, why, said } = endOf(invoked, { call, isLast, isIdempotent: facts.executor.idempotent });
  const result = await sealJson(ports, run.id, said);
  const { epoch, toolUseId, attempt, attemptId } = started;
  const mayBeDone = status === 'done' || status === 'unknown';
  const finished: ActionFinished = {
    type: 'action.finished',
    epoch,
    toolUseId,
    attempt,
    status,
    result,
    ...(why === undefined ? {} : { why }),
    ...(mayBeDone && facts.executor.verifier !== undefined ? { toVerify: true } : {}),
  };
  await decideAndAppend(ports, run.id, (current) => {
    const action = current?.calls.find((other) => other.epoch === epoch && other.toolUseId === toolUseId)?.action;
    const isOurs = action?.finished === undefined && action?.attempts.at(-1)?.attemptId === attemptId;
    return isOurs ? [finished] : undefined;
  });
  return status;
}

/** Ends an action that cannot be attempted. @throws ActionInFlight while an attempt may still be running */
export async function finishUndone(
  ports: ActPorts,
  run: Run,
  { call: { epoch, toolUseId }, why }: { readonly call: CallState; readonly why: string },
): Promise<void> {
  await decideAndAppend(ports, run.id, (current, now) => {
    const call = current?.calls.find((other) => other.epoch === epoch && other.toolUseId === toolUseId);
    if (current?.finished !== undefined || call === undefined || !needsAction(call)) return undefined;
    const until = underWayUntil(call);
    if (until !== undefined && now < Date.parse(until)) throw new ActionInFlight(`It may be running until ${until}.`);
    return [givenUp(call, { next: giveUp(call, why) })];
  });
}

type End = Pick<ActionFinished, 'status' | 'why'> & { readonly said: ExecutorAnswer | { readonly reason: string } };

interface Around {
  readonly call: CallState;
  readonly isLast: boolean;
  readonly isIdempotent: boolean;
}

function endOf(invoked: Invoked, { call, isLast, isIdempotent }: Around): End {
  switch (invoked.kind) {
    case 'answered': {
      const said = readExecutorAnswer(invoked.text);
      // It ran and did something; that its answer cannot be read says nothing of what.
      if (said === undefined) {
        const reason = 'The executor answered with something that is no answer.';
        return { status: 'unknown', why: 'unreadable-answer', said: { reason } };
      }
      if (said.status !== 'retry' || !isLast) return { status: said.status, said };
      // It says nothing of an attempt before it whose answer was lost.
      return { status: undoneOrUnknown(call), said };
    }
    case 'not-invoked': {
      const reason = `The executor could not be invoked: ${invoked.error}.`;
      return { status: isLast ? undoneOrUnknown(call) : 'retry', why: 'not-invoked', said: { reason } };
    }
    case 'failed':
    case 'unanswered': {
      const reason = `The executor did not answer: ${invoked.error}${invoked.kind === 'failed' ? `, ${invoked.message}` : ''}`;
      return { status: isIdempotent && !isLast ? 'retry' : 'unknown', why: 'unanswered', said: { reason } };
    }
  }
}

function undoneOrUnknown(call: CallState): 'failed' | 'unknown' {
  return mayHaveActed(call) ? 'unknown' : 'failed';
}
