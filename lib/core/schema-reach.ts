import type { Json, JsonObject } from './canonical-json.ts';
import { pointerSegments } from './json-pointer.ts';

/**
 * Whether a value that fits the schema can have something at the pointer: `declared` when the schema names it, `possible`
 * when it names it nowhere but forbids nothing (or only a validator could tell), `impossible` when it cannot be there.
 */
export type Reach = 'declared' | 'possible' | 'impossible';

/** How far a schema lets a pointer reach. Combined and referenced schemas are not followed: they answer `possible`. */
export function schemaReach(schema: JsonObject, pointer: string): Reach {
  let here: Json = schema;
  for (const segment of pointerSegments(pointer)) {
    if (!isSchema(here)) return 'possible';
    const next = stepInto(here, segment);
    if (next.kind === 'ends') return next.reach;
    here = next.schema;
  }
  return here === false ? 'impossible' : 'declared';
}

type Step = { readonly kind: 'goes-on'; readonly schema: Json } | { readonly kind: 'ends'; readonly reach: Reach };

const undecided: Step = { kind: 'ends', reach: 'possible' };
const impossible: Step = { kind: 'ends', reach: 'impossible' };

function stepInto(schema: JsonObject, segment: string): Step {
  const properties = own(schema, 'properties');
  const named = isSchema(properties) ? own(properties, segment) : undefined;
  if (named !== undefined) return { kind: 'goes-on', schema: named };
  if (combining.some((keyword) => Object.hasOwn(schema, keyword))) return undecided;
  const type = own(schema, 'type');
  if (type === 'array') return stepIntoItems(schema, segment);
  if (type === 'object') return stepIntoMembers(schema);
  // A union of types may hold a container; a single other type cannot.
  return typeof type === 'string' ? impossible : undecided;
}

function stepIntoItems(schema: JsonObject, segment: string): Step {
  if (!/^(0|[1-9][0-9]*)$/.test(segment)) return impossible;
  const items = own(schema, 'items');
  return isSchema(items) ? { kind: 'goes-on', schema: items } : undecided;
}

function stepIntoMembers(schema: JsonObject): Step {
  const others = own(schema, 'additionalProperties');
  if (others === false) return impossible;
  return isSchema(others) ? { kind: 'goes-on', schema: others } : undecided;
}

const combining = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'prefixItems',
];

function own(schema: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function isSchema(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
