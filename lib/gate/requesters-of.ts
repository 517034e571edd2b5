import type { GateFile } from '../core/gate-file.ts';
import type { ApproverId } from '../core/ids.ts';
import { approversWhoAsked } from '../core/requester.ts';
import type { Run } from '../core/run.ts';
import type { Contents } from './ports.ts';
import { openStart } from './start-content.ts';

/** The approvers who are the person that asked for a run; nobody where the start was erased. */
export async function requestersOf(
  ports: { readonly gate: GateFile; readonly contents: Contents },
  run: Run,
): Promise<readonly ApproverId[]> {
  const start = await openStart(ports, run);
  return start === undefined ? [] : approversWhoAsked(ports.gate, start);
}
