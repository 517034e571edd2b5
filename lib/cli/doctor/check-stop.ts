import type { GateFile } from '../../core/gate-file.ts';
import type { DoctorPorts } from './facts.ts';
import { type Finding, looked, ok, problem } from './finding.ts';

/** A stopped gate looks healthy from outside and begins nothing, so whoever wonders why is told here. */
export async function checkStop(_: GateFile, ports: DoctorPorts): Promise<readonly Finding[]> {
  const found = (since: string) =>
    problem(
      'stop',
      `the whole gate is stopped since ${since}, and begins nothing`,
      'countersign audit show stop tells who stopped it and why; countersign go --reason TEXT lifts it',
    );
  return [looked('stop', await ports.stoppedSince(), { found, missing: () => ok('stop', 'the gate is not stopped') })];
}
