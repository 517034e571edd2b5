import { spellDuration } from '../../core/duration.ts';
import type { LocalTime } from './words.ts';

/** A number as English readers group it, every digit of it. */
export function enCount(amount: number): string {
  grouping ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
  return grouping.format(amount);
}

// Making one takes longer than all that a page does with it.
let grouping: Intl.NumberFormat | undefined;

/** `1 day 12 hours`; parts of a second are dropped. */
export function enDuration(seconds: number): string {
  return spellDuration(seconds);
}

/** `Wednesday 4 March 2026, 19:00 UTC`, `Thursday 5 March 2026, 04:00 (Asia/Tokyo, UTC+9)`. */
export function enInstant({ weekday, year, month, day, clock, zone }: LocalTime): string {
  const where = zone.name === 'UTC' ? 'UTC' : `(${zone.name}, ${zone.offset})`;
  return `${weekdays[weekday]} ${day} ${months[month - 1]} ${year}, ${clock} ${where}`;
}

/** `Ada, Grace and Kim`. */
export function enJoined(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
