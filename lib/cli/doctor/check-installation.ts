import type { GateFile } from '../../core/gate-file.ts';
import type { DoctorPorts } from './facts.ts';
import { type Finding, looked, ok } from './finding.ts';

/** Where everything else is looked for. A stack that is not there yet is no problem, but its name may be a wrong one. */
export async function checkInstallation(_: GateFile, ports: DoctorPorts): Promise<readonly Finding[]> {
  const check = 'stack';
  const notThere = (text: string): Finding => ({ check, state: 'not-checked', text });
  return [
    looked(check, await ports.installation(), {
      found: ({ stack, region, state }) =>
        state === 'deployed'
          ? ok(check, `${stack} is deployed in ${region}`)
          : notThere(`there is no ${stack} in ${region}: not deployed yet, or --stack or --region names another`),
      missing: () => notThere('not deployed'),
    }),
  ];
}
