import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ClockOptions, movableClock } from '../../lib/local/clock.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const day = 86_400_000;

test('advancing wakes everything that became due, in order of time', () => {
  const clock = clockOf();
  const woken: string[] = [];
  clock.at(clock.now() + 2 * day, () => woken.push('second'));
  clock.at(clock.now() + 100 * day, () => woken.push('later'));
  clock.at(clock.now() + day, () => woken.push('first'));
  clock.advance(3 * day);
  expect(woken).toEqual(['first', 'second']);
});

test('timers of the same instant fire in the order in which they were asked for', () => {
  const clock = clockOf();
  const when = clock.now() + day;
  const woken: number[] = [];
  for (const number of [1, 2, 3]) clock.at(when, () => woken.push(number));
  clock.advance(day);
  expect(woken).toEqual([1, 2, 3]);
});

test('a cancelled timer does not fire, not even when an earlier one cancels it in the same round', () => {
  const clock = clockOf();
  const woken: string[] = [];
  const cancel = clock.at(clock.now() + 2 * day, () => woken.push('cancelled'));
  clock.at(clock.now() + day, () => cancel());
  clock.advance(3 * day);
  expect(woken).toEqual([]);
});

test('a wake-up that throws stops no other', () => {
  const errors: unknown[] = [];
  const clock = clockOf({ onError: (error) => errors.push(error) });
  const woken: string[] = [];
  clock.at(clock.now() + day, () => {
    throw new Error('broken');
  });
  clock.at(clock.now() + day, () => woken.push('other'));
  clock.advance(day);
  expect([woken.length, errors.length]).toEqual([1, 1]);
});

test('a timer beyond what setTimeout can hold neither fires at once nor is lost', async () => {
  const clock = clockOf();
  const woken: string[] = [];
  clock.at(clock.now() + 60 * day, () => woken.push('in two months'));
  await new Promise((resolve) => clock.at(clock.now() + 5, () => resolve(undefined)));
  expect(woken).toEqual([]);
  clock.advance(60 * day);
  expect(woken).toEqual(['in two months']);
});

test('an instant that has passed wakes soon, but not while it is being asked for', async () => {
  const clock = clockOf();
  let woken = false;
  const fired = new Promise<void>((resolve) => {
    clock.at(clock.now() - day, () => {
      woken = true;
      resolve();
    });
  });
  expect(woken).toBe(false);
  await fired;
  expect(woken).toBe(true);
});

test('the next process goes on at the time that the last one had been moved to', () => {
  const file = join(temporaryDirectory(), 'deep', 'clock');
  clockOf({ file }).advance(7 * day);
  expect(clockOf({ file }).now() - Date.now()).toBeGreaterThanOrEqual(7 * day - 1000);
});

test('a file that holds no offset is refused with what to do', () => {
  const file = join(temporaryDirectory(), 'clock');
  writeFileSync(file, 'tomorrow');
  expect(() => movableClock({ file })).toThrow(/whole milliseconds.*"tomorrow".*delete the file/);
});

test.each([-1, 0.5, Number.NaN])('time does not move by %s', (ms) => {
  expect(() => clockOf().advance(ms)).toThrow(/forward by whole milliseconds/);
});

function clockOf(options: ClockOptions = {}) {
  const clock = movableClock(options);
  onTestFinished(clock.close);
  return clock;
}
