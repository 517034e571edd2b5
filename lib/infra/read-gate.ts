import { readFileSync } from 'node:fs';
import { readGateYaml } from '../cli/gate-file-yaml.ts';
import type { GateFile } from '../core/gate-file.ts';

// As the gate file's own `stage` is checked: it becomes part of every physical name.
const stagePattern = /^[a-z][a-z0-9-]{0,9}$/;

/**
 * A gate file, checked, for one of its stages.
 * @throws Error with one line per problem: where, what was given, what is allowed
 */
export function readGate(gateFile: string | GateFile, stage?: string): GateFile {
  if (stage !== undefined && !stagePattern.test(stage)) {
    throw new Error(
      `stage: given ${JSON.stringify(stage)}; allowed: a lower-case letter and up to 9 lower-case letters, digits or -`,
    );
  }
  const gate = typeof gateFile === 'string' ? readGateYaml(readFileSync(gateFile, 'utf8'), gateFile) : gateFile;
  return stage === undefined ? gate : { ...gate, stage };
}
