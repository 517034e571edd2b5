import type { ApprovalClosed, Outcome, RequestedCall, VerdictKind } from './entries.ts';
import type { ApproverId, VerdictId } from './ids.ts';
import { type Asked, isQuestion } from './run.ts';

/** How many different people must approve a call. */
export function quorumOf(requested: Pick<RequestedCall, 'quorum'> | undefined): number {
  return requested?.quorum ?? 1;
}

export interface Given {
  readonly verdictId: VerdictId;
  readonly approverId: ApproverId;
  readonly verdict: VerdictKind;
}

/**
 * What a call closes with once a verdict is added to those before it; `undefined` while more people must approve. One rejection
 * is enough: whoever was asked may veto.
 */
export function closingBy(asked: Asked, given: Given): Pick<ApprovalClosed, 'outcome' | 'verdicts'> | undefined {
  const outcome = outcomeOf[given.verdict];
  if (isVeto(given.verdict)) return { outcome, verdicts: [given.verdictId] };
  const equal = [...asked.verdicts, given].filter(({ verdict }) => verdict === given.verdict);
  if (peopleIn(equal) < quorumOf(asked.requested)) return undefined;
  return { outcome, verdicts: equal.map(({ verdictId }) => verdictId) };
}

/** What a verdict makes of what it is about, once enough people have given it. */
export const outcomeOf = {
  approve: 'approved',
  reject: 'rejected',
  continue: 'continued',
  restart: 'restarted',
  end: 'ended',
} as const satisfies Readonly<Record<VerdictKind, Outcome>>;

/** A no, of which one is enough: it rejects a call, or ends the run. */
export function isVeto(verdict: VerdictKind): verdict is 'reject' | 'end' {
  return verdict === 'reject' || verdict === 'end';
}

/** The verdicts that can be given on this call or question. */
export function verdictsOn(asked: Asked): readonly VerdictKind[] {
  return isQuestion(asked) ? asked.raised.choices : ['approve', 'reject'];
}

/** One person counts once, however many verdicts are theirs. */
export function peopleIn(verdicts: readonly { readonly approverId: ApproverId }[]): number {
  return new Set(verdicts.map(({ approverId }) => approverId)).size;
}

/** Whether a second verdict of the same person may stand: an approval may be taken back by a veto while others are waited for. */
export function mayFollowOwn(before: VerdictKind, now: VerdictKind): boolean {
  return !isVeto(before) && isVeto(now);
}

/** How far a call that was asked about is; `given` counts people and not verdicts. */
export function quorumSoFar(asked: Pick<Asked, 'requested' | 'verdicts'>): {
  readonly given: number;
  readonly needed: number;
} {
  const towards = asked.verdicts.filter(({ verdict }) => !isVeto(verdict));
  return { given: peopleIn(towards), needed: quorumOf(asked.requested) };
}
