import type { Json } from './canonical-json.ts';
import { type ConditionProblem, decideCondition, type Facts, unitTrouble } from './conditions.ts';
import { compareDecimals, decimalOf, spellDecimal, sumOf } from './decimal.ts';
import { readPointer } from './json-pointer.ts';
import type { Limits } from './rules.ts';

/** A limit that a call would go beyond: its place below the tool, and why. */
export interface Excess {
  readonly limit: string;
  readonly why: ConditionProblem;
}

/**
 * The first limit that a call would go beyond, or undefined. What cannot be decided is beyond.
 * @param earlier the inputs of this tool's calls in this run that wait, passed or were carried out
 */
export function excessOf(limits: Limits, facts: Facts, earlier: readonly Json[]): Excess | undefined {
  for (const [index, condition] of limits.each.entries()) {
    const truth = decideCondition(condition, facts);
    if (truth.kind !== 'holds') return { limit: `limits.each[${index}]`, why: truth.why };
  }
  if (limits.count !== undefined && earlier.length >= limits.count)
    return {
      limit: 'limits.count',
      why: { kind: 'limit.count', made: earlier.length, most: limits.count },
    };
  for (const [index, sum] of limits.sums.entries()) {
    const why = sumTrouble(sum, facts, earlier);
    if (why !== undefined) return { limit: `limits.sums[${index}]`, why };
  }
  return undefined;
}

function sumTrouble(sum: Limits['sums'][number], facts: Facts, earlier: readonly Json[]): ConditionProblem | undefined {
  const own = readPointer(facts.input, sum.at);
  if (!own.found || typeof own.value !== 'number') return { kind: 'condition.no-number', place: { at: sum.at } };
  // A negative amount would make room for others.
  if (own.value < 0) return { kind: 'limit.negative', at: sum.at, value: own.value };
  const trouble = unitTrouble(sum, facts);
  if (trouble !== undefined) return trouble;
  const before: number[] = [];
  for (const input of earlier) {
    const counted = readPointer(input, sum.at);
    // An earlier call that cannot be counted, or is counted in something else, leaves nothing to compare with.
    if (!counted.found || typeof counted.value !== 'number' || unitTrouble(sum, { ...facts, input }) !== undefined)
      return { kind: 'limit.earlier-uncounted', at: sum.at };
    // It was judged by rules without this sum, and makes no room here either.
    before.push(Math.max(0, counted.value));
  }
  const total = sumOf([...before, own.value]);
  if (compareDecimals(total, decimalOf(sum.atMost)) <= 0) return undefined;
  const { at, atMost: most, unit } = sum;
  const sums = { total: spellDecimal(total), before: spellDecimal(sumOf(before)), most };
  return { kind: 'limit.sum', at, ...sums, ...(unit === undefined ? {} : { unit }) };
}
