import type { ProblemOf } from './problem.ts';

/**
 * Why the text of a JSON number may not be used, or undefined when it may: what a person reads on the page must be what
 * runs, so a text is allowed only when the IEEE double that it becomes is written back as the same decimal value.
 */
export function numberProblem(
  text: string,
): ProblemOf<'json.number-too-large' | 'json.negative-zero' | 'json.number-changes'> | undefined {
  const value = Number(text);
  if (!Number.isFinite(value)) return { kind: 'json.number-too-large', number: shortened(text) };
  // RFC 8785 writes -0 as 0, and some executors treat the two differently: 1 / -0, a sign in a form, a string compare.
  if (Object.is(value, -0)) return { kind: 'json.negative-zero', number: shortened(text) };
  const written = String(value);
  if (sameDecimal(decimalOf(text), decimalOf(written))) return undefined;
  return { kind: 'json.number-changes', number: shortened(text), becomes: written };
}

/** digits × 10^exponent, without zeros at either end; zero is no digits and exponent 0. */
type Decimal = { readonly digits: string; readonly exponent: number };

function decimalOf(text: string): Decimal {
  const [mantissa = '', power = '0'] = text.replace(/^-/, '').split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const leading = (whole + fraction).replace(/^0+/, '');
  const digits = withoutEndingZeros(leading);
  // A power beyond 2^53 loses digits here, but then the value is infinite or 0 and differs anyway.
  const exponent = Number(power) - fraction.length + (leading.length - digits.length);
  return { digits, exponent: digits === '' ? 0 : exponent };
}

// Not /0+$/: a regular expression tries that at every zero of a long run, and the model chooses how long the run is.
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

function sameDecimal(a: Decimal, b: Decimal): boolean {
  // The sign needs no look: only zero could lose it.
  return a.digits === b.digits && a.exponent === b.exponent;
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
