import { readFileSync } from 'node:fs';
import type { GateFile } from '../lib/core/gate-file.ts';

/**
 * The gate file that was deployed beside this function's code. It was read and checked when the template was made, and is
 * part of the same asset: code and policy change together or not at all.
 */
export function gateBeside(moduleUrl: string): GateFile {
  return JSON.parse(readFileSync(new URL('./gate.json', moduleUrl), 'utf8')) as GateFile;
}
