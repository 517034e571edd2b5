import type { DeskClock } from '../../../lib/local/clock.ts';

/** A clock that stands still until it is moved, so that a slow machine changes no test. */
export type StillClock = DeskClock & {
  readonly advance: (ms: number) => void;
  /** Moves it without waking anybody, as when a timer rings late. */
  readonly advanceUnheard: (ms: number) => void;
};

export function stillClock(start = Date.UTC(2026, 10, 30, 9)): StillClock {
  let time = start;
  let timers: { readonly when: number; readonly wake: () => void }[] = [];
  const ring = () => {
    const due = timers.filter(({ when }) => when <= time).sort((a, b) => a.when - b.when);
    timers = timers.filter(({ when }) => when > time);
    for (const { wake } of due) wake();
  };
  return {
    now: () => time,
    at: (when, wake) => {
      const timer = { when, wake };
      timers.push(timer);
      // As a real timer would: an instant that has passed is due at once, but not within this call.
      if (when <= time) setImmediate(ring);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advanceUnheard: (ms) => {
      time += ms;
    },
    advance: (ms) => {
      time += ms;
      ring();
    },
  };
}
