import type { CallState, Run, TurnState } from '../core/run.ts';
import { readSentWords, type SentResult } from '../harness/sent-words.ts';
import type { Contents } from './ports.ts';
import type { ReportFact } from './report-facts.ts';
import { openText } from './seal.ts';

/** What the agent was told of one call, from the words that were kept with the turn. */
export interface ReportedTold {
  readonly turn: number;
  /** ISO instant. */
  readonly at: string;
  /** Whether the turn came to an end that took it; a turn that nobody can account for may have. */
  readonly arrived: 'yes' | 'not known';
  /** `null`: erased, as is `text`, which is the whole result. */
  readonly status: SentResult['status'] | null;
  readonly text: string | null;
}

/** What the agent was told beside answers: to go on, or in a new session all that was decided before. */
export interface ReportedMessage extends Pick<ReportedTold, 'turn' | 'at' | 'text'> {
  readonly kind: 'continue' | 'restated';
}

interface ToldPorts {
  readonly contents: Contents;
}

/** The answers to a call in the turns that brought them, in order; none where the chain is older than the keeping of them. */
export async function toldOf(ports: ToldPorts, run: Run, call: CallState): Promise<readonly ReportedTold[]> {
  const { epoch, toolUseId } = call;
  const told = sentTurns(run).map(async ({ started, startedAt: at, end }): Promise<ReportedTold | undefined> => {
    const { turn, sends, message } = started;
    if (started.epoch !== epoch || sends.kind !== 'results' || !sends.toolUseIds.includes(toolUseId)) return undefined;
    if (message === undefined) return undefined;
    const arrived = end?.type === 'turn.finished' && end.delivered.includes(toolUseId) ? 'yes' : 'not known';
    const opened = await openText(ports, run.id, message);
    if (opened.kind === 'erased') return { turn, at, arrived, status: null, text: null };
    const result = readSentWords(opened.text)?.results.get(toolUseId);
    return { turn, at, arrived, status: result?.status ?? null, text: result?.text ?? opened.text };
  });
  return (await Promise.all(told)).filter((one) => one !== undefined);
}

/** What else was sent, but for the prompt, which goes as it is. */
export async function messagesTold(ports: ToldPorts, run: Run): Promise<readonly ReportedMessage[]> {
  const told = sentTurns(run).map(async ({ started, startedAt: at }): Promise<ReportedMessage | undefined> => {
    const { turn, sends, message } = started;
    if ((sends.kind !== 'continue' && sends.kind !== 'restated') || message === undefined) return undefined;
    const opened = await openText(ports, run.id, message);
    const text = opened.kind === 'text' ? (readSentWords(opened.text)?.texts.join('\n') ?? opened.text) : null;
    return { turn, at, kind: sends.kind, text };
  });
  return (await Promise.all(told)).filter((one) => one !== undefined);
}

// Of a turn that was refused, nothing reached the agent.
function sentTurns({ turns }: Run): readonly TurnState[] {
  return turns.filter(({ end }) => end?.type !== 'turn.refused');
}

/** One answer as the agent got it: the gate's words, with those of others in them. */
export function toldFact({ turn, at, arrived, status, text }: ReportedTold): ReportFact {
  const as = status === null ? '' : `, as ${status}`;
  const doubt = arrived === 'yes' ? '' : '; whether it arrived is not known';
  return fact(`in turn ${turn}, ${at}${as}${doubt}`, text);
}

export function messageFact({ turn, at, kind, text }: ReportedMessage): ReportFact {
  return fact(`${messageWords[kind]}, in turn ${turn}, ${at}`, text);
}

const messageWords = { continue: 'to go on', restated: 'the task again and what was decided before, in a new session' };

function fact(text: string, words: string | null): ReportFact {
  return { label: 'Told to the agent', text, said: { by: 'gate', text: words ?? '(erased)' } };
}
