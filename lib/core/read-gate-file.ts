import type { Json } from './canonical-json.ts';
import { CountersignError } from './errors.ts';
import type { GateFile } from './gate-file.ts';
import { contradictions } from './gate-file-check.ts';
import { normalised } from './gate-file-normal.ts';
import { problemLines, reservedNameLines } from './gate-file-problems.ts';
import { gateFileSchema } from './gate-file-schema.ts';

// Apart from the type: the functions read a file that was checked when the template was made, and need no schema library.

/**
 * Checks a gate file and fills its defaults in; `sourceName` is what messages call the file.
 * @throws CountersignError 'bad-gate-file' with a line for every problem: path, what was given, what is allowed
 */
export function readGateFile(value: Json, sourceName: string): GateFile {
  const reserved = reservedNameLines(value);
  const parsed = gateFileSchema.safeParse(value);
  const lines = [...reserved, ...problemLines(parsed.error?.issues ?? [], value), ...contradictions(value)];
  if (lines.length > 0 || !parsed.success) throw badGateFile(sourceName, lines);
  return normalised(parsed.data);
}

function badGateFile(sourceName: string, lines: readonly string[]): CountersignError {
  const count = lines.length === 1 ? '1 problem' : `${lines.length} problems`;
  return new CountersignError(
    'bad-gate-file',
    `${sourceName} cannot be used, it has ${count}:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
}
