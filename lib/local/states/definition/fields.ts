import { isObject, type Json } from '../asl.ts';
import { expressionIn, syntaxProblem } from '../query/expression.ts';
import { type Problem, schemaProblem, shown } from './problem.ts';

/** Looks at the value of one field; `at` is its path. */
export type Check = (value: Json, at: string) => readonly Problem[];

/** A text that satisfies the pattern; `rule` says it in words. */
export function text(rule = 'a text', pattern = /^[\s\S]*$/): Check {
  return (value, at) => (typeof value === 'string' && pattern.test(value) ? [] : [unfit(at, value, rule)]);
}

/** A whole number within the bounds, both allowed. */
export function whole(from: number, to: number): Check {
  return (value, at) =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
      ? []
      : [unfit(at, value, `a whole number from ${from} to ${to}`)];
}

/** Any number from the bound on. */
export function numberFrom(from: number): Check {
  return (value, at) =>
    typeof value === 'number' && value >= from ? [] : [unfit(at, value, `a number of at least ${from}`)];
}

/** One of the given values. */
export function oneOf(...allowed: readonly Json[]): Check {
  return (value, at) => (allowed.includes(value) ? [] : [unfit(at, value, allowed.map(shown).join(' or '))]);
}

/** A JSONata expression, or else what the other check takes. */
export function expressionOr(check: Check): Check {
  return (value, at) => {
    if (typeof value !== 'string' || expressionIn(value) === undefined) return check(value, at);
    return template(value, at);
  };
}

/** Only a JSONata expression. */
export const expression: Check = expressionOr((value, at) => [unfit(at, value, 'a JSONata expression {% … %}')]);

/** JSON of any shape; every expression in it must parse. */
export const template: Check = (value, at) => {
  if (typeof value === 'string') {
    const problem = syntaxProblem(value);
    return problem === undefined ? [] : [schemaProblem(at, `${shown(value)}: ${problem}`)];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => template(item, `${at}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => template(member, `${at}/${name}`));
};

/** A list whose every item satisfies the check. */
export function listOf(check: Check, { atLeast = 0 } = {}): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return [unfit(at, value, 'a list')];
    if (value.length < atLeast) return [unfit(at, value, `a list of at least ${atLeast}`)];
    return value.flatMap((item, index) => check(item, `${at}[${index}]`));
  };
}

export type Fields = { readonly [name: string]: Check };

/** An object with these fields and no other: what is not understood is refused, never ignored. */
export function objectOf(fields: Fields, required: readonly string[] = []): Check {
  return (value, at) => {
    if (!isObject(value)) return [unfit(at, value, 'an object')];
    const missing = required.filter((name) => !(name in value));
    return [
      ...missing.map((name) => schemaProblem(at, `The field '${name}' is required but was missing`)),
      ...Object.entries(value).flatMap(([name, member]) => {
        const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
        return check ? check(member, `${at}/${name}`) : [unsupported(name, at, Object.keys(fields))];
      }),
    ];
  };
}

const jsonPathFields = new Set(
  'InputPath OutputPath ResultPath Parameters Result ResultSelector ItemsPath Variable SecondsPath TimestampPath TimeoutSecondsPath HeartbeatSecondsPath MaxConcurrencyPath ErrorPath CausePath ToleratedFailureCountPath ToleratedFailurePercentagePath And Or Not'.split(
    ' ',
  ),
);

function unsupported(name: string, at: string, fields: readonly string[]): Problem {
  const why = jsonPathFields.has(name) ? 'belongs to JSONPath, and only JSONata is supported' : 'is not supported';
  return schemaProblem(at, `The field '${name}' ${why}; supported here: ${fields.join(', ')}`);
}

function unfit(at: string, value: Json, rule: string): Problem {
  return schemaProblem(at, `The value must be ${rule}, but was ${shown(value)}`);
}
