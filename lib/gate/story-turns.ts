import type { Entry, TurnStarted } from '../core/entries.ts';
import { readSentWords } from '../harness/sent-words.ts';
import type { CallName, Telling, ToldDetail } from './story-tellings.ts';

/** What happens between the gate and the harness. */
export type TurnEntry = Extract<
  Entry,
  { readonly type: 'turn.started' | 'turn.refused' | 'turn.finished' | 'turn.failed' | 'call.recorded' | 'call.ran' }
>;

/** Puts an entry of a turn into words; whatever the agent wrote is a claim. */
export function tellTurnEntry(entry: TurnEntry, call: CallName): Telling {
  switch (entry.type) {
    case 'turn.started':
      return {
        kind: 'turn',
        title: `Turn ${entry.turn} was sent: ${sentWords(entry.sends, call)}`,
        detail: [{ label: 'Session', text: `${entry.sessionId} (epoch ${entry.epoch})` }, ...toldIn(entry, call)],
      };
    case 'turn.refused':
      return {
        kind: 'trouble',
        title: `Turn ${entry.turn} was not accepted; nothing was started`,
        detail: [
          { label: 'Error', text: entry.error },
          { label: 'Next', text: entry.again === 'may-be-sent-again' ? 'may be sent again' : 'would be refused again' },
        ],
      };
    case 'turn.failed':
      return {
        kind: 'trouble',
        title: `Turn ${entry.turn} failed: ${entry.failure}`,
        detail: [
          ...(entry.error === undefined ? [] : [{ label: 'Error', text: entry.error }]),
          ...(entry.detail === undefined
            ? []
            : [{ label: 'Detail', text: entry.detail, claim: 'unverified' as const }]),
        ],
      };
    case 'turn.finished':
      return {
        kind: 'turn',
        title: `Turn ${entry.turn} stopped: ${entry.stopReason}`,
        detail: [
          ...(entry.words === undefined
            ? []
            : [{ label: "The agent's words", text: entry.words, claim: 'unverified' as const }]),
          ...(entry.handed.length === 0
            ? []
            : [{ label: 'Handed to the gate', text: entry.handed.map(call).join(', ') }]),
          ...(entry.delivered.length === 0
            ? []
            : [{ label: 'Answers delivered', text: entry.delivered.map(call).join(', ') }]),
          {
            label: 'Tokens',
            text: `${entry.usage.totalTokens} (${entry.usage.inputTokens} in, ${entry.usage.outputTokens} out)`,
          },
        ],
      };
    case 'call.recorded':
      return {
        kind: 'call',
        title: `The agent called ${call(entry.toolUseId)}`,
        detail: [
          {
            label: entry.reading === 'canonical' ? 'Arguments' : 'Arguments, as text that cannot be read strictly',
            text: entry.input,
            claim: 'unverified',
          },
          { label: 'Tool use id', text: entry.toolUseId },
        ],
      };
    case 'call.ran':
      return {
        kind: 'call',
        title: `The harness answered ${call(entry.toolUseId)} by itself: ${entry.status}`,
        detail: [],
      };
  }
}

// The words are the gate's, with those of people, rules and executors in them. What cannot be read, or was erased, is told as it is.
function toldIn({ sends, message }: TurnStarted, call: CallName): readonly ToldDetail[] {
  if (message === undefined) return [];
  if (sends.kind !== 'results') {
    const part = (kept: string) => readSentWords(kept)?.texts.join('\n') ?? kept;
    return [{ label: 'Told to the agent', text: message, part }];
  }
  return sends.toolUseIds.map((id) => ({
    label: `Told to the agent of ${call(id)}`,
    text: message,
    part: (kept: string) => readSentWords(kept)?.results.get(id)?.text ?? kept,
  }));
}

function sentWords(sends: TurnStarted['sends'], call: CallName): string {
  switch (sends.kind) {
    case 'prompt':
      return 'the prompt';
    case 'results':
      return `the answers to ${sends.toolUseIds.map(call).join(', ')}`;
    case 'continue':
      return 'go on';
    case 'restated':
      return 'the task and what was decided, in a new session';
  }
}
