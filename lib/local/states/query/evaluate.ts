import jsonata from 'jsonata';
import type { DeskClock } from '../../clock.ts';
import { isObject, type Json } from '../asl.ts';
import { expressionIn } from './expression.ts';
import { queryFunctions } from './functions.ts';

/** What an expression may name: `$states`, and the variables in scope. */
export type Bindings = { readonly states: Json; readonly variables: Readonly<Record<string, Json>> };

/** Fills a template in. `field` is its place in the state, such as `Arguments/Payload`. @throws QueryError */
export type Evaluate = (template: Json, at: { readonly field: string; readonly bindings: Bindings }) => Promise<Json>;

/** An expression that returned nothing, something that JSON cannot hold, or an error; becomes States.QueryEvaluationError. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** An evaluator whose `$now` and `$millis` follow the given clock. */
export function createEvaluate(clock: DeskClock): Evaluate {
  const functions = queryFunctions(clock);
  const compiled = new Map<string, jsonata.Expression>();

  return async function evaluate(template, { field, bindings }) {
    if (typeof template === 'string') {
      const source = expressionIn(template);
      return source === undefined ? template : run(source, field, bindings);
    }
    if (Array.isArray(template)) {
      const items: Json[] = [];
      for (const [index, item] of template.entries())
        items.push(await evaluate(item, { field: `${field}[${index}]`, bindings }));
      return items;
    }
    if (!isObject(template)) return template;
    const members: [string, Json][] = [];
    for (const [name, value] of Object.entries(template))
      members.push([name, await evaluate(value, { field: `${field}/${name}`, bindings })]);
    return Object.fromEntries(members);
  };

  async function run(source: string, field: string, { states, variables }: Bindings): Promise<Json> {
    const expression = compiled.get(source) ?? compile(source);
    let value: unknown;
    try {
      value = await expression.evaluate(undefined, { ...functions, ...variables, states, [begun]: performance.now() });
    } catch (error) {
      throw new QueryError(field, `${about(source, field)} threw an error during evaluation. ${tell(error)}`);
    }
    if (value === undefined) throw new QueryError(field, `${about(source, field)} returned nothing (undefined).`);
    if (holdsFunction(value))
      throw new QueryError(field, `${about(source, field)} returned an unsupported result type.`);
    // JSONata marks its arrays with members of its own; what goes on must be plain JSON.
    return JSON.parse(JSON.stringify(value));
  }

  function compile(source: string): jsonata.Expression {
    const expression = jsonata(source);
    Reflect.apply(expression.assign, expression, [entryHook, stopLate]);
    compiled.set(source, expression);
    return expression;
  }
}

// JSONata calls what is bound to this symbol before each part of an expression. Without it, one that calls itself for
// ever would hold up the whole process: it never lets a timer run. The start has a name that no expression can utter.
const entryHook = Symbol.for('jsonata.__evaluate_entry');
const begun = ' begun';
const longestMs = 2_000;

function stopLate(_part: unknown, _input: unknown, environment: { readonly lookup: (name: string) => number }): void {
  if (performance.now() - environment.lookup(begun) > longestMs)
    throw new Error(`The expression took longer than ${longestMs / 1000} seconds.`);
}

/** The opening of what AWS says about an expression that did not do. */
export function about(source: string, field: string): string {
  return `The JSONata expression '${source}' specified for the field '${field}'`;
}

function tell(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const message = 'message' in error ? String(error.message) : String(error);
  return 'code' in error && typeof error.code === 'string' ? `${error.code}: ${message}` : message;
}

function holdsFunction(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  if ('_jsonata_function' in value || '_jsonata_lambda' in value) return true;
  return Object.values(value).some(holdsFunction);
}
