import { canonicalJson, type Json } from './canonical-json.ts';
import { actionDigest, isCovered, isExchanged } from './covered.ts';
import { type GateFile, toolOf } from './gate-file.ts';
import { sha256Hex } from './hashes.ts';
import type { Executor } from './rules.ts';
import { type CallState, passes, type Run } from './run.ts';

/** Why the act function does not carry a call out. */
export type Prevention = 'stopped' | 'not-approved' | 'digest' | 'too-late';

/** What the act function looks at by itself, whatever was decided before. */
export interface ActFacts {
  /** That judged the call. */
  readonly gate: GateFile;
  readonly executor: Executor;
  readonly input: Json;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * The last wall: whether a call may be carried out at this instant, in milliseconds. Whatever the ledger names as decided, the
 * gate file must say so of the very call that is stored.
 */
export function preventionOf(
  run: Run,
  call: CallState,
  { now, gate, executor, input, labels }: ActFacts & { readonly now: number },
): Prevention | undefined {
  if (run.stopRequested !== undefined) return 'stopped';
  if (!passes(call) || call.policy?.carriedOutBy !== 'gate') return 'not-approved';
  if (isExchanged(run, call)) return 'digest';
  if (toolOf(gate, call.name)?.executor === undefined) return 'not-approved';
  if (!isCovered(run, call, { gate, tool: call.name, input, labels })) return 'not-approved';
  const decidedAt = call.closed?.at ?? call.judgedAt;
  const isLate = decidedAt === undefined || now > Date.parse(decidedAt) + executor.actWithinSeconds * 1000;
  return isLate ? 'too-late' : undefined;
}

/** One key per call, whatever is repeated: 64 hex digits. */
export function idempotencyKeyOf(run: Run, call: CallState): string {
  const { epoch, toolUseId } = call;
  return sha256Hex(canonicalJson({ run: run.id, epoch, toolUseId, digest: actionDigest(run, call) }));
}
