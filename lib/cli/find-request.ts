import type { Json } from '../core/canonical-json.ts';
import { digestOf } from '../core/digest.ts';
import type { RequestId } from '../core/ids.ts';
import type { CallState, Run } from '../core/run.ts';
import { openInput } from '../gate/answer-calls.ts';
import type { CliPorts } from './ports.ts';
import { listRuns } from './run-list.ts';

/** A request with its run and those of its calls that nobody has decided and that are not due. */
export interface FoundRequest {
  readonly run: Run;
  readonly requestId: RequestId;
  readonly calls: readonly CallState[];
  readonly open: readonly CallState[];
}

/** The requests of runs, as their chains say. */
export function requestsOf(run: Run, now: number): readonly FoundRequest[] {
  return [...run.requests.keys()].map((requestId) => {
    const calls = run.calls.filter((call) => call.requestId === requestId);
    const open = calls.filter((call) => isOpen(run, call, now));
    return { run, requestId, calls, open };
  });
}

/** Looks through the runs that are under way first, then through the newest ones: a request is named by its own id alone. */
export async function findRequest(ports: CliPorts, requestId: string): Promise<FoundRequest | undefined> {
  for (const which of ['running', 'known'] as const) {
    for (const { run } of await listRuns(ports, which)) {
      const found =
        run === undefined ? undefined : requestsOf(run, ports.now()).find((one) => one.requestId === requestId);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isOpen(run: Run, call: CallState, now: number): boolean {
  const isDue = Date.parse(call.requested?.deadline ?? '') <= now;
  return run.finished === undefined && call.requested !== undefined && call.closed === undefined && !isDue;
}

/** A call that is asked about, with its stored arguments; `digest` is computed anew from what is shown. */
export type ShownCall =
  | { readonly kind: 'whole'; readonly input: Json; readonly digest: string }
  | { readonly kind: 'erased' }
  /** The stored call is not the one that was asked about. */
  | { readonly kind: 'differs'; readonly digest: string };

export async function shownCall(ports: Pick<CliPorts, 'contents'>, run: Run, call: CallState): Promise<ShownCall> {
  const digest = call.policy === undefined ? '' : digestOf(run, call, call.policy.policyVersion);
  if (digest !== call.requested?.digest) return { kind: 'differs', digest };
  const opened = await openInput(ports, run, call);
  return opened.kind === 'value' ? { kind: 'whole', input: opened.value, digest } : { kind: 'erased' };
}
