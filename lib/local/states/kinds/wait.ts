import { readTimestamp } from '../instant.ts';
import { maxSeconds } from '../limits.ts';
import { QueryError } from '../query/evaluate.ts';
import type { Draft } from '../run/draft.ts';
import type { Phase, Scope } from '../run/run.ts';
import { fill, fillNumber, stateAs } from '../run/visit.ts';

/** Pauses until the declared instant; one that has passed is no pause. */
export async function beginWait(draft: Draft, scope: Scope): Promise<void> {
  const until = await untilWhen(draft, scope);
  const done: Phase = { kind: 'done', result: scope.frame.input };
  scope.frame.phase = until <= draft.now() ? done : { kind: 'pause', until, afterwards: done };
}

async function untilWhen(draft: Draft, scope: Scope): Promise<number> {
  const { Seconds, Timestamp } = stateAs(draft, scope, 'Wait');
  if (Seconds !== undefined) {
    const seconds = await fillNumber(draft, scope, {
      template: Seconds,
      field: 'Seconds',
      rule: `a whole number from 0 to ${maxSeconds}`,
      fits: (value) => Number.isInteger(value) && value >= 0 && value <= maxSeconds,
    });
    return draft.now() + seconds * 1000;
  }
  const text = await fill(draft, scope, { template: Timestamp ?? null, field: 'Timestamp' });
  const until = typeof text === 'string' ? readTimestamp(text) : undefined;
  if (until === undefined) {
    const given = typeof text === 'string' ? text : JSON.stringify(text);
    throw new QueryError(
      'Timestamp',
      `The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: ${given}`,
    );
  }
  return until;
}
