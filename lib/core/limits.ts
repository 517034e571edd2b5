import type { Json } from './canonical-json.ts';
import { decideCondition, type Facts, unitTrouble } from './conditions.ts';
import { compareDecimals, decimalOf, spellDecimal, sumOf } from './decimal.ts';
import { readPointer } from './json-pointer.ts';
import type { Limits } from './rules.ts';

/** A limit that a call would go beyond: its place below the tool, and why. */
export interface Excess {
  readonly limit: string;
  readonly why: string;
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
      why: `this run has made ${earlier.length} such calls, and ${limits.count} are allowed`,
    };
  for (const [index, sum] of limits.sums.entries()) {
    const why = sumTrouble(sum, facts, earlier);
    if (why !== undefined) return { limit: `limits.sums[${index}]`, why };
  }
  return undefined;
}

function sumTrouble(sum: Limits['sums'][number], facts: Facts, earlier: readonly Json[]): string | undefined {
  const own = readPointer(facts.input, sum.at);
  if (!own.found || typeof own.value !== 'number') return `${sum.at} is not a number`;
  // A negative amount would make room for others.
  if (own.value < 0) return `${sum.at} is ${own.value}, and what is summed cannot be below 0`;
  const trouble = unitTrouble(sum, facts);
  if (trouble !== undefined) return `${sum.at} ${trouble}`;
  const before: number[] = [];
  for (const input of earlier) {
    const counted = readPointer(input, sum.at);
    // An earlier call that cannot be counted, or is counted in something else, leaves nothing to compare with.
    if (!counted.found || typeof counted.value !== 'number' || unitTrouble(sum, { ...facts, input }) !== undefined)
      return `${sum.at} of an earlier call of this run cannot be counted`;
    // It was judged by rules without this sum, and makes no room here either.
    before.push(Math.max(0, counted.value));
  }
  const total = sumOf([...before, own.value]);
  if (compareDecimals(total, decimalOf(sum.atMost)) <= 0) return undefined;
  const unit = sum.unit === undefined ? '' : ` ${sum.unit}`;
  return `${sum.at} would come to ${spellDecimal(total)}${unit} in this run, ${spellDecimal(sumOf(before))} of it before, and ${sum.atMost} is allowed`;
}
