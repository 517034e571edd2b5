import { join, resolve } from 'node:path';
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
  const synthesized = synthesize(example.gate, {
    harnessArn: example.harnessArn,
    outdir: join(directory, 'cdk.out'),
  });
  return serveLocal(example, { ...synthesized, directory });
}
