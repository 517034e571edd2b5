import { quorumSoFar } from '../core/quorum.ts';
import type { Asked } from '../core/run.ts';

/** What people answered a call, and how far that is. */
export interface Answers {
  /** How many different people must approve. */
  readonly quorum: number;
  /** How many of them have. */
  readonly approved: number;
  /** Each verdict that was recorded, in order. */
  readonly verdicts: readonly AnswerFacts[];
}

/** `assurance`: how sure the gate is that it was they. */
export interface AnswerFacts extends Pick<Asked['verdicts'][number], 'verdict' | 'assurance' | 'at'> {
  readonly approver: string;
}

export function answersTo(call: Asked): Answers {
  const { given, needed } = quorumSoFar(call);
  return {
    quorum: needed,
    approved: given,
    verdicts: call.verdicts.map(({ approverId, verdict, assurance, at }) => ({
      approver: approverId,
      verdict,
      assurance,
      at,
    })),
  };
}

/** `1 of 2 so far`; nothing where one person is enough, and no "so far" once it is decided. */
export function quorumWords(
  { quorum, approved }: Pick<Answers, 'quorum' | 'approved'>,
  state: string,
): readonly string[] {
  if (quorum < 2) return [];
  return [state === 'open' ? `${approved} of ${quorum} so far` : `${approved} of ${quorum} approved`];
}

/** `alex said approve (iam)`, for each answer. */
export function saidWords({ verdicts }: Pick<Answers, 'verdicts'>): readonly string[] {
  return verdicts.map(({ approver, verdict, assurance }) => `${approver} said ${verdict} (${assurance})`);
}
