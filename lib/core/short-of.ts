import { decidersOf, isVeto, peopleIn, quorumSoFar } from './quorum.ts';
import type { Asked } from './run.ts';

/** What there was when a deadline passed: `needed` approvals were needed, `given` stood, and `noes` people had said no. */
export interface ShortOf {
  readonly given: number;
  readonly needed: number;
  readonly noes: number;
}

/** How far the answers were to what expired; `undefined` where nobody had said anything, not to what it was before an edit either. */
export function shortOf(asked: Asked): ShortOf | undefined {
  if (asked.verdicts.length === 0 && (asked.superseded ?? []).length === 0) return undefined;
  const deciders = decidersOf(asked);
  const noes = asked.verdicts.filter(({ verdict, approverId }) => isVeto(verdict) && deciders.includes(approverId));
  return { ...quorumSoFar(asked), noes: peopleIn(noes) };
}
