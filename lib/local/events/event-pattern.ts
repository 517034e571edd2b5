import { isObject } from '../template/intrinsics.ts';

/** An EventBridge pattern: texts, numbers, null, `{prefix}` and `{exists}` in lists, one list or mapping per member. */
export type EventPattern = Readonly<Record<string, unknown>>;

/** @throws Error for what a desk does not compare, with the place */
export function checkPattern(pattern: unknown, place: string): EventPattern {
  if (!isObject(pattern)) throw new Error(`${place} must be a mapping, but was ${JSON.stringify(pattern)}`);
  for (const [key, wanted] of Object.entries(pattern)) {
    const at = `${place}.${key}`;
    if (!Array.isArray(wanted)) checkPattern(wanted, at);
    else if (key.startsWith('$') || !wanted.every(isComparable)) {
      throw new Error(`${at} cannot be compared on a desk; it compares texts, numbers, null, {prefix} and {exists}`);
    }
  }
  return pattern;
}

/** Whether an event fits: every member that the pattern names, with one of the values that it lists. */
export function matchesPattern(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([key, wanted]) => {
    const value = isObject(event) && Object.hasOwn(event, key) ? event[key] : undefined;
    if (!Array.isArray(wanted)) return isObject(wanted) && matchesPattern(wanted, value);
    // A list in the event fits when one of its values does.
    const values = Array.isArray(value) ? value : [value];
    return wanted.some((one) => values.some((given) => fits(one, given)));
  });
}

function fits(wanted: unknown, given: unknown): boolean {
  if (!isObject(wanted)) return wanted === given;
  if (typeof wanted['prefix'] === 'string') return typeof given === 'string' && given.startsWith(wanted['prefix']);
  return wanted['exists'] === (given !== undefined);
}

function isComparable(wanted: unknown): boolean {
  if (!isObject(wanted)) return wanted === null || typeof wanted === 'string' || typeof wanted === 'number';
  const [only, ...others] = Object.keys(wanted);
  if (others.length > 0) return false;
  return only === 'prefix' ? typeof wanted['prefix'] === 'string' : only === 'exists';
}
