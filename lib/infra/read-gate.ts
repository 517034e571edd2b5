import { readFileSync } from 'node:fs';
import { readGateYaml } from '../cli/gate-file-yaml.ts';
import type { GateFile } from '../core/gate-file.ts';

// As the gate file's own `stage` is checked: it becomes part of every physical name.
const stagePattern = /^[a-z][a-z0-9]{0,9}$/;

/**
 * A gate file, checked, for one of its stages.
 * @throws Error with one line per problem: where, what was given, what is allowed
 */
export function readGate(gateFile: string | GateFile, stage?: string): GateFile {
  if (stage !== undefined && !stagePattern.test(stage)) {
    throw new Error(
      `stage: given ${JSON.stringify(stage)}; allowed: a lower-case letter and up to 9 lower-case letters or digits`,
    );
  }
  const gate = typeof gateFile === 'string' ? readGateYaml(textOf(gateFile), gateFile) : gateFile;
  return stage === undefined ? gate : { ...gate, stage };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new Error(
      `The gate file ${path} cannot be read (${why}). Give a path from ${process.cwd()}, or an absolute one.`,
      { cause },
    );
  }
}
