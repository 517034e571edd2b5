import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CountersignError } from '../lib/core/errors.ts';

/** Writes a file line by line beside its place and puts it there when it is whole: half an export must not look like one. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const unfinished = `${path}.new`;
  const folder = dirname(path);
  if (!existsSync(folder)) {
    throw new CountersignError(
      'bad-request',
      `${path} cannot be written: there is no folder ${folder}. Allowed: a file in a folder that is there.`,
    );
  }
  try {
    await pipeline(Readable.from(ended(lines)), createWriteStream(unfinished, { mode: 0o600 }));
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

async function* ended(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield `${line}\n`;
}
