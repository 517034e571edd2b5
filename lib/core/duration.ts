const secondsIn = { d: 86_400, h: 3_600, m: 60, s: 1 };

/** The form of durations in gate files, as the source of a regular expression: largest unit first, each at most once. */
export const durationPattern = '^(?=[0-9])([0-9]{1,6}d)?([0-9]{1,6}h)?([0-9]{1,6}m)?([0-9]{1,8}s)?$';

const durationForm = new RegExp(durationPattern);

/** Whole seconds of a text such as `30s`, `15m`, `4h`, `3d` or `1d12h`; undefined when it has another form. */
export function parseDuration(text: string): number | undefined {
  const parts = durationForm.exec(text);
  if (parts === null) return undefined;
  const [, days, hours, minutes, seconds] = parts;
  return count(days) * secondsIn.d + count(hours) * secondsIn.h + count(minutes) * secondsIn.m + count(seconds);
}

/** The same for a text that was checked before. @throws TypeError when it has another form after all */
export function durationSeconds(text: string): number {
  const parsed = parseDuration(text);
  if (parsed === undefined) throw new TypeError(`Not a duration: ${text}`);
  return parsed;
}

/** A number of seconds in words, such as `1 day 12 hours`; parts of a second are dropped and nothing is below zero. */
export function spellDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    words(Math.floor(whole / secondsIn.d), 'day'),
    words(Math.floor((whole % secondsIn.d) / secondsIn.h), 'hour'),
    words(Math.floor((whole % secondsIn.h) / secondsIn.m), 'minute'),
    words(whole % secondsIn.m, 'second'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}

function count(part: string | undefined): number {
  return part === undefined ? 0 : Number.parseInt(part, 10);
}

function words(amount: number, unit: string): string {
  if (amount === 0) return '';
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
