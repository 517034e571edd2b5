import { createWriteStream, renameSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a file line by line beside its place and puts it there when it is whole: half an export must not look like one. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const unfinished = `${path}.new`;
  await pipeline(Readable.from(ended(lines)), createWriteStream(unfinished, { mode: 0o600 }));
  renameSync(unfinished, path);
}

async function* ended(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield `${line}\n`;
}
