import type { Json, MapState } from '../asl.ts';
import { maxInlineConcurrency } from '../limits.ts';
import { QueryError } from '../query/evaluate.ts';
import { startChildren } from '../run/children.ts';
import { type Draft, record } from '../run/draft.ts';
import type { Scope } from '../run/run.ts';
import { fill, fillNumber, stateAs, wrongType } from '../run/visit.ts';

/** Starts an iteration for each item, at most MaxConcurrency at a time. */
export async function beginMap(draft: Draft, scope: Scope): Promise<void> {
  const state = stateAs(draft, scope, 'Map');
  const items = await itemsOf(draft, scope, state);
  const concurrency = await concurrencyOf(draft, scope, state);
  const tolerated = await toleratedOf(draft, scope, { state, items: items.length });
  // All items are selected before the first iteration starts, so an error in one of them starts none.
  const inputs: { input: Json; item: { Index: number; Value: Json } }[] = [];
  for (const [Index, Value] of items.entries()) {
    const item = { Index, Value };
    const input =
      state.ItemSelector === undefined
        ? Value
        : await fill(draft, scope, {
            template: state.ItemSelector,
            field: 'ItemSelector',
            more: { item },
          });
    inputs.push({ input, item });
  }
  record(draft, { type: 'MapStateStarted', scope, values: { length: items.length } });
  startChildren(draft, scope, {
    kind: 'children',
    inputs,
    concurrency,
    ...(tolerated !== undefined && { tolerated }),
    started: 0,
    failures: 0,
    outputs: {},
    ended: 0,
  });
}

async function itemsOf(draft: Draft, scope: Scope, { Items }: MapState): Promise<readonly Json[]> {
  if (Items === undefined) {
    const { input } = scope.frame;
    if (Array.isArray(input)) return input;
    throw new QueryError('Items', `Map state input must be an array but was: ${JSON.stringify(input)}`);
  }
  const query = { template: Items, field: 'Items' };
  const value = await fill(draft, scope, query);
  if (!Array.isArray(value)) throw wrongType(query, { expected: 'array', value });
  return value;
}

async function concurrencyOf(draft: Draft, scope: Scope, { MaxConcurrency }: MapState): Promise<number> {
  if (MaxConcurrency === undefined) return maxInlineConcurrency;
  const query = { template: MaxConcurrency, field: 'MaxConcurrency' };
  const value = await fill(draft, scope, query);
  // A text of digits is taken for its number, as a recorded execution of the service shows.
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number') throw wrongType(query, { expected: 'number', value });
  if (!isCount(number))
    throw new QueryError(query.field, `MaxConcurrency must be a whole number >= 0, but was ${number}`);
  return number === 0 ? maxInlineConcurrency : Math.min(number, maxInlineConcurrency);
}

async function toleratedOf(
  draft: Draft,
  scope: Scope,
  { state, items }: { readonly state: MapState; readonly items: number },
): Promise<number | undefined> {
  const { ToleratedFailureCount: count, ToleratedFailurePercentage: percentage } = state;
  const limits: number[] = [];
  if (count !== undefined) {
    limits.push(
      await fillNumber(draft, scope, {
        template: count,
        field: 'ToleratedFailureCount',
        rule: 'a whole number >= 0',
        fits: isCount,
      }),
    );
  }
  if (percentage !== undefined) {
    const percent = await fillNumber(draft, scope, {
      template: percentage,
      field: 'ToleratedFailurePercentage',
      rule: 'a number from 0 to 100',
      fits: (value) => value >= 0 && value <= 100,
    });
    limits.push(Math.floor((items * percent) / 100));
  }
  // With both, the Map fails as soon as either is exceeded.
  return limits.length === 0 ? undefined : Math.min(...limits);
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}
