import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { refuseHeld } from '../lib/local/directory-lock.ts';
import { readExample } from './local-example.ts';
import { type Local, serveLocal } from './serve-local.ts';
import type { StartOptions } from './start-arguments.ts';
import { synthesize } from './synthesize.ts';

/**
 * Synthesizes the gate's app in process and serves its template.
 * @throws Error that says what is wrong with the gate file, the script, or the directory
 */
export async function startLocal(options: StartOptions): Promise<Local> {
  const directory = resolve(options.directory);
  const example = readExample(options);
  makeDirectory(directory);
  // Before seconds of bundling, and before anything is written beside what another desk runs from.
  await refuseHeld(directory);
  const synthesized = synthesize(example.gate, {
    harnessArn: example.harnessArn,
    outdir: join(directory, 'cdk.out'),
  });
  return serveLocal(example, { ...synthesized, directory });
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `--directory: ${directory} cannot be used (${reason}). Allowed: a folder that can be written to, or the path of a new one.`,
      { cause: error },
    );
  }
}
