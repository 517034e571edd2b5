import type { Json } from './canonical-json.ts';
import { readPointer } from './json-pointer.ts';
import { pathWithin } from './path-within.ts';
import type { ConditionProblems, ProblemOf, ProblemPlace } from './problem.ts';
import type { Condition, Place, Unit } from './rules.ts';

/** What a condition can look at. */
export interface Facts {
  readonly input: Json;
  readonly labels: Readonly<Record<string, string>>;
  /** What the tool's numbers are counted in, by pointer. */
  readonly units: Readonly<Record<string, Unit>>;
}

/** Why a condition or a limit does not hold, or cannot be decided. */
export type ConditionProblem = ProblemOf<keyof ConditionProblems>;

/** `failed` is neither yes nor no: something is missing, or is of another type or unit. */
export type Truth =
  | { readonly kind: 'holds' }
  | { readonly kind: 'not'; readonly why: ConditionProblem }
  | { readonly kind: 'failed'; readonly why: ConditionProblem };

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
      return firstOther(condition.of, { facts, goesOn: 'not' }) ?? isNot({ kind: 'condition.none-holds' });
    case 'not': {
      const inner = decideCondition(condition.of, facts);
      if (inner.kind === 'failed') return inner;
      return inner.kind === 'not' ? holds : isNot({ kind: 'condition.holds-and-must-not' });
    }
    case 'exists':
      return valueAt(condition, facts) === undefined
        ? isNot({ kind: 'condition.absent', place: placeOf(condition) })
        : holds;
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
  const place = placeOf(condition);
  const value = valueAt(condition, facts);
  if (value === undefined) return failed({ kind: 'condition.absent', place });
  // A number is compared with numbers of its own unit alone, also where it must only be equal.
  const trouble = typeof value === 'number' ? unitTrouble(condition, facts) : undefined;
  if (trouble !== undefined) return failed(trouble);
  switch (condition.kind) {
    case 'above':
    case 'below':
    case 'atMost':
    case 'atLeast': {
      if (typeof value !== 'number') return failed({ kind: 'condition.no-number', place });
      const { kind: comparison, number, unit } = condition;
      if (compares[comparison](value, number)) return holds;
      const compared = { kind: 'condition.compared', place, value, comparison, number } as const;
      return isNot(unit === undefined ? compared : { ...compared, unit });
    }
    case 'equals':
      if (typeof value !== typeof condition.value)
        return failed({ kind: 'condition.other-type', place, types: [typeof condition.value] });
      return value === condition.value ? holds : isNot({ kind: 'condition.not-equal', place, value: condition.value });
    case 'oneOf': {
      const types: ReadonlySet<string> = new Set(condition.values.map((allowed) => typeof allowed));
      if (!types.has(typeof value)) return failed({ kind: 'condition.other-type', place, types: [...types] });
      return condition.values.some((allowed) => allowed === value)
        ? holds
        : isNot({ kind: 'condition.not-one-of', place, values: condition.values });
    }
    case 'startsWith':
      if (typeof value !== 'string') return failed({ kind: 'condition.no-text', place });
      return value.startsWith(condition.text)
        ? holds
        : isNot({ kind: 'condition.not-beginning', place, text: condition.text });
    case 'within': {
      if (typeof value !== 'string') return failed({ kind: 'condition.no-text', place });
      const { directory } = condition;
      const within = pathWithin(value, directory);
      if (within === undefined) return failed({ kind: 'condition.no-path', place, directory });
      return within ? holds : isNot({ kind: 'condition.path-outside', place, directory });
    }
  }
}

const compares = {
  above: (value: number, bound: number) => value > bound,
  below: (value: number, bound: number) => value < bound,
  atMost: (value: number, bound: number) => value <= bound,
  atLeast: (value: number, bound: number) => value >= bound,
} as const;

/** Why a number is not counted in what the condition names; `undefined` when it is. A label is no number, and has no unit. */
export function unitTrouble(
  { at, unit }: { readonly at?: string | undefined; readonly unit?: string },
  { input, units }: Pick<Facts, 'input' | 'units'>,
): ConditionProblem | undefined {
  const place = { at: at ?? '' };
  const declared = at !== undefined && Object.hasOwn(units, at) ? units[at] : undefined;
  if (declared === undefined) return unit === undefined ? undefined : { kind: 'condition.unit-undeclared', place };
  if (declared.kind === 'fixed')
    return declared.unit === unit ? undefined : { kind: 'condition.unit-other', place, unit: declared.unit };
  const named = readPointer(input, declared.at);
  if (named.found && named.value === unit) return undefined;
  return { kind: 'condition.unit-unsaid', place, ...(unit === undefined ? {} : { unit }), saidAt: declared.at };
}

function valueAt(place: Place, { input, labels }: Facts): Json | undefined {
  if (place.at === undefined) return Object.hasOwn(labels, place.label) ? labels[place.label] : undefined;
  const pointed = readPointer(input, place.at);
  return pointed.found ? pointed.value : undefined;
}

function placeOf(place: Place): ProblemPlace {
  return place.at === undefined ? { label: place.label } : { at: place.at };
}

function failed(why: ConditionProblem): Truth {
  return { kind: 'failed', why };
}

function isNot(why: ConditionProblem): Truth {
  return { kind: 'not', why };
}
