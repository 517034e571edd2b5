import { canonicalJson, type JsonObject } from './canonical-json.ts';
import type { Condition } from './rules.ts';
import type { JsonScalar } from './scalar.ts';
import { listedValues, numberRange, schemaPlace } from './schema-place.ts';

// What can be said of a condition without a call. Each answer is sure when it is yes; where it is no, nothing was proved.

type Atom = Exclude<Condition, { kind: 'all' | 'any' | 'not' }>;

/** Whether no input that fits the schema can make the condition hold. */
export function neverHolds(condition: Condition, schema: JsonObject): boolean {
  if (condition.kind === 'any') return condition.of.every((inner) => neverHolds(inner, schema));
  const atoms = atomsOf(condition);
  return (
    atoms.some((atom) => contradictsSchema(atom, schema)) ||
    atoms.some((one, index) => atoms.slice(index + 1).some((other) => excludes(one, other)))
  );
}

/** Whether the second condition holds whenever the first does, so that a rule behind it with the first never decides. */
export function implies(first: Condition, second: Condition): boolean {
  if (canonicalJson(first) === canonicalJson(second)) return true;
  if (second.kind === 'all') return second.of.every((inner) => implies(first, inner));
  if (second.kind === 'any') return second.of.some((inner) => implies(first, inner));
  if (first.kind === 'all') return first.of.some((inner) => implies(inner, second));
  if (first.kind === 'any') return first.of.every((inner) => implies(inner, second));
  return isAtom(first) && isAtom(second) && samePlace(first, second) && atomImplies(first, second);
}

/** The conditions that must all hold for this one to hold. */
function atomsOf(condition: Condition): readonly Atom[] {
  if (condition.kind === 'all') return condition.of.flatMap(atomsOf);
  return isAtom(condition) ? [condition] : [];
}

function isAtom(condition: Condition): condition is Atom {
  return condition.kind !== 'all' && condition.kind !== 'any' && condition.kind !== 'not';
}

function samePlace(one: Atom, other: Atom): boolean {
  return one.at === other.at && one.label === other.label;
}

function contradictsSchema(atom: Atom, schema: JsonObject): boolean {
  if (atom.at === undefined) return false;
  const place = schemaPlace(schema, atom.at);
  if (place === undefined || atom.kind === 'exists') return false;
  const listed = listedValues(place.schema);
  const allowed = valuesOf(atom);
  if (listed !== undefined && allowed !== undefined) return !allowed.some((value) => listed.includes(value));
  const span = spanOf(atom);
  if (span === undefined) return allowed !== undefined && !allowed.some((value) => fitsType(value, place.schema));
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = numberRange(place.schema);
  return !overlap(span, { least, most, open: false });
}

function fitsType(value: JsonScalar, schema: JsonObject): boolean {
  const type = schema['type'];
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  const names: readonly string[] = typeof value === 'number' ? ['number', 'integer'] : [typeof value];
  return types.some((name) => typeof name === 'string' && names.includes(name));
}

/** Numbers from least to most; `open` when the bound itself is left out. */
interface Span {
  readonly least: number;
  readonly most: number;
  readonly open: boolean;
}

function spanOf(atom: Atom): Span | undefined {
  const { POSITIVE_INFINITY: most, NEGATIVE_INFINITY: least } = Number;
  switch (atom.kind) {
    case 'above':
    case 'atLeast':
      return { least: atom.number, most, open: atom.kind === 'above' };
    case 'below':
    case 'atMost':
      return { least, most: atom.number, open: atom.kind === 'below' };
    default:
      return undefined;
  }
}

function overlap(one: Span, other: Span): boolean {
  const least = Math.max(one.least, other.least);
  const most = Math.min(one.most, other.most);
  return one.open || other.open ? least < most : least <= most;
}

function valuesOf(atom: Atom): readonly JsonScalar[] | undefined {
  if (atom.kind === 'equals') return [atom.value];
  return atom.kind === 'oneOf' ? atom.values : undefined;
}

/** Whether two conditions on the same place cannot both hold. */
function excludes(one: Atom, other: Atom): boolean {
  if (!samePlace(one, other)) return false;
  const [here, there] = [spanOf(one), spanOf(other)];
  if (here !== undefined && there !== undefined) return !overlap(here, there);
  const [some, others] = [valuesOf(one), valuesOf(other)];
  return some !== undefined && others !== undefined && !some.some((value) => others.includes(value));
}

function atomImplies(first: Atom, second: Atom): boolean {
  // Whatever holds of a value needs the value.
  if (second.kind === 'exists') return true;
  const [here, there] = [spanOf(first), spanOf(second)];
  if (here !== undefined && there !== undefined) {
    const inside = here.least >= there.least && here.most <= there.most;
    const onBound = here.least === there.least && here.most === there.most;
    return inside && (!onBound || here.open || !there.open);
  }
  const [some, others] = [valuesOf(first), valuesOf(second)];
  if (some !== undefined && others !== undefined) return some.every((value) => others.includes(value));
  return false;
}
