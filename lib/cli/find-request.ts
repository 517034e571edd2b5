import type { Json } from '../core/canonical-json.ts';
import { askedDigestOf } from '../core/digest.ts';
import type { RequestId } from '../core/ids.ts';
import { type Asked, askedIn, type CallState, isQuestion, type QuestionState, type Run } from '../core/run.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';
import { openInput } from '../gate/opened-call.ts';
import { openJson } from '../gate/seal.ts';
import { questionNames } from '../gate/view-question.ts';
import type { CliPorts } from './ports.ts';
import { listRuns } from './run-list.ts';

/** A request with its run and those of its calls that nobody has decided and that are not due. */
export interface FoundRequest {
  readonly run: Run;
  readonly requestId: RequestId;
  readonly calls: readonly (CallState | QuestionState)[];
  readonly open: readonly (CallState | QuestionState)[];
}

/** The requests of runs, as their chains say. */
export function requestsOf(run: Run, now: number): readonly FoundRequest[] {
  return [...run.requests.keys()].map((requestId) => {
    const calls = askedIn(run, requestId);
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

function isOpen(run: Run, call: Asked, now: number): boolean {
  const isDue = Date.parse(call.requested?.deadline ?? '') <= now;
  return run.finished === undefined && call.requested !== undefined && call.closed === undefined && !isDue;
}

/** A call that is asked about, with its stored arguments; `digest` is computed anew from what is shown. */
export type ShownCall =
  | { readonly kind: 'whole'; readonly input: Json; readonly digest: string }
  | { readonly kind: 'erased' }
  /** The stored call is not the one that was asked about. */
  | { readonly kind: 'differs'; readonly digest: string };

export async function shownCall(
  ports: Pick<CliPorts, 'contents'>,
  run: Run,
  call: CallState | QuestionState,
): Promise<ShownCall> {
  const digest = askedDigestOf(run, call) ?? '';
  if (digest !== call.requested?.digest) return { kind: 'differs', digest };
  if (isQuestion(call)) {
    const input = await openJson(ports, run.id, call.raised.input);
    return input === undefined ? { kind: 'erased' } : { kind: 'whole', input, digest };
  }
  const opened = await openInput(ports, run, call);
  return opened.kind === 'value' ? { kind: 'whole', input: opened.value, digest } : { kind: 'erased' };
}

/** What a line of a list calls it: the tool, or what the question is about. */
export function nameOfAsked(asked: CallState | QuestionState): string {
  return isQuestion(asked) ? questionNames[asked.raised.about] : subjectNameOf(asked);
}
