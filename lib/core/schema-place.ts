import type { Json, JsonObject } from './canonical-json.ts';
import { pointerSegments } from './json-pointer.ts';

/** What a schema says of one place: its own schema there, and whether every input that fits has something there. */
export interface SchemaPlace {
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** Follows `properties` and `required` only: what references or combined schemas promise is not relied upon. */
export function schemaPlace(schema: JsonObject, pointer: string): SchemaPlace | undefined {
  let here: JsonObject = schema;
  let required = true;
  for (const segment of pointerSegments(pointer)) {
    const properties = own(here, 'properties');
    const next = isObject(properties) ? own(properties, segment) : undefined;
    if (!isObject(next)) return undefined;
    const names = own(here, 'required');
    // Something is there only where each container is an object and must be there itself.
    required &&= here['type'] === 'object' && Array.isArray(names) && names.includes(segment);
    here = next;
  }
  return { schema: here, required };
}

/** The least and the greatest number that a schema lets through; absent where it gives no bound. */
export interface NumberRange {
  readonly least?: number;
  readonly most?: number;
}

export function numberRange(schema: JsonObject): NumberRange {
  const numbers = (names: readonly string[]) =>
    names.map((name) => own(schema, name)).filter((value) => typeof value === 'number');
  const lower = numbers(['minimum', 'exclusiveMinimum']);
  const upper = numbers(['maximum', 'exclusiveMaximum']);
  return {
    ...(lower.length === 0 ? {} : { least: Math.max(...lower) }),
    ...(upper.length === 0 ? {} : { most: Math.min(...upper) }),
  };
}

/** The only values that a schema lets through, where it lists them. */
export function listedValues(schema: JsonObject): readonly Json[] | undefined {
  const listed = own(schema, 'enum');
  if (Array.isArray(listed)) return listed;
  return Object.hasOwn(schema, 'const') ? [schema['const'] ?? null] : undefined;
}

/**
 * Every declared place of an input with its own schema, depth first; members of a list and members of any name under `*`. Also what
 * combined, conditional and referenced schemas declare, and definitions where they stand: a place may come more than once.
 */
export function schemaPlaces(
  schema: JsonObject,
  at: readonly string[] = [],
): readonly { readonly at: readonly string[]; readonly schema: JsonObject }[] {
  const named = membersOf(own(schema, 'properties'));
  const unnamed = [
    ...unnamedMembers.flatMap((keyword) => schemasIn(own(schema, keyword))),
    ...membersOf(own(schema, 'patternProperties')).map(([, inner]) => inner),
  ];
  const below = [...named, ...unnamed.map((inner) => ['*', inner] as const)];
  const here = [
    ...combined.flatMap((keyword) => schemasIn(own(schema, keyword))),
    ...keptByName.flatMap((keyword) => membersOf(own(schema, keyword)).map(([, inner]) => inner)),
  ];
  return [
    ...below.flatMap(([name, inner]) => [{ at: [...at, name], schema: inner }, ...schemaPlaces(inner, [...at, name])]),
    ...here.flatMap((inner) => schemaPlaces(inner, at)),
  ];
}

const unnamedMembers = [
  'items',
  'prefixItems',
  'additionalItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
];
const combined = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not'];
const keptByName = ['dependentSchemas', 'dependencies', '$defs', 'definitions'];

function membersOf(value: Json | undefined): readonly (readonly [name: string, schema: JsonObject])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => (isObject(inner) ? [[name, inner] as const] : []));
}

function schemasIn(value: Json | undefined): readonly JsonObject[] {
  return (isList(value) ? value : [value]).filter(isObject);
}

// Array.isArray alone does not narrow a readonly array away from the object.
function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function own(schema: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
