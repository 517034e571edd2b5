import type { Requesters } from '../core/asked-by-rule.ts';
import type { GateFile } from '../core/gate-file.ts';
import { approversWhoAsked } from '../core/requester.ts';
import type { Run } from '../core/run.ts';
import type { Contents } from './ports.ts';
import { openStart } from './start-content.ts';

/** Who asked for a run, among the approvers of a gate file. */
export async function requestersOf(
  ports: { readonly gate: GateFile; readonly contents: Contents },
  run: Run,
): Promise<Requesters> {
  const start = await openStart(ports, run);
  return start === undefined ? 'unknown' : approversWhoAsked(ports.gate, start);
}
