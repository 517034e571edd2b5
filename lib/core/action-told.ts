import type { Json } from './canonical-json.ts';

/** What the model is told of an action: what the executor said and what the verifier saw, side by side. */
export interface ActionTold {
  readonly status: 'done' | 'failed' | 'unknown' | 'prevented';
  readonly result?: Json;
  readonly reason?: string;
  /** `null`: nobody looked, or whoever looked could not say. */
  readonly verified: boolean | null;
  readonly verifier?: { readonly reason: string; readonly terminal: boolean };
}

// In bytes of its JSON: more of a result would crowd the conversation out; all of it is in the record.
const mostResultBytes = 16 * 1024;

// In bytes, of an executor's reason and of a verifier's: a sentence or two, though both may write megabytes.
const mostReasonBytes = 4 * 1024;

/** The members that tell of an action. What is too large is cut, and says how much is missing. */
export function actionMembers(action: ActionTold): object {
  const { status, result, reason, verified, verifier } = action;
  return {
    action: {
      status,
      ...(result === undefined ? {} : resultMembers(result)),
      ...(reason === undefined ? {} : { reason: reasonWords(reason) }),
      verified,
      ...(verifier === undefined ? {} : { verifier: { ...verifier, reason: reasonWords(verifier.reason) } }),
    },
  };
}

function resultMembers(result: Json): object {
  const { part, missing } = beginningOf(JSON.stringify(result), mostResultBytes);
  return missing === 0 ? { result } : { resultBeginsWith: part, resultBytesMissing: missing };
}

/** Somebody's words as the model gets them where several may write: what is too long is cut, and says how much is missing. */
export function reasonWords(reason: string): string {
  const { part, missing } = beginningOf(reason, mostReasonBytes);
  return missing === 0 ? reason : `${part}… (${missing} bytes more)`;
}

/** As much of a text as fits into so many bytes, and how many bytes are missing. */
export function beginningOf(text: string, mostBytes: number): { readonly part: string; readonly missing: number } {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) return { part: text, missing: 0 };
  // A character that the cut would split is left out whole.
  const part = new TextDecoder().decode(bytes.subarray(0, mostBytes), { stream: true });
  return { part, missing: bytes.length - Buffer.byteLength(part) };
}

/** Success is what was done and not refuted; whatever else happened must not read like it. */
export function isSuccess({ status, verified }: ActionTold): boolean {
  return verified ?? status === 'done';
}

export function actionMessage({ status, verified }: ActionTold): string {
  if (verified === true) return messages.verified;
  if (verified === false) return messages.refuted;
  return messages[status];
}

const messages = {
  verified: 'The gate carried this call out, and a verifier saw that it is done.',
  refuted:
    'The gate had this call carried out, but a verifier looked and it is NOT done, whatever the executor said. Do not claim that it is. Say what the verifier saw.',
  done: 'The gate carried this call out. The executor says that it is done; nobody else has looked.',
  failed: 'This call was NOT carried out: the executor failed and says that nothing was done. Say so.',
  unknown:
    'Nobody knows whether this call was carried out: the executor did not answer as it should. Do not make it again and do not claim that it is done. Say that it is unknown.',
  prevented: 'The gate did NOT carry this call out, for the reason given. Do not claim that it is done.',
} as const;
