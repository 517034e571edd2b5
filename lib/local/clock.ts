import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The desk's idea of time: epoch milliseconds, and wake-ups at an instant. `at` answers with a function that cancels. */
export interface DeskClock {
  now(): number;
  at(when: number, wake: () => void): () => void;
}

/** A clock that can be put forward; `shared` holds its offset (one int64 of milliseconds) for the Dates of worker threads. */
export interface MovableClock extends DeskClock {
  readonly shared: SharedArrayBuffer;
  readonly offset: () => number;
  /** Puts the clock forward and wakes what became due, in order of time. @throws RangeError unless ms is a whole number >= 0 */
  readonly advance: (ms: number) => void;
  readonly close: () => void;
}

export type ClockOptions = {
  /** Where the offset is kept, so that a restarted desk does not fall back into its own past. */
  readonly file?: string;
  readonly onError?: (error: unknown) => void;
};

type Timer = { readonly when: number; readonly wake: () => void };

// Node runs a longer setTimeout at once instead of late, so a deadline in two months is reached in laps.
const longestTimeoutMs = 2 ** 31 - 1;

/** Real time plus an offset that `advance` enlarges. A wake-up that throws goes to `onError` and stops no other. */
export function movableClock(options: ClockOptions = {}): MovableClock {
  const shared = new SharedArrayBuffer(8);
  const offsetMs = new BigInt64Array(shared);
  Atomics.store(offsetMs, 0, BigInt(readOffset(options.file)));
  const onError = options.onError ?? throwLater;
  const timers: Timer[] = [];
  let armed: NodeJS.Timeout | undefined;
  let closed = false;

  const offset = () => Number(Atomics.load(offsetMs, 0));
  const now = () => Date.now() + offset();

  const arm = () => {
    clearTimeout(armed);
    const next = timers[0];
    if (next === undefined || closed) return;
    armed = setTimeout(fireDue, Math.min(Math.max(next.when - now(), 0), longestTimeoutMs));
    // A pending deadline alone is no reason to keep a process: its servers are.
    armed.unref();
  };

  const fireDue = () => {
    // Only what is due at this instant: a wake-up that asks to be woken "now" again must not lock the loop.
    const instant = now();
    const due = timers.filter((timer) => timer.when <= instant);
    for (const timer of due) {
      // An earlier one of this round may have cancelled it.
      if (!remove(timers, timer)) continue;
      try {
        timer.wake();
      } catch (error) {
        onError(error);
      }
    }
    arm();
  };

  return {
    shared,
    offset,
    now,
    at: (when, wake) => {
      if (Number.isNaN(when)) throw new RangeError('A wake-up needs an instant in epoch milliseconds, but got NaN');
      const timer = { when, wake };
      insert(timers, timer);
      if (timers[0] === timer) arm();
      return () => {
        if (remove(timers, timer)) arm();
      };
    },
    advance: (ms) => {
      if (!Number.isSafeInteger(ms) || ms < 0) {
        throw new RangeError(`The clock moves forward by whole milliseconds (0 or more), but got ${ms}`);
      }
      // Written first: a crash in between must not put the next process before deadlines that have already fired.
      writeOffset(options.file, offset() + ms);
      Atomics.add(offsetMs, 0, BigInt(ms));
      fireDue();
    },
    close: () => {
      closed = true;
      timers.length = 0;
      clearTimeout(armed);
    },
  };
}

/** Keeps the list sorted by time, and timers of the same instant in the order in which they were asked for. */
function insert(timers: Timer[], timer: Timer): void {
  const after = timers.findIndex((other) => other.when > timer.when);
  timers.splice(after === -1 ? timers.length : after, 0, timer);
}

function remove(timers: Timer[], timer: Timer): boolean {
  const index = timers.indexOf(timer);
  if (index !== -1) timers.splice(index, 1);
  return index !== -1;
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

function readOffset(file: string | undefined): number {
  if (file === undefined) return 0;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return 0;
  }
  const offset = Number(text.trim());
  if (Number.isSafeInteger(offset) && text.trim() !== '') return offset;
  throw new Error(
    `${file} should hold the clock's offset in whole milliseconds, but holds ${JSON.stringify(text.slice(0, 40))}; delete the file to return to real time`,
  );
}

function writeOffset(file: string | undefined, offset: number): void {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${offset}\n`);
  renameSync(`${file}.new`, file);
}
