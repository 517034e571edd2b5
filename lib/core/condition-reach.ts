import { canonicalJson, type Json, type JsonObject } from './canonical-json.ts';
import { decideCondition } from './conditions.ts';
import { pathWithin } from './path-within.ts';
import type { Condition } from './rules.ts';
import type { JsonScalar } from './scalar.ts';
import { listedValues, numberRange, schemaPlace } from './schema-place.ts';
import { schemaReach } from './schema-reach.ts';

// What can be said of a condition without a call. Each answer is sure when it is yes; where it is no, nothing was proved.

type Atom = Exclude<Condition, { kind: 'all' | 'any' | 'not' }>;

/** Whether no input that fits the schema can make the condition hold. */
export function neverHolds(condition: Condition, schema: JsonObject): boolean {
  if (condition.kind === 'any') return condition.of.every((inner) => neverHolds(inner, schema));
  if (condition.kind === 'all' && condition.of.some((inner) => neverHolds(inner, schema))) return true;
  if (condition.kind === 'not') return neverFallsThrough(condition.of, schema);
  const atoms = atomsOf(condition);
  return (
    atoms.some((atom) => contradictsSchema(atom, schema)) ||
    atoms.some((one, index) => atoms.slice(index + 1).some((other) => excludes(one, other)))
  );
}

/** Whether the condition holds, or cannot be decided, for every input that fits the schema: no rule behind it is ever looked at. */
export function neverFallsThrough(condition: Condition, schema: JsonObject): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((inner) => neverFallsThrough(inner, schema));
    case 'any':
      return condition.of.some((inner) => neverFallsThrough(inner, schema));
    case 'not':
      return false;
    default:
      return fitsWhole(condition, schema);
  }
}

function fitsWhole(atom: Atom, schema: JsonObject): boolean {
  const place = atom.at === undefined ? undefined : schemaPlace(schema, atom.at);
  if (place?.required !== true) return false;
  if (atom.kind === 'exists') return true;
  const listed = listedValues(place.schema);
  if (listed !== undefined) return listed.every((value) => satisfies(atom, value));
  const span = spanOf(atom);
  const { least, most } = numberRange(place.schema);
  if (span === undefined || least === undefined || most === undefined) return false;
  // Below the least and above the most there is nothing; a bound that is left out must not be one of the schema's.
  return span.open ? span.least < least && most < span.most : span.least <= least && most <= span.most;
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
  // Labels are texts.
  if (atom.at === undefined) return valuesOf(atom)?.every((value) => typeof value !== 'string') ?? false;
  const place = schemaPlace(schema, atom.at);
  if (place === undefined) return schemaReach(schema, atom.at) === 'impossible';
  if (atom.kind === 'exists') return false;
  const listed = listedValues(place.schema);
  if (listed !== undefined) return !listed.some((value) => satisfies(atom, value));
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = numberRange(place.schema);
  const allowed = valuesOf(atom);
  if (allowed !== undefined) {
    const isOutside = (value: JsonScalar) => typeof value === 'number' && (value < least || value > most);
    return allowed.every((value) => isOutside(value) || !mayBe(typeof value, place.schema));
  }
  const span = spanOf(atom);
  if (span === undefined) return !mayBe('string', place.schema);
  return !mayBe('number', place.schema) || !overlap(span, { least, most, open: false });
}

/** Whether a value alone makes the condition hold, whatever it is counted in. */
function satisfies(atom: Atom, value: Json): boolean {
  const { unit: _unit, label: _label, ...here } = { unit: undefined, ...atom };
  return decideCondition({ ...here, at: '' }, { input: value, labels: {}, units: {} }).kind === 'holds';
}

function mayBe(name: string, schema: JsonObject): boolean {
  const type = schema['type'];
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  return types.includes(name) || (name === 'number' && types.includes('integer'));
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
  return noneSatisfies(valuesOf(one), other) || noneSatisfies(valuesOf(other), one);
}

function noneSatisfies(values: readonly JsonScalar[] | undefined, atom: Atom): boolean {
  return values !== undefined && !values.some((value) => satisfies(atom, value));
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
  if (first.kind === 'startsWith' && second.kind === 'startsWith') return first.text.startsWith(second.text);
  if (first.kind === 'within' && second.kind === 'within')
    return pathWithin(first.directory, second.directory) === true;
  return valuesOf(first)?.every((value) => satisfies(second, value)) ?? false;
}
