import { type Draft, stateOf } from '../run/draft.ts';
import type { Scope } from '../run/run.ts';
import { beginChoice } from './choice.ts';
import { beginFail } from './fail.ts';
import { beginMap } from './map.ts';
import { beginParallel } from './parallel.ts';
import { beginTask } from './task.ts';
import { beginWait } from './wait.ts';

/**
 * The work of one kind of state, at its entry and at each retry. It puts the frame into the phase that follows,
 * or leaves the state. @throws QueryError, which becomes States.QueryEvaluationError
 */
export type Begin = (draft: Draft, scope: Scope) => Promise<void>;

/** Begins the state that the scope is in. */
export function beginState(draft: Draft, scope: Scope): Promise<void> {
  return kinds[stateOf(draft, scope).Type](draft, scope);
}

// Pass and Succeed hand their input on; Output and Assign are the same for every kind, and done on leaving.
const handOn: Begin = async (_draft, scope) => {
  scope.frame.phase = { kind: 'done', result: scope.frame.input };
};

const kinds = {
  Task: beginTask,
  Parallel: beginParallel,
  Map: beginMap,
  Choice: beginChoice,
  Pass: handOn,
  Wait: beginWait,
  Succeed: handOn,
  Fail: beginFail,
} satisfies Readonly<Record<string, Begin>>;
