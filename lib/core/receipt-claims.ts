import type { Assurance } from './approval-entries.ts';
import { canonicalJson, type Json } from './canonical-json.ts';
import { sha256Hex } from './hashes.ts';
import type { ApproverId } from './ids.ts';
import type { CallState, Run } from './run.ts';

/** Why a call is carried out: rules allowed it, or people approved it, as the agent had made it or as one of them changed it. */
export type ActedOutcome = 'allowed' | 'approved' | 'approved-with-edits';

/** What a receipt states about one call, as a JWT's claims: who asks whom to carry out what, and who said that it may be. */
export type ReceiptClaims = {
  /** `countersign:<gate>/<stage>`. */
  readonly iss: string;
  /** ARN of the executor: no other function may take the receipt. */
  readonly aud: string;
  /** `<runId>/<epoch>/<toolUseId>`. */
  readonly sub: string;
  /** The digest covers it too, but an executor of more than one tool cannot take the digest apart. */
  readonly tool: string;
  /** What the approval is bound to: the call as it is to be carried out. */
  readonly digest: string;
  /** Where a person changed the call before it was approved: the digest of what the agent had asked for. */
  readonly editedFrom?: string;
  /** SHA-256 of the input's canonical JSON, in hex: an executor has the input, and not the commitment's salt. */
  readonly inputHash: string;
  readonly outcome: ActedOutcome;
  /** Empty where rules allowed the call. */
  readonly approvers: readonly { readonly id: ApproverId; readonly assurance: Assurance }[];
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
  /** The idempotency key. */
  readonly jti: string;
};

// Longer than any executor may take, and short enough that a stolen receipt is soon worth nothing.
export const receiptSeconds = 900;

/** The header's `alg` and `typ`: nothing else that is ever signed can be taken for a receipt. */
export const receiptAlgorithm = 'ES256';
export const receiptType = 'countersign-receipt+jwt';

/** The claims of a receipt for a call that is to be carried out now, in milliseconds. */
export function receiptClaims(
  run: Run,
  call: CallState,
  about: {
    readonly executor: string;
    readonly digest: string;
    readonly key: string;
    readonly input: Json;
    readonly now: number;
  },
): ReceiptClaims {
  const iat = Math.floor(about.now / 1000);
  return {
    iss: issuerOf(run.started),
    aud: about.executor,
    sub: `${run.id}/${call.epoch}/${call.toolUseId}`,
    tool: call.name,
    digest: about.digest,
    ...(call.original === undefined ? {} : { editedFrom: call.original.requested.digest }),
    inputHash: sha256Hex(canonicalJson(about.input)),
    outcome: actedOutcomeOf(call),
    approvers: approversOf(call),
    iat,
    exp: iat + receiptSeconds,
    jti: about.key,
  };
}

export function actedOutcomeOf({ closed, edits = [] }: CallState): ActedOutcome {
  if (closed === undefined) return 'allowed';
  return edits.length === 0 ? 'approved' : 'approved-with-edits';
}

export function issuerOf({ gate, stage }: { readonly gate: string; readonly stage: string }): string {
  return `countersign:${gate}/${stage}`;
}

/** Whose verdicts made the outcome, and how sure the gate is of each. */
export function approversOf(call: CallState): ReceiptClaims['approvers'] {
  return call.verdicts
    .filter(({ verdictId }) => call.closed?.verdicts.includes(verdictId))
    .map(({ approverId, assurance }) => ({ id: approverId, assurance }));
}
