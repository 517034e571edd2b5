import type { ApprovalClosed, ApprovalRequested, PolicyApplied, VerdictRecorded } from './entries.ts';
import type { RequestId, ToolUseId } from './ids.ts';
import { isVeto, mayFollowOwn, outcomeOf, peopleIn, quorumOf, verdictsOn } from './quorum.ts';
import type { Asked } from './run.ts';
import { changeAsked, changeCall, type EntryPlace, findCall, findQuestion, type RunDraft } from './run-draft.ts';

type ApprovalEntry = PolicyApplied | ApprovalRequested | VerdictRecorded | ApprovalClosed;

/** Folds in what rules and people say about a call. */
export function applyApproval(draft: RunDraft, entry: ApprovalEntry, place: EntryPlace): void {
  const { at, refuse } = place;
  switch (entry.type) {
    case 'policy.applied':
      return changeCall(draft, entry, {
        refuse,
        changed: (call) => {
          if (call.handedIn === undefined) throw refuse('the call is not ours to answer');
          if (call.policy !== undefined) throw refuse('the policy was applied before');
          return { policy: entry, judgedAt: at };
        },
      });
    case 'approval.requested':
      return applyRequest(draft, entry, place);
    case 'verdict.recorded':
      return changeAsked(draft, requestPlace(draft, entry), {
        refuse,
        changed: (call) => {
          checkOpen(call, entry, place);
          checkVerdict(call, entry, place);
          return { verdicts: [...call.verdicts, { ...entry, at }] };
        },
      });
    case 'approval.closed':
      return changeAsked(draft, requestPlace(draft, entry), {
        refuse,
        changed: (call) => {
          checkOpen(call, entry, place);
          checkOutcome(call, entry, place);
          return { closed: { ...entry, at } };
        },
      });
  }
}

function applyRequest(draft: RunDraft, entry: ApprovalRequested, { refuse }: EntryPlace): void {
  const { requestId, epoch } = entry;
  if (draft.requests.has(requestId)) throw refuse('the request was made before');
  if (epoch !== draft.epoch) throw refuse(`the session is that of epoch ${draft.epoch}`);
  if (draft.stopRequested !== undefined) throw refuse('the run is to stop');
  draft.requests.set(requestId, entry);
  for (const requested of entry.calls) {
    const place = { epoch, toolUseId: requested.toolUseId };
    const isRaised = findQuestion(draft, place) !== undefined;
    if (!isRaised && findCall(draft, place)?.policy?.decision !== 'ask') {
      throw refuse('the policy did not ask for an approval');
    }
    changeAsked(draft, place, {
      refuse,
      changed: (asked) => {
        if (asked.requestId !== undefined) throw refuse('an approval was requested before');
        if (!(quorumOf(requested) >= 1)) throw refuse('nobody would have to approve it');
        return { requestId, requested };
      },
    });
  }
}

type OnRequest = { readonly requestId: RequestId; readonly toolUseId: ToolUseId };

function checkOpen(call: Asked, entry: OnRequest, { refuse }: EntryPlace): void {
  if (call.requestId !== entry.requestId) throw refuse('there is no request for it');
  if (call.closed !== undefined) throw refuse('its approval is closed');
}

function checkVerdict(call: Asked, entry: VerdictRecorded, { at, refuse }: EntryPlace): void {
  const { requested } = call;
  if (requested === undefined) throw refuse('there is no request for it');
  if (requested.assurance === 'iam' && entry.assurance !== 'iam')
    throw refuse('it came by a link, which is not enough');
  if (!verdictsOn(call).includes(entry.verdict)) throw refuse(`${entry.verdict} cannot be chosen`);
  if (requested.digest !== entry.digest) throw refuse('it is bound to another digest');
  if (!requested.approvers.includes(entry.approverId)) throw refuse(`${entry.approverId} was not asked`);
  const own = call.verdicts.findLast((other) => other.approverId === entry.approverId);
  if (own !== undefined && !mayFollowOwn(own.verdict, entry.verdict)) {
    throw refuse(`${entry.approverId} has given a verdict before`);
  }
  if (Date.parse(at) >= Date.parse(requested.deadline)) throw refuse(`its deadline was ${requested.deadline}`);
}

function checkOutcome(call: Asked, entry: ApprovalClosed, { at, refuse }: EntryPlace): void {
  const counted = call.verdicts.filter(({ verdictId }) => entry.verdicts.includes(verdictId));
  if (counted.length !== entry.verdicts.length) throw refuse('it counts a verdict that was never recorded');
  const vetoes = call.verdicts.filter(({ verdict }) => isVeto(verdict));
  const towards = counted.filter(({ verdict }) => outcomeOf[verdict] === entry.outcome);
  switch (entry.outcome) {
    case 'approved':
    case 'continued':
    case 'restarted':
      // Not only among those that it counts: who was asked and said no may not be passed over.
      if (towards.length === 0 || towards.length < counted.length || vetoes.length > 0) {
        throw refuse(entry.outcome === 'approved' ? 'no verdict approves it' : 'no verdict lets it go on so');
      }
      if (peopleIn(counted) < quorumOf(call.requested)) {
        throw refuse(`${peopleIn(counted)} of ${quorumOf(call.requested)} people ${entry.outcome} it`);
      }
      return;
    case 'rejected':
      if (towards.length === 0) throw refuse('no verdict rejects it');
      return;
    case 'ended':
      if (towards.length === 0) throw refuse('no verdict ends it');
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

function requestPlace(draft: RunDraft, { requestId, toolUseId }: OnRequest) {
  return { epoch: draft.requests.get(requestId)?.epoch ?? -1, toolUseId };
}
