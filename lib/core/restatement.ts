import { type CallState, isAnswered, type Run } from './run.ts';

/** One call of an earlier session, told again. */
export interface RestatedCall {
  readonly tool: string;
  /** The result text that the call got or would have got. */
  readonly result: string;
  /** The input as JSON text. */
  readonly input: string;
  /** `void` where its request was cancelled before it was decided; `lapsed` where its grant ended with its session. */
  readonly standing: 'decided' | 'void' | 'lapsed';
}

/** The calls that a new session must be told of: those that were answered in any session before it. */
export function callsToRestate(run: Run): readonly CallState[] {
  return run.calls.filter((call) => call.epoch < run.epoch && isAnswered(call));
}

// The marker lets an agent's prompt, and a person who reads a transcript, see at once that this is no new request.
export const restatementMarker = 'This conversation continues an earlier one that was lost.';

/** The first message of a new session: the same request, and what was decided so far. */
export function restatement(prompt: string, calls: readonly RestatedCall[]): string {
  const told = (standing: RestatedCall['standing'], introduction: string): readonly string[] => {
    const lines = calls
      .filter((call) => call.standing === standing)
      .map(({ tool, input, result }) => `- ${tool} with ${input}\n  ${result}`);
    return lines.length === 0 ? [] : [introduction, lines.join('\n')];
  };
  return [
    restatementMarker,
    'Part of the work may have been done: check before you repeat anything. The request was:',
    prompt,
    ...told(
      'decided',
      'These tool calls were made and answered before. The answers hold; go on from them and do not make the same calls again:',
    ),
    ...told(
      'lapsed',
      'These calls were approved for the session that was lost, and that ended with it. Some of them may have been carried out: check. Whatever is still needed must be asked for anew:',
    ),
    ...told(
      'void',
      'For these tool calls a person was asked, and the request was cancelled before it was decided. Nothing of them was approved or rejected. Whatever is still needed must be asked for anew, by a call of the tool:',
    ),
  ].join('\n\n');
}
