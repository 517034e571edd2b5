import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { canonicalJson, type Json, type JsonObject } from './canonical-json.ts';
import { type ProblemOf, worded } from './problem.ts';
import type { SchemaProblems } from './problem-schema.ts';
import { schemaProblemWords } from './problem-schema-words.ts';

/** One place where a value does not fit: a JSON pointer ('' is the whole value), and what is wrong there. */
export type Misfit = { readonly path: string; readonly why: ProblemOf<keyof SchemaProblems> };

/**
 * Why a schema cannot be used, or undefined when it can: JSON Schema 2020-12, or draft-07 where `$schema` says so, without
 * unknown keywords, types that contradict their keywords, or references that lead outside. `format` is an annotation: it is
 * accepted and checks nothing. A `pattern` is the schema author's own and runs on the model's text: one that backtracks
 * without end can hold a turn up until the function's timeout, so write anchored patterns and give a maxLength.
 */
export function schemaProblem(schema: JsonObject): string | undefined {
  const dialect = dialectOf(schema);
  const malformed = dialect === undefined ? undefined : metaProblem(schema, dialect);
  if (malformed !== undefined) return malformed;
  const compiled = compile(schema);
  return compiled.kind === 'unusable' ? compiled.problem : undefined;
}

/**
 * Where a value does not fit a schema, at most 20 places; empty when it fits. The schema is one in which `schemaProblem`
 * found nothing, as in every gate file that was read: it is not checked again, which would take longer than all the rest.
 * @throws TypeError when the schema cannot be compiled, so that no value fits by accident
 */
export function misfits(schema: JsonObject, value: Json): readonly Misfit[] {
  const compiled = compile(schema);
  if (compiled.kind === 'unusable') throw new TypeError(`This JSON Schema cannot be used: ${compiled.problem}`);
  if (compiled.first(value)) return [];
  // All places help the model to repair its call at once, but looking on after a failed maxItems is what an attacker wants.
  const collects = canonicalJson(value).length <= largestCollected;
  const validate = collects ? compiled.all() : compiled.first;
  validate(value);
  return (validate.errors ?? []).slice(0, mostMisfits).map(misfit);
}

const mostMisfits = 20;
const largestCollected = 16_384;

type Compiled =
  | { readonly kind: 'usable'; readonly first: ValidateFunction; readonly all: () => ValidateFunction }
  | { readonly kind: 'unusable'; readonly problem: string };

// Compiling takes milliseconds and a gate file has few tools. The bound is for tests and desks that see many files.
const compiledByText = new Map<string, Compiled>();
const mostCompiled = 256;

function compile(schema: JsonObject): Compiled {
  const text = canonicalJson(schema);
  const known = compiledByText.get(text);
  if (known !== undefined) return known;
  const compiled = compileNew(schema);
  if (compiledByText.size >= mostCompiled) compiledByText.clear();
  compiledByText.set(text, compiled);
  return compiled;
}

function compileNew(schema: JsonObject): Compiled {
  const dialect = dialectOf(schema);
  if (dialect === undefined)
    return { kind: 'unusable', problem: `"$schema" may be ${uri2020} or ${uri7}, or be left out` };
  // With $async the validator answers with a promise, which is truthy: every value would fit.
  if (Object.hasOwn(schema, '$async')) return { kind: 'unusable', problem: '"$async" is not a keyword of JSON Schema' };
  try {
    const first = newAjv(dialect, { allErrors: false }).compile(schema);
    // A schema that refers to itself without going deeper overflows the stack: now, while its author looks on.
    first({});
    let all: ValidateFunction | undefined;
    return {
      kind: 'usable',
      first,
      all: () => {
        all ??= newAjv(dialect, { allErrors: true }).compile(schema);
        return all;
      },
    };
  } catch (error) {
    return { kind: 'unusable', problem: whyUnusable(error) };
  }
}

function whyUnusable(error: unknown): string {
  if (error instanceof RangeError) return 'a "$ref" leads back to itself without going deeper into the value';
  return error instanceof Error ? error.message : String(error);
}

