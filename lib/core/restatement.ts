import { type CallState, isAnswered, type Run } from './run.ts';

/** One call of an earlier session, told again. */
export interface RestatedCall {
  readonly tool: string;
  /** The result text that the call got or would have got. */
  readonly result: string;
  /** The input as JSON text. */
  readonly input: string;
}

/** The calls that a new session must be told of: those that were answered in any session before it. */
export function callsToRestate(run: Run): readonly CallState[] {
  return run.calls.filter((call) => call.epoch < run.epoch && isAnswered(call));
}

// The marker lets an agent's prompt, and a person who reads a transcript, see at once that this is no new request.
export const restatementMarker = 'This conversation continues an earlier one that was lost.';

/** The first message of a new session: the same request, and what was decided so far. */
export function restatement(prompt: string, calls: readonly RestatedCall[]): string {
  const decided = calls.map(({ tool, input, result }) => `- ${tool} with ${input}\n  ${result}`).join('\n');
  return [
    restatementMarker,
    'Part of the work may have been done: check before you repeat anything. The request was:',
    prompt,
    ...(calls.length === 0
      ? []
      : [
          'These tool calls were made and answered before. The answers hold; go on from them and do not make the same calls again:',
          decided,
        ]),
  ].join('\n\n');
}
