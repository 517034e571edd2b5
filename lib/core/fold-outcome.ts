import type { ApprovalClosed, Outcome, VerdictKind } from './approval-entries.ts';
import { decidersOf, isApproving, isVeto, outcomeOf, peopleIn, quorumOf } from './quorum.ts';
import type { Asked } from './run.ts';
import type { EntryPlace } from './run-draft.ts';

/** Holds an outcome against the verdicts that stand, whatever wrote it. @throws what `refuse` makes, when they do not come to it */
export function checkOutcome(call: Asked, entry: ApprovalClosed, { at, refuse }: EntryPlace): void {
  const counted = call.verdicts.filter(({ verdictId }) => entry.verdicts.includes(verdictId));
  if (counted.length !== entry.verdicts.length) throw refuse('it counts a verdict that was never recorded');
  const { outcome } = entry;
  switch (outcome) {
    case 'approved':
    case 'approved-with-edits':
    case 'answered':
    case 'continued':
    case 'restarted':
      return checkYes(call, { outcome, counted, refuse });
    case 'rejected':
    case 'sent-back':
    case 'ended':
      if (!counted.some(({ verdict }) => outcomeOf[verdict] === outcome))
        throw refuse(`no verdict ${noWords[outcome]}`);
      if (couldStillApprove(call)) throw refuse('enough people are left who could still say yes');
      return;
    case 'expired':
      if (Date.parse(at) < Date.parse(call.requested?.deadline ?? at)) throw refuse('its deadline had not come');
      return;
    case 'cancelled':
      return;
    default:
      throw refuse('its outcome is unknown to this version');
  }
}

/** Where one no does not decide: whether those who have not said no are still enough. */
function couldStillApprove(call: Asked): boolean {
  if (call.requested?.no !== 'majority') return false;
  const deciders = decidersOf(call);
  const noes = call.verdicts.filter(({ verdict, approverId }) => isVeto(verdict) && deciders.includes(approverId));
  return deciders.length - peopleIn(noes) >= quorumOf(call.requested);
}

const noWords = { rejected: 'rejects it', 'sent-back': 'sends it back', ended: 'ends it' } as const;

type Yes = 'approved' | 'approved-with-edits' | 'answered' | 'continued' | 'restarted';

function checkYes(
  call: Asked,
  {
    outcome,
    counted,
    refuse,
  }: { readonly outcome: Yes; readonly counted: Asked['verdicts']; readonly refuse: EntryPlace['refuse'] },
): void {
  const vetoes = call.verdicts.filter(({ verdict }) => isVeto(verdict));
  // Not only among those that it counts: who was asked and said no may not be passed over, unless the rule says so.
  const mayPassOver = call.requested?.no === 'majority' && !counted.some((one) => vetoes.some(isOf(one.approverId)));
  const isYes = counted.length > 0 && counted.every(({ verdict }) => leadsTo(outcome, verdict));
  if (!isYes || (vetoes.length > 0 && !mayPassOver)) {
    throw refuse(outcome.startsWith('approved') ? 'no verdict approves it' : 'no verdict lets it go on so');
  }
  const isEdited = (call.edits ?? []).length > 0;
  if (isEdited !== (outcome === 'approved-with-edits') && outcome.startsWith('approved')) {
    throw refuse(isEdited ? 'a person edited it' : 'nobody edited it');
  }
  const author = call.edits?.at(-1)?.approverId;
  const hasSaidSo = call.verdicts.some(({ verdict, approverId }) => verdict === 'edit' && approverId === author);
  if (isEdited && !hasSaidSo) throw refuse('whoever edited it has not said so');
  const deciders = decidersOf(call);
  const people = peopleIn(counted.filter(({ approverId }) => deciders.includes(approverId)));
  if (people < quorumOf(call.requested)) throw refuse(`${people} of ${quorumOf(call.requested)} people ${outcome} it`);
}

function isOf(id: string) {
  return ({ approverId }: { readonly approverId: string }) => approverId === id;
}

function leadsTo(outcome: Outcome, verdict: VerdictKind): boolean {
  if (outcome === 'approved' || outcome === 'approved-with-edits') return isApproving(verdict);
  return outcomeOf[verdict] === outcome;
}
