// The service's documented quotas; a desk that allowed more would let a machine pass that fails on AWS.

/** Bytes of UTF-8 that an input, an output or a result may have. */
export const maxPayloadBytes = 262_144;
/** Events after which the service fails an execution. */
export const maxHistoryEvents = 25_000;
/** Bytes of a definition. */
export const maxDefinitionBytes = 1_048_576;
/** Bytes of all variables that one execution holds. */
export const maxVariablesBytes = 10 * 1_048_576;
/** Seconds of the longest wait, timeout and heartbeat. */
export const maxSeconds = 99_999_999;
/** Iterations of an inline Map that run side by side when MaxConcurrency sets no lower number. */
export const maxInlineConcurrency = 40;
/** Milliseconds for which a closed execution keeps its name. */
export const nameKeptMs = 90 * 86_400_000;
/** Milliseconds after its end in which an execution can be redriven. */
export const redrivableMs = 14 * 86_400_000;

/** Bytes of the text in UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