type Dialect = 'draft-07' | '2020-12';

const uri2020 = 'https://json-schema.org/draft/2020-12/schema';
const uri7 = 'http://json-schema.org/draft-07/schema';

function dialectOf(schema: JsonObject): Dialect | undefined {
  if (!Object.hasOwn(schema, '$schema')) return '2020-12';
  const uri = schema['$schema'];
  if (uri === uri2020) return '2020-12';
  return uri === uri7 || uri === `${uri7}#` ? 'draft-07' : undefined;
}

// The schemas of schemas take tens of milliseconds to compile and no user's schema can change them: one instance each.
const metaValidators = new Map<Dialect, Ajv>();

function metaProblem(schema: JsonObject, dialect: Dialect): string | undefined {
  const known = metaValidators.get(dialect);
  const ajv = known ?? (dialect === 'draft-07' ? new Ajv({ logger: false }) : new Ajv2020({ logger: false }));
  if (known === undefined) metaValidators.set(dialect, ajv);
  if (ajv.validateSchema(schema) === true) return undefined;
  const first = ajv.errors?.[0];
  if (first === undefined) return `it is not a schema of ${dialect}`;
  return `at ${first.instancePath === '' ? 'its top' : first.instancePath}, ${worded(schemaProblemWords, problemOf(first))}`;
}

/** A new instance for each schema: instances remember `$id`s, and two tools may use the same one. */
function newAjv(dialect: Dialect, collecting: Pick<Options, 'allErrors'>): Ajv {
  const options: Options = {
    ...collecting,
    strict: true,
    // `anyOf: [{required: [a]}, {required: [b]}]` is a common and clear way to ask for one of two.
    strictRequired: false,
    allowUnionTypes: true,
    validateFormats: false,
    // Without it a required member `constructor` would be found on every object, inherited.
    ownProperties: true,
    meta: false,
    validateSchema: false,
    logger: false,
  };
  return dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
}

function misfit(error: ErrorObject): Misfit {
  return { path: error.instancePath, why: problemOf(error) };
}

function problemOf({ keyword, params, message }: ErrorObject): Misfit['why'] {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return { kind: 'schema.missing', name: named(params['missingProperty']) };
    case 'additionalProperties':
      return { kind: 'schema.extra', name: named(params['additionalProperty']) };
    case 'unevaluatedProperties':
      return { kind: 'schema.extra', name: named(params['unevaluatedProperty']) };
    case 'enum':
      return { kind: 'schema.one-of', allowed: shortened(JSON.stringify(params['allowedValues']), 300) };
    case 'const':
      return { kind: 'schema.exactly', allowed: shortened(JSON.stringify(params['allowedValue']), 300) };
    case 'type':
      return { kind: 'schema.type', types: [params['type']].flat().map(String) };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return { kind: 'schema.bound', comparison: comparisonOf[keyword], limit };
    case 'multipleOf':
      return { kind: 'schema.multiple', of: Number(params['multipleOf']) };
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return {
        kind: 'schema.size',
        of: countedBy[keyword],
        bound: keyword.startsWith('min') ? 'least' : 'most',
        limit,
      };
    case 'pattern':
      return { kind: 'schema.pattern', pattern: String(params['pattern']) };
    case 'uniqueItems':
      return { kind: 'schema.twice', one: Number(params['j']), other: Number(params['i']) };
    default:
      return { kind: 'schema.other', keyword, words: message ?? `does not fit the keyword ${keyword}` };
  }
}

const comparisonOf = { minimum: '>=', maximum: '<=', exclusiveMinimum: '>', exclusiveMaximum: '<' } as const;

const countedBy = {
  minLength: 'characters',
  maxLength: 'characters',
  minItems: 'items',
  maxItems: 'items',
  minProperties: 'properties',
  maxProperties: 'properties',
} as const;

function named(name: unknown): string {
  return shortened(String(name), 80);
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}
