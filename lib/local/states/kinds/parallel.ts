import { startChildren } from '../run/children.ts';
import { type Draft, record } from '../run/draft.ts';
import type { Scope } from '../run/run.ts';
import { fill, stateAs } from '../run/visit.ts';

/** Starts every branch with the same input. */
export async function beginParallel(draft: Draft, scope: Scope): Promise<void> {
  const { Arguments, Branches } = stateAs(draft, scope, 'Parallel');
  const input =
    Arguments === undefined ? scope.frame.input : await fill(draft, scope, { template: Arguments, field: 'Arguments' });
  record(draft, { type: 'ParallelStateStarted', scope });
  startChildren(draft, scope, {
    kind: 'children',
    inputs: Branches.map(() => ({ input })),
    concurrency: Branches.length,
    started: 0,
    failures: 0,
    outputs: {},
    ended: 0,
  });
}
