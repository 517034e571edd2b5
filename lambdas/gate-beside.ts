import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GateFile } from '../lib/core/gate-file.ts';
import { functionFolder } from '../lib/settings.ts';

/**
 * The gate file that was deployed beside this function's code. It was read and checked when the template was made, and is
 * part of the same asset: code and policy change together or not at all.
 */
export function gateBeside(): GateFile {
  return JSON.parse(readFileSync(join(functionFolder(), 'gate.json'), 'utf8')) as GateFile;
}
