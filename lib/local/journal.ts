import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** An append-only list on disk, one JSON value a line. What `append` returned from is there after kill -9. */
export type Journal<Item> = {
  readonly items: () => readonly Item[];
  readonly append: (item: Item) => void;
  readonly clear: () => void;
};

/**
 * Opens the list, or begins it. A last line without its end was never acknowledged and is cut off.
 * `parse` checks a value that was read. @throws Error when a whole line cannot be read
 */
export function openJournal<Item>(file: string, parse: (value: unknown) => Item): Journal<Item> {
  mkdirSync(dirname(file), { recursive: true });
  let items = readItems(file, parse);
  return {
    items: () => items,
    append: (item) => {
      // No fsync: the kernel keeps what a killed process wrote, and a desk is not built to survive a power cut.
      appendFileSync(file, `${JSON.stringify(item)}\n`);
      items.push(item);
    },
    clear: () => {
      writeFileSync(file, '');
      items = [];
    },
  };
}

function readItems<Item>(file: string, parse: (value: unknown) => Item): Item[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return [];
  }
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) truncateSync(file, end);
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  return lines.map((line, index) => {
    try {
      return parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(`${file}, line ${index + 1} cannot be read; delete the file to begin again without it`, {
        cause,
      });
    }
  });
}
