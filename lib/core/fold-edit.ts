import type { CallEdited, RequestedCall } from './approval-entries.ts';
import type { ApproverId } from './ids.ts';
import { decidersOf, quorumOf, verdictsOn } from './quorum.ts';
import type { Asked, CallState } from './run.ts';
import type { EntryPlace } from './run-draft.ts';

/** What an edit makes of a call. What was before stays beside it: the model's own input, and the verdicts that count no more. */
export function applyEdit(call: CallState, entry: CallEdited, { at, refuse }: EntryPlace): Partial<CallState> {
  const { requested, policy } = call;
  if (requested === undefined || policy === undefined) throw refuse('there is no request for it');
  if (!verdictsOn(call).includes('edit')) throw refuse('it may not be edited');
  if (!decidersOf(call).includes(entry.approverId)) throw refuse(`${entry.approverId} was not asked`);
  if (Date.parse(at) >= Date.parse(requested.deadline)) throw refuse(`its deadline was ${requested.deadline}`);
  if (entry.from !== requested.digest) throw refuse('it edits another call than the one that was asked about');
  if (entry.requested.digest === requested.digest) throw refuse('it changes nothing');
  if (entry.requested.toolUseId !== call.toolUseId) throw refuse('it asks about another call');
  if (entry.requested.deadline !== requested.deadline) throw refuse(`its deadline was ${requested.deadline}`);
  if (!(quorumOf(entry.requested) >= 1)) throw refuse('nobody would have to approve it');
  if (entry.policy.decision === 'refuse') throw refuse('the rules refuse it so');
  if (policy.carriedOutBy === undefined || entry.policy.carriedOutBy !== policy.carriedOutBy) {
    throw refuse('what nobody carries out for the agent cannot be edited');
  }
  if (entry.policy.policyVersion !== policy.policyVersion || entry.policy.subject !== policy.subject) {
    throw refuse('other rules were applied to it than to the call before');
  }
  const { approvers } = entry.requested;
  const isOwnAlone = approvers.length === 1 && approvers[0] === entry.approverId;
  if (entry.policy.decision === 'allow' && !isOwnAlone) throw refuse('the rules ask nobody but its author');
  return {
    original: call.original ?? { input: call.input, policy, requested },
    edits: [...(call.edits ?? []), { ...entry, at }],
    superseded: [...(call.superseded ?? []), ...call.verdicts],
    input: entry.input,
    policy: entry.policy,
    requested: entry.requested,
    verdicts: [],
    escalated: (call.escalated ?? []).filter((id) => escalationTo(entry.requested).includes(id)),
  };
}

/** Who could be added by the schedule: an escalation that came to pass holds on as long as the rules know it. */
function escalationTo({ schedule = [] }: RequestedCall): readonly ApproverId[] {
  return schedule.flatMap((stage) => (stage.kind === 'escalation' ? stage.to : []));
}

/** What people were asked about before the newest edit; `undefined` where nobody edited anything. */
export function requestedBefore({ edits = [], original }: Asked): RequestedCall | undefined {
  return edits.at(-2)?.requested ?? original?.requested;
}
