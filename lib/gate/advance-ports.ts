import type { GateFile } from '../core/gate-file.ts';
import type { LedgerPorts } from './append.ts';
import type { Contents, GateChains, Harness, Operational } from './ports.ts';

/** All that Advance works with. */
export interface AdvancePorts extends LedgerPorts {
  readonly gate: GateFile;
  readonly contents: Contents;
  readonly chains: GateChains;
  readonly harness: Harness;
  readonly operational: Pick<Operational, 'putSession'>;
  readonly harnessTarget: { readonly arn: string; readonly qualifier: string };
  /** How long the function that takes a turn may run. */
  readonly functionTimeoutSeconds: number;
}
