import { quorumSoFar } from '../core/quorum.ts';
import { type Asked, isQuestion } from '../core/run.ts';

/** What people answered a call, or a question about the run, and how far that is. */
export interface Answers {
  /** How many different people must approve. */
  readonly quorum: number;
  /** How many of them have. */
  readonly approved: number;
  /** Each verdict that was recorded, in order. */
  readonly verdicts: readonly AnswerFacts[];
  /** Of a question: what can be answered. */
  readonly choices?: readonly string[];
}

/** `assurance`: how sure the gate is that it was they. */
export interface AnswerFacts extends Pick<Asked['verdicts'][number], 'verdict' | 'assurance' | 'at'> {
  readonly approver: string;
}

export function answersTo(call: Asked): Answers {
  const { given, needed } = quorumSoFar(call);
  return {
    ...(isQuestion(call) ? { choices: call.raised.choices } : {}),
    quorum: needed,
    approved: given,
    verdicts: answersIn(call.verdicts),
  };
}

export function answersIn(verdicts: Asked['verdicts']): readonly AnswerFacts[] {
  return verdicts.map(({ approverId, verdict, assurance, at }) => ({ approver: approverId, verdict, assurance, at }));
}

/** `1 of 2 so far`; nothing where one person is enough, and no "so far" once it is decided. */
export function quorumWords(
  { quorum, approved, choices }: Pick<Answers, 'quorum' | 'approved' | 'choices'>,
  state: string,
): readonly string[] {
  if (quorum < 2) return [];
  const what = choices === undefined ? 'approved' : 'said so';
  return [state === 'open' ? `${approved} of ${quorum} so far` : `${approved} of ${quorum} ${what}`];
}

/** `alex said approve (iam)`, for each answer. */
export function saidWords({ verdicts }: Pick<Answers, 'verdicts'>): readonly string[] {
  return verdicts.map(({ approver, verdict, assurance }) => `${approver} said ${verdict} (${assurance})`);
}
