import type {
  ApprovalClosed,
  ApprovalEscalated,
  ApprovalRequested,
  CallEdited,
  PolicyApplied,
  VerdictRecorded,
} from './approval-entries.ts';
import { isSureEnough } from './assurance.ts';
import { applyEdit, requestedBefore } from './fold-edit.ts';
import { checkOutcome } from './fold-outcome.ts';
import type { RequestId, ToolUseId } from './ids.ts';
import { decidersOf, mayFollowOwn, quorumOf, verdictsOn } from './quorum.ts';
import type { Asked } from './run.ts';
import { changeAsked, changeCall, type EntryPlace, findCall, findQuestion, type RunDraft } from './run-draft.ts';

type FoldedHere = PolicyApplied | ApprovalRequested | ApprovalEscalated | CallEdited | VerdictRecorded | ApprovalClosed;

/** Folds in what rules and people say about a call. */
export function applyApproval(draft: RunDraft, entry: FoldedHere, place: EntryPlace): void {
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
    case 'approval.escalated':
      return changeAsked(draft, requestPlace(draft, entry), {
        refuse,
        changed: (asked) => {
          checkOpen(asked, entry, place);
          checkEscalation(asked, entry, place);
          return { escalated: [...new Set([...(asked.escalated ?? []), ...entry.to])] };
        },
      });
    case 'call.edited':
      return changeCall(draft, requestPlace(draft, entry), {
        refuse,
        changed: (call) => {
          checkOpen(call, entry, place);
          return applyEdit(call, entry, place);
        },
      });
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

function checkEscalation({ requested }: Asked, { to, because }: ApprovalEscalated, { at, refuse }: EntryPlace): void {
  const stage = requested?.schedule?.find(
    (one) => one.kind === 'escalation' && one.to.length === to.length && one.to.every((id, index) => id === to[index]),
  );
  if (stage === undefined) throw refuse('its schedule asks nobody else');
  if (because === 'schedule' && Date.parse(at) < Date.parse(stage.at)) throw refuse(`it was due at ${stage.at}`);
}

function checkVerdict(call: Asked, entry: VerdictRecorded, { at, refuse }: EntryPlace): void {
  const { requested } = call;
  if (requested === undefined) throw refuse('there is no request for it');
  const isAuthor = entry.verdict === 'edit' && call.edits?.at(-1)?.approverId === entry.approverId;
  const isAsked = decidersOf(call).includes(entry.approverId);
  // Whoever edits must be as sure as the call before demands, and counts for the edited one only as it demands.
  const demanding = isAuthor ? [requestedBefore(call), ...(isAsked ? [requested] : [])] : [requested];
  for (const one of demanding) {
    const missing = missingAssurance(one?.assurance, entry.assurance);
    if (missing !== undefined) throw refuse(missing);
  }
  if (!verdictsOn(call).includes(entry.verdict)) throw refuse(`${entry.verdict} cannot be chosen`);
  if (requested.digest !== entry.digest) throw refuse('it is bound to another digest');
  if (entry.verdict === 'edit' && !isAuthor) throw refuse('nobody edited it so');
  if (isAuthor && call.verdicts.length > 0) throw refuse('its author has said so before');
  if (!isAuthor && !isAsked) throw refuse(`${entry.approverId} was not asked`);
  const own = call.verdicts.findLast((other) => other.approverId === entry.approverId);
  if (own !== undefined && !mayFollowOwn(own.verdict, entry.verdict)) {
    throw refuse(`${entry.approverId} has given a verdict before`);
  }
  if (Date.parse(at) >= Date.parse(requested.deadline)) throw refuse(`its deadline was ${requested.deadline}`);
}

function missingAssurance(
  needed: NonNullable<Asked['requested']>['assurance'],
  given: VerdictRecorded['assurance'],
): string | undefined {
  if (isSureEnough({ needed, given })) return undefined;
  return needed === 'iam' ? 'it came by a link, which is not enough' : 'it came without the code, which is not enough';
}

function requestPlace(draft: RunDraft, { requestId, toolUseId }: OnRequest) {
  return { epoch: draft.requests.get(requestId)?.epoch ?? -1, toolUseId };
}
