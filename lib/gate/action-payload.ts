import type { Json, JsonObject } from '../core/canonical-json.ts';
import { actionDigest } from '../core/covered.ts';
import { idempotencyKeyOf } from '../core/may-act.ts';
import { actedOutcomeOf, approversOf } from '../core/receipt-claims.ts';
import type { CallState, Run } from '../core/run.ts';

/** What an executor is invoked with. */
export function executorPayload(
  run: Run,
  call: CallState,
  { input, receipt }: { readonly input: Json; readonly receipt: string },
): JsonObject {
  return {
    ...callFacts(run, call, input),
    outcome: actedOutcomeOf(call),
    approvedBy: approversOf(call).map(({ id, assurance }) => ({ id, assurance })),
    ...editsOf(call),
    receipt,
  };
}

/** Who changed the arguments, in order, and from what: `input` is what the last of them made. */
function editsOf({ edits = [] }: CallState): JsonObject {
  return edits.length === 0 ? {} : { edits: edits.map(({ approverId, at, from }) => ({ by: approverId, at, from })) };
}

/** What a verifier is invoked with: the call and never the executor's answer, so that it has to look for itself. */
export function verifierPayload(
  run: Run,
  call: CallState,
  { input, actedAt }: { readonly input: Json; readonly actedAt: string },
): JsonObject {
  return { ...callFacts(run, call, input), actedAt };
}

function callFacts(run: Run, call: CallState, input: Json): JsonObject {
  return {
    tool: call.name,
    input,
    digest: actionDigest(run, call),
    idempotencyKey: idempotencyKeyOf(run, call),
    runId: run.id,
    toolUseId: call.toolUseId,
  };
}
