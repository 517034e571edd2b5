import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskFunction } from '../../../lib/local/functions/deployed-function.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** A directory with an index.mjs, as a bundler would leave it. */
export function functionBundle(source: string): string {
  const directory = join(temporaryDirectory(), 'code');
  mkdirSync(directory);
  writeFileSync(join(directory, 'index.mjs'), source);
  return directory;
}

/** A function that runs this module's `handler`. */
export function deskFunction(source: string, overrides: Partial<DeskFunction> = {}): DeskFunction {
  return {
    name: 'probe',
    arn: 'arn:aws:lambda:us-east-1:123456789012:function:probe',
    handler: 'index.handler',
    taskRoot: functionBundle(source),
    timeoutSeconds: 3,
    memoryMb: 128,
    reservedConcurrency: undefined,
    environment: {},
    ...overrides,
  };
}
