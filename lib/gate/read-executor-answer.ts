import type { Json, JsonObject } from '../core/canonical-json.ts';
import { readStrictJson } from '../core/strict-json.ts';

/** What an executor says of what it was asked to do. */
export type ExecutorAnswer =
  | { readonly status: 'done'; readonly result?: Json }
  | { readonly status: 'failed' | 'retry'; readonly reason: string };

/** What a verifier says of the real world. */
export interface VerifierAnswer {
  readonly status: 'verified' | 'refuted';
  readonly reason: string;
  readonly terminal: boolean;
  readonly evidence?: Json;
}

// A Lambda function's answer has at most 6 MB.
const mostBytes = 6 * 1024 * 1024;
// In bytes of its JSON text: evidence is for a person to look at.
const mostEvidence = 32 * 1024;

/** `undefined` for anything but `{status: done, result?}`, `{status: failed, reason}` and `{status: retry, reason}`. */
export function readExecutorAnswer(text: string): ExecutorAnswer | undefined {
  const answer = objectIn(text);
  if (answer === undefined) return undefined;
  const { status, result, reason, ...rest } = answer;
  if (Object.keys(rest).length > 0) return undefined;
  if (status === 'done' && reason === undefined) return { status, ...(result === undefined ? {} : { result }) };
  if ((status === 'failed' || status === 'retry') && typeof reason === 'string' && result === undefined) {
    return { status, reason };
  }
  return undefined;
}

/** `undefined` for anything but `{status: verified | refuted, reason, terminal?, evidence?}` with at most 32 KiB of evidence. */
export function readVerifierAnswer(text: string): VerifierAnswer | undefined {
  const answer = objectIn(text);
  if (answer === undefined) return undefined;
  const { status, reason, terminal = false, evidence, ...rest } = answer;
  if (Object.keys(rest).length > 0 || (status !== 'verified' && status !== 'refuted')) return undefined;
  if (typeof reason !== 'string' || typeof terminal !== 'boolean') return undefined;
  if (evidence === undefined) return { status, reason, terminal };
  if (Buffer.byteLength(JSON.stringify(evidence)) > mostEvidence) return undefined;
  return { status, reason, terminal, evidence };
}

function objectIn(text: string): JsonObject | undefined {
  const reading = readStrictJson(text, { maxBytes: mostBytes });
  if (reading.kind === 'refused') return undefined;
  const { value } = reading;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
