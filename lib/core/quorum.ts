import type { Choice } from './action-entries.ts';
import type { ApprovalClosed, Outcome, RequestedCall, VerdictKind } from './approval-entries.ts';
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

/** Who may decide: whom the request asks, and whoever an escalation added to them. */
export function decidersOf({
  requested,
  escalated = [],
}: Pick<Asked, 'requested' | 'escalated'>): readonly ApproverId[] {
  return [...new Set([...(requested?.approvers ?? []), ...escalated])];
}

/** Whoever may decide, or could before an edit left it to others: they still see what became of it. */
export function everAsked(asked: Pick<Asked, 'requested' | 'escalated' | 'edits' | 'original'>): readonly ApproverId[] {
  const { edits = [], original } = asked;
  const before = [original?.requested, ...edits.map((edit) => edit.requested)].flatMap((one) => one?.approvers ?? []);
  return [...new Set([...decidersOf(asked), ...before, ...edits.map((edit) => edit.approverId)])];
}

/**
 * What a call closes with once a verdict is added to those before it; `undefined` while more people must say something. One no is
 * enough, unless the rule says otherwise: then it closes when too few are left who could still say yes.
 * @param offers what can be said now: other calls may have used up how often the tool's are sent back
 */
export function closingBy(
  asked: Asked,
  { given, offers }: { readonly given: Given; readonly offers: readonly VerdictKind[] },
): Pick<ApprovalClosed, 'outcome' | 'verdicts'> | undefined {
  const deciders = decidersOf(asked);
  const counted = [...asked.verdicts, given].filter(({ approverId }) => deciders.includes(approverId));
  if (isVeto(given.verdict)) {
    if (asked.requested?.no !== 'majority') return { outcome: outcomeOf[given.verdict], verdicts: [given.verdictId] };
    const noes = counted.filter(({ verdict }) => isVeto(verdict));
    const couldStillApprove = deciders.length - peopleIn(noes);
    return couldStillApprove >= quorumOf(asked.requested) ? undefined : closingNo(noes, offers);
  }
  const withdrawn = new Set(counted.filter(({ verdict }) => isVeto(verdict)).map(({ approverId }) => approverId));
  const equal = counted.filter((one) => isSameYes(one.verdict, given.verdict) && !withdrawn.has(one.approverId));
  if (peopleIn(equal) < quorumOf(asked.requested)) return undefined;
  const isEdited = (asked.edits ?? []).length > 0;
  const outcome =
    isEdited && outcomeOf[given.verdict] === 'approved' ? 'approved-with-edits' : outcomeOf[given.verdict];
  return { outcome, verdicts: equal.map(({ verdictId }) => verdictId) };
}

// Where as many send it back as reject it, it is rejected: that is the safer of the two.
function closingNo(
  noes: readonly Given[],
  offers: readonly VerdictKind[],
): Pick<ApprovalClosed, 'outcome' | 'verdicts'> {
  const rejects = noes.filter(({ verdict }) => verdict !== 'revise');
  const isSentBack = offers.includes('revise') && peopleIn(noes) > 2 * peopleIn(rejects);
  const verdicts = isSentBack ? noes.filter(({ verdict }) => verdict === 'revise') : rejects;
  const [first] = verdicts;
  return {
    outcome: first === undefined ? 'rejected' : outcomeOf[first.verdict],
    verdicts: verdicts.map(({ verdictId }) => verdictId),
  };
}

/** What a verdict makes of what it is about, once enough people have given it; an edit approves what it made. */
export const outcomeOf = {
  approve: 'approved',
  edit: 'approved-with-edits',
  reject: 'rejected',
  revise: 'sent-back',
  answer: 'answered',
  continue: 'continued',
  restart: 'restarted',
  end: 'ended',
} as const satisfies Readonly<Record<VerdictKind, Outcome>>;

/** A no, of which one is enough unless the rule says otherwise: it rejects a call, sends it back, or ends the run. */
export function isVeto(verdict: VerdictKind): verdict is 'reject' | 'revise' | 'end' {
  return verdict === 'reject' || verdict === 'revise' || verdict === 'end';
}

/** Whether two verdicts ask for the same to happen: an edit is a yes to what it made. */
export function isSameYes(one: VerdictKind, other: VerdictKind): boolean {
  return one === other || (isApproving(one) && isApproving(other));
}

/** Whether a verdict lets the call be carried out. Everything that is not named here means no. */
export function isApproving(verdict: VerdictKind): verdict is 'approve' | 'edit' {
  return verdict === 'approve' || verdict === 'edit';
}

/** Whether a verdict says how a run goes on, and nothing about a call. */
export function isChoice(verdict: VerdictKind): verdict is Choice {
  return verdict === 'continue' || verdict === 'restart' || verdict === 'end';
}

/** The verdicts that can be given on this call or question. */
export function verdictsOn(asked: Asked): readonly VerdictKind[] {
  return isQuestion(asked) ? asked.raised.choices : (asked.requested?.offers ?? ['approve', 'reject']);
}

/** One person counts once, however many verdicts are theirs. */
export function peopleIn(verdicts: readonly { readonly approverId: ApproverId }[]): number {
  return new Set(verdicts.map(({ approverId }) => approverId)).size;
}

/**
 * Whether a second verdict of the same person may stand: an approval may be taken back by a no while others are waited for, or be
 * followed by an edit, which is a new call.
 */
export function mayFollowOwn(before: VerdictKind, now: VerdictKind): boolean {
  return !isVeto(before) && (isVeto(now) || now === 'edit');
}

/** How far a call that was asked about is; `given` counts people and not verdicts. */
export function quorumSoFar(asked: Pick<Asked, 'requested' | 'verdicts' | 'escalated'>): {
  readonly given: number;
  readonly needed: number;
} {
  const deciders = decidersOf(asked);
  const noes = asked.verdicts.filter(({ verdict }) => isVeto(verdict)).map(({ approverId }) => approverId);
  const towards = asked.verdicts.filter(
    ({ verdict, approverId }) => !isVeto(verdict) && deciders.includes(approverId) && !noes.includes(approverId),
  );
  return { given: peopleIn(towards), needed: quorumOf(asked.requested) };
}
