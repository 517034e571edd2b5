import type { Json } from './canonical-json.ts';
import { readPointer } from './json-pointer.ts';
import { pathWithin } from './path-within.ts';
import type { Condition, Place, Unit } from './rules.ts';

/** What a condition can look at. */
export interface Facts {
  readonly input: Json;
  readonly labels: Readonly<Record<string, string>>;
  /** What the tool's numbers are counted in, by pointer. */
  readonly units: Readonly<Record<string, Unit>>;
}

/** `failed` is neither yes nor no: something is missing, or is of another type or unit. */
export type Truth =
  | { readonly kind: 'holds' }
  | { readonly kind: 'not'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

const holds: Truth = { kind: 'holds' };

/**
 * Decides a condition; total, and in time that grows with the condition and the texts it compares alone. `all` and `any` look in
 * order and stop at the first that settles them, so that `exists` in front protects what stands behind.
 */
export function decideCondition(condition: Condition, facts: Facts): Truth {
  switch (condition.kind) {
    case 'all':
      return firstOther(condition.of, { facts, goesOn: 'holds' }) ?? holds;
    case 'any':
      return firstOther(condition.of, { facts, goesOn: 'not' }) ?? { kind: 'not', why: 'none of its conditions holds' };
    case 'not': {
      const inner = decideCondition(condition.of, facts);
      if (inner.kind === 'failed') return inner;
      return inner.kind === 'not' ? holds : { kind: 'not', why: 'the condition that must not hold does' };
    }
    case 'exists':
      return valueAt(condition, facts) === undefined ? { kind: 'not', why: `${spell(condition)} is not there` } : holds;
    default:
      return decideValue(condition, facts);
  }
}

function firstOther(
  conditions: readonly Condition[],
  { facts, goesOn }: { readonly facts: Facts; readonly goesOn: 'holds' | 'not' },
): Truth | undefined {
  for (const condition of conditions) {
    const truth = decideCondition(condition, facts);
    if (truth.kind !== goesOn) return truth;
  }
  return undefined;
}

type ValueCondition = Exclude<Condition, { kind: 'all' | 'any' | 'not' | 'exists' }>;

function decideValue(condition: ValueCondition, facts: Facts): Truth {
  const value = valueAt(condition, facts);
  if (value === undefined) return failed(condition, 'is not there');
  // A number is compared with numbers of its own unit alone, also where it must only be equal.
  const trouble = typeof value === 'number' ? unitTrouble(condition, facts) : undefined;
  if (trouble !== undefined) return failed(condition, trouble);
  switch (condition.kind) {
    case 'above':
    case 'below':
    case 'atMost':
    case 'atLeast': {
      if (typeof value !== 'number') return failed(condition, 'is not a number');
      const { kind, number, unit } = condition;
      return compares[kind](value, number)
        ? holds
        : isNot(condition, `is ${value}, not ${compareWords[kind]} ${number}${unit === undefined ? '' : ` ${unit}`}`);
    }
    case 'equals':
      if (typeof value !== typeof condition.value) return failed(condition, `is not a ${typeof condition.value}`);
      return value === condition.value ? holds : isNot(condition, `is not ${JSON.stringify(condition.value)}`);
    case 'oneOf': {
      const types: ReadonlySet<string> = new Set(condition.values.map((allowed) => typeof allowed));
      if (!types.has(typeof value)) return failed(condition, `is not a ${[...types].join(' or ')}`);
      return condition.values.some((allowed) => allowed === value)
        ? holds
        : isNot(condition, `is none of ${condition.values.map((allowed) => JSON.stringify(allowed)).join(', ')}`);
    }
    case 'startsWith':
      if (typeof value !== 'string') return failed(condition, 'is not a text');
      return value.startsWith(condition.text)
        ? holds
        : isNot(condition, `does not begin with ${JSON.stringify(condition.text)}`);
    case 'within': {
      if (typeof value !== 'string') return failed(condition, 'is not a text');
      const within = pathWithin(value, condition.directory);
      if (within === undefined) return failed(condition, `is no path that can be compared with ${condition.directory}`);
      return within ? holds : isNot(condition, `leads out of ${condition.directory}`);
    }
  }
}

const compares = {
  above: (value: number, bound: number) => value > bound,
  below: (value: number, bound: number) => value < bound,
  atMost: (value: number, bound: number) => value <= bound,
  atLeast: (value: number, bound: number) => value >= bound,
} as const;

const compareWords = { above: 'above', below: 'below', atMost: 'at most', atLeast: 'at least' } as const;

/** Why a number is not counted in what the condition names; `undefined` when it is. */
export function unitTrouble(
  { at, unit }: { readonly at?: string | undefined; readonly unit?: string },
  { input, units }: Pick<Facts, 'input' | 'units'>,
): string | undefined {
  const declared = at !== undefined && Object.hasOwn(units, at) ? units[at] : undefined;
  if (declared === undefined) return unit === undefined ? undefined : 'has no declared unit';
  if (declared.kind === 'fixed') return declared.unit === unit ? undefined : `is counted in ${declared.unit}`;
  const named = readPointer(input, declared.at);
  return named.found && named.value === unit
    ? undefined
    : `is not said to be in ${unit ?? 'any unit'} at ${declared.at}`;
}

function valueAt(place: Place, { input, labels }: Facts): Json | undefined {
  if (place.at === undefined) return Object.hasOwn(labels, place.label) ? labels[place.label] : undefined;
  const pointed = readPointer(input, place.at);
  return pointed.found ? pointed.value : undefined;
}

function spell(place: Place): string {
  if (place.at === undefined) return `the label ${place.label}`;
  return place.at === '' ? 'the input' : place.at;
}

function failed(place: Place, why: string): Truth {
  return { kind: 'failed', why: `${spell(place)} ${why}` };
}

function isNot(place: Place, why: string): Truth {
  return { kind: 'not', why: `${spell(place)} ${why}` };
}
