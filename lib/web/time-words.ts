import { spellDuration } from '../core/duration.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const utcDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** An instant for people and for machines at once, always in UTC. */
export interface SpelledInstant {
  /** `2026-03-04T19:00:00Z` */
  readonly iso: string;
  /** `Wednesday 4 March 2026, 19:00 UTC` */
  readonly words: string;
}

/** Spells an ISO instant in UTC; a text that is no instant stays as it is. */
export function spellInstant(instant: string): SpelledInstant {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return { iso: instant, words: instant };
  const full = at.toISOString();
  const iso = `${full.slice(0, 19)}Z`;
  return { iso, words: `${utcDay.format(at).replace(',', '')}, ${full.slice(11, 16)} UTC` };
}

/** Time between two ISO instants in at most two units, rounded down so that nobody is promised more than there is. */
export function timeLeft(from: string, to: string): string {
  const ms = Date.parse(to) - Date.parse(from);
  const step = ms >= 2 * dayMs ? hourMs : ms >= 5 * minuteMs ? minuteMs : 1000;
  return spellDuration((Math.floor(ms / step) * step) / 1000);
}
