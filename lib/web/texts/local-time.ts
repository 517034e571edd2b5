import type { LocalTime } from './words.ts';

/** What clocks and calendars show at an instant in an IANA time zone. */
export function localTime(at: Date, timeZone: string): LocalTime {
  const parts = new Map(
    clockIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const [year, month, day] = [number('year'), number('month'), number('day')];
  return {
    year,
    month,
    day,
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay(),
    clock: `${parts.get('hour')}:${parts.get('minute')}`,
    zone: { name: timeZone, offset: (parts.get('timeZoneName') ?? '').replace('GMT', 'UTC') },
  };
}

// Making one takes longer than all that a page does with it.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  });
  clocks.set(timeZone, clock);
  return clock;
}
