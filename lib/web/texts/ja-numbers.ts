import type { LocalTime } from './words.ts';

/** A whole number as Japanese readers group it. */
export function jaCount(amount: number): string {
  grouping ??= new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 20 });
  return grouping.format(amount);
}

// Making one takes longer than all that a page does with it.
let grouping: Intl.NumberFormat | undefined;

/** `1日12時間`; parts of a second are dropped. */
export function jaDuration(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts = units.map(({ size, name }) => {
    const amount = Math.floor(rest / size);
    rest -= amount * size;
    return amount === 0 ? '' : `${amount}${name}`;
  });
  return parts.join('') || '0秒';
}

/** `2026年3月4日(水)19:00(UTC)`, `2026年3月5日(木)04:00(Asia/Tokyo、UTC+9)`. */
export function jaInstant({ weekday, year, month, day, clock, zone }: LocalTime): string {
  const where = zone.name === 'UTC' ? 'UTC' : `${zone.name}、${zone.offset}`;
  return `${year}年${month}月${day}日（${'日月火水木金土'[weekday]}）${clock}（${where}）`;
}

/** `Ada、Grace、Kim`. */
export function jaJoined(parts: readonly string[]): string {
  return parts.join('、');
}

const units = [
  { size: 86_400, name: '日' },
  { size: 3_600, name: '時間' },
  { size: 60, name: '分' },
  { size: 1, name: '秒' },
] as const;
