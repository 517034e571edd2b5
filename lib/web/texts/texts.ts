import type { en } from './en.ts';
import { localTime } from './local-time.ts';
import type { Words } from './words.ts';

/** All that one reader is told: the words of their language, instants by the clocks where they are. */
export type Texts = Words<typeof en> & {
  /** Spells an ISO instant; a text that is no instant stays as it is. */
  instant(instant: string): SpelledInstant;
  /** Time between two ISO instants in at most two units, rounded down so that nobody is promised more than there is. */
  timeLeft(from: string, to: string): string;
};

/** An instant for people and for machines at once. */
export interface SpelledInstant {
  /** `2026-03-04T19:00:00Z` */
  readonly iso: string;
  /** `Wednesday 4 March 2026, 19:00 UTC` */
  readonly words: string;
}

/** The words of a language, with instants by the clocks of a time zone. */
export function spelledIn(timeZone: string, words: Words<typeof en>): Texts {
  return {
    ...words,
    instant: (instant) => {
      const at = new Date(instant);
      if (Number.isNaN(at.getTime())) return { iso: instant, words: instant };
      return { iso: `${at.toISOString().slice(0, 19)}Z`, words: words.instantIn(localTime(at, timeZone)) };
    },
    timeLeft: (from, to) => words.duration(shortened(Date.parse(to) - Date.parse(from)) / 1000),
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function shortened(ms: number): number {
  const step = ms >= 2 * dayMs ? hourMs : ms >= 5 * minuteMs ? minuteMs : 1000;
  return Math.floor(ms / step) * step;
}
