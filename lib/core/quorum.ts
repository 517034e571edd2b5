import type { ApprovalClosed, RequestedCall, VerdictKind } from './entries.ts';
import type { ApproverId, VerdictId } from './ids.ts';
import type { CallState } from './run.ts';

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
export function closingBy(call: CallState, given: Given): Pick<ApprovalClosed, 'outcome' | 'verdicts'> | undefined {
  if (given.verdict === 'reject') return { outcome: 'rejected', verdicts: [given.verdictId] };
  const approvals = [...call.verdicts, given].filter(({ verdict }) => verdict === 'approve');
  if (peopleIn(approvals) < quorumOf(call.requested)) return undefined;
  return { outcome: 'approved', verdicts: approvals.map(({ verdictId }) => verdictId) };
}

/** One person counts once, however many verdicts are theirs. */
export function peopleIn(verdicts: readonly { readonly approverId: ApproverId }[]): number {
  return new Set(verdicts.map(({ approverId }) => approverId)).size;
}

/** Whether a second verdict of the same person may stand: an approval may be taken back by a veto while others are waited for. */
export function mayFollowOwn(before: VerdictKind, now: VerdictKind): boolean {
  return before === 'approve' && now === 'reject';
}

/** How far a call that was asked about is; `given` counts people and not verdicts. */
export function quorumSoFar(call: Pick<CallState, 'requested' | 'verdicts'>): {
  readonly given: number;
  readonly needed: number;
} {
  const approvals = call.verdicts.filter(({ verdict }) => verdict === 'approve');
  return { given: peopleIn(approvals), needed: quorumOf(call.requested) };
}
