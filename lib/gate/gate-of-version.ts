import type { PolicySealed } from '../core/action-entries.ts';
import { type GateFile, policyText, policyVersion } from '../core/gate-file.ts';
import { sha256Hex } from '../core/hashes.ts';
import type { CallState, Run } from '../core/run.ts';
import type { Contents, Randomness } from './ports.ts';
import { openText, sealText } from './seal.ts';

interface PolicyPorts {
  readonly gate: GateFile;
  readonly contents: Contents;
}

/**
 * The gate file that bears this version: the deployed one, or the one that this run keeps sealed; `undefined` when it was never
 * kept, or was erased. What is opened is only believed when it makes the very version that was asked for.
 */
export async function gateOfVersion(ports: PolicyPorts, run: Run, version: string): Promise<GateFile | undefined> {
  if (version === policyVersion(ports.gate)) return ports.gate;
  const sealed = run.policies.get(version);
  const opened = sealed === undefined ? undefined : await openText(ports, run.id, sealed.text);
  if (opened?.kind !== 'text' || sha256Hex(opened.text) !== version) return undefined;
  // The version says that this is the text of a gate file that was read and normalised when it was deployed.
  return JSON.parse(opened.text) as GateFile;
}

/** The gate file that judged a call; for a call that nobody judged yet, the deployed one. */
export async function gateOfCall(ports: PolicyPorts, run: Run, { policy }: CallState): Promise<GateFile | undefined> {
  return policy === undefined ? ports.gate : gateOfVersion(ports, run, policy.policyVersion);
}

/** The entry that keeps the deployed gate file in a run, where it is not kept yet. */
export async function keptPolicy(
  ports: PolicyPorts & { readonly randomness: Randomness },
  run: Run,
): Promise<readonly PolicySealed[]> {
  const version = policyVersion(ports.gate);
  if (run.policies.has(version)) return [];
  const text = await sealText(ports, run.id, policyText(ports.gate));
  return [{ type: 'policy.sealed', policyVersion: version, text }];
}
