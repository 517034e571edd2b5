import type { Json, JsonObject, State, Template } from '../asl.ts';
import { about, QueryError } from '../query/evaluate.ts';
import { expressionIn } from '../query/expression.ts';
import { contextOf, variablesOf } from './context.ts';
import { type Draft, record, stateOf } from './draft.ts';
import type { Failure, Scope } from './run.ts';

/** What `$states` has beside `input` and `context` in the field at hand. */
export type More = {
  readonly result?: Json;
  readonly errorOutput?: Json;
  readonly token?: string;
  readonly item?: JsonObject;
};

/** Fills in a template of the state that the scope is in. @throws QueryError */
export function fill(
  draft: Draft,
  scope: Scope,
  query: { readonly template: Template; readonly field: string; readonly more?: More },
): Promise<Json> {
  const { result, errorOutput, token, item } = query.more ?? {};
  const states: JsonObject = {
    input: scope.frame.input,
    context: { ...contextOf(draft, scope, token), ...(item && { Map: { Item: item } }) },
    ...(result !== undefined && { result }),
    ...(errorOutput !== undefined && { errorOutput }),
  };
  const bindings = { states, variables: variablesOf(draft, scope) };
  return draft.evaluate(query.template, { field: query.field, bindings });
}

/** As `fill`, for a field that must be a number. `rule` says which, and `fits` knows. @throws QueryError */
export async function fillNumber(
  draft: Draft,
  scope: Scope,
  query: {
    readonly template: number | string;
    readonly field: string;
    readonly rule: string;
    readonly fits: (value: number) => boolean;
  },
): Promise<number> {
  const value = await fill(draft, scope, query);
  if (typeof value !== 'number') throw wrongType(query, { expected: 'number', value });
  if (!query.fits(value))
    throw new QueryError(query.field, `The field '${query.field}' must be ${query.rule}, but was ${value}`);
  return value;
}

/** The error for an expression whose result has another JSON type than its field takes. */
export function wrongType(
  query: { readonly template: Template; readonly field: string },
  found: { readonly expected: string; readonly value: Json },
): QueryError {
  const source = typeof query.template === 'string' ? (expressionIn(query.template) ?? query.template) : '';
  return new QueryError(
    query.field,
    `${about(source, query.field)} returned an unexpected result type. Expected '${found.expected}', but was '${typeName(found.value)}' for value: ${JSON.stringify(found.value)}`,
  );
}

/** Records that an expression of the state failed, and returns the failure. Any other error is passed on. */
export function queryFailure(draft: Draft, scope: Scope, error: unknown): Failure {
  if (!(error instanceof QueryError)) throw error;
  const { state, enteredEventId } = scope.frame;
  const failure = {
    error: 'States.QueryEvaluationError',
    cause: `An error occurred while executing the state '${state}' (entered at the event id #${enteredEventId}). ${error.message}`,
  };
  record(draft, { type: 'EvaluationFailed', scope, values: { ...failure, location: error.field, state } });
  return failure;
}

/** The state of the scope, when it is of the given type. @throws Error when the caller mistook it */
export function stateAs<Type extends State['Type']>(
  draft: Draft,
  scope: Scope,
  type: Type,
): State & { readonly Type: Type } {
  const state = stateOf(draft, scope);
  if (!isOfType(state, type)) throw new Error(`the state '${scope.frame.state}' is a ${state.Type}, not a ${type}`);
  return state;
}

function isOfType<Type extends State['Type']>(state: State, type: Type): state is State & { readonly Type: Type } {
  return state.Type === type;
}

function typeName(value: Json): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
