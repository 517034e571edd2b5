import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openJournal } from '../../lib/local/journal.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const parse = (value: unknown) => z.number().parse(value);

test.each(['', '1', '12', '{"a'])(
  'a last line %j without its end is cut off, and the next item stands on a line of its own',
  (torn) => {
    const file = fileWith(`1\n2\n${torn}`);
    const journal = openJournal(file, parse);
    journal.append(3);
    expect(journal.items()).toEqual([1, 2, 3]);
    expect(readFileSync(file, 'utf8')).toBe('1\n2\n3\n');
  },
);

test('a whole line that cannot be read is an error with its place, since it was acknowledged', () => {
  expect(() => openJournal(fileWith('1\n"two"\n3\n'), parse)).toThrow(
    /journal, line 2 cannot be read; delete the file/,
  );
});

test('a file that is not there is an empty list', () => {
  expect(openJournal(join(temporaryDirectory(), 'deep', 'journal'), parse).items()).toEqual([]);
});

function fileWith(text: string): string {
  const file = join(temporaryDirectory(), 'journal');
  writeFileSync(file, text);
  return file;
}
