import type { Draft } from '../run/draft.ts';
import type { Scope } from '../run/run.ts';
import { fill, stateAs, wrongType } from '../run/visit.ts';

/** Fails with the declared error and cause; either may be absent. */
export async function beginFail(draft: Draft, scope: Scope): Promise<void> {
  const { Error: error, Cause: cause } = stateAs(draft, scope, 'Fail');
  const failure = {
    ...(error !== undefined && { error: await words(draft, scope, { template: error, field: 'Error' }) }),
    ...(cause !== undefined && { cause: await words(draft, scope, { template: cause, field: 'Cause' }) }),
  };
  scope.frame.phase = { kind: 'failed', failure };
}

async function words(
  draft: Draft,
  scope: Scope,
  query: { readonly template: string; readonly field: string },
): Promise<string> {
  const value = await fill(draft, scope, query);
  if (typeof value !== 'string') throw wrongType(query, { expected: 'string', value });
  return value;
}
