import { expect, test } from 'vitest';
import { columnsOf, wrappedLines } from '../../lib/web/wrapped-lines.ts';

const width = 20;
const linesOf = (text: string) => wrappedLines(text, width).map((line) => line.text);

/** Japanese text of so many columns. */
const japanese = (columns: number) => '文'.repeat(columns / 2);

test('a digest in a Japanese sentence stays whole, with the signs around it, wherever the line ends', () => {
  for (let before = 2; before <= width + 10; before += 2) {
    const text = `${japanese(before)}（1edd-cc34）${japanese(12)}。`;
    const lines = linesOf(text);
    expect(lines.join('')).toBe(text);
    expect(lines.filter((line) => line.includes('（1edd-cc34）'))).toHaveLength(1);
    expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(width);
  }
});

test('a line ends at a space where there is one, and a word that is wider than a line is cut where it is full', () => {
  expect(linesOf('an approval is asked for')).toEqual(['an approval is asked', 'for']);
  expect(wrappedLines(`${'x'.repeat(45)} y`, width).map(({ text, end }) => [text.length, end])).toEqual([
    [20, 'cut'],
    [20, 'cut'],
    [7, 'last'],
  ]);
});

test('signs alone, of which none may begin a line, are cut all the same', () => {
  const text = `文${'）'.repeat(40)}`;
  expect(linesOf(text).join('')).toBe(text);
  expect(linesOf(text)).toHaveLength(5);
});

test('a Japanese name in prose of another script is not torn, and a Japanese sentence still fills its lines', () => {
  for (let before = 60; before <= 80; before += 1) {
    const text = `${'a '.repeat(before).slice(0, before)} 伊藤 サム changed the arguments`;
    const lines = wrappedLines(text, 78);
    expect(lines.map((line) => line.text + (line.end === 'space' ? ' ' : '')).join('')).toBe(text);
    for (const name of ['伊藤', 'サム']) expect(lines.some((line) => line.text.includes(name))).toBe(true);
  }
  expect(linesOf(`AWS の ${japanese(40)}`).at(0)).toBe(`AWS の ${japanese(12)}`);
});
