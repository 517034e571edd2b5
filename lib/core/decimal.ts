// A JSON number is the shortest decimal that reads back as the same double, and that decimal is what people wrote and see: sums
// are made of it, exactly. As doubles 0.1 and 0.2 are more than 0.3, and a limit of 0.3 would refuse what it allows.

/** The exact sum of finite numbers, each taken as the decimal that it is written as. */
export function sumOf(numbers: readonly number[]): Decimal {
  return numbers.map(decimalOf).reduce(plus, { units: 0n, scale: 0 });
}

/** `units` times ten to the minus `scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export function decimalOf(number: number): Decimal {
  const [mantissa = '0', exponent = '0'] = number.toString().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const units = BigInt(`${whole}${fraction}`);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Below zero, zero or above it, as the first is less than, equal to or greater than the second. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const difference = scaled(one, scale) - scaled(other, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** As people write it, without an exponent. */
export function spellDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: scaled(one, scale) + scaled(other, scale), scale };
}

function scaled({ units, scale }: Decimal, to: number): bigint {
  return units * 10n ** BigInt(to - scale);
}
