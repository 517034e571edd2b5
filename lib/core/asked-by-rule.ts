import type { RequestedCall, Stage } from './approval-entries.ts';
import type { ApproverId } from './ids.ts';
import type { AskRule } from './rules.ts';

/** The approvers who are the person that asked for the run; `unknown` where who that was is erased. */
export type Requesters = readonly ApproverId[] | 'unknown';

export interface AskedWhen {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly requesters: Requesters;
}

export type AskedByRule = Omit<RequestedCall, 'toolUseId' | 'digest' | 'offers'>;

/**
 * What an `ask` says of a request: who, how many, how sure, until when, and what happens until then; `undefined` where too few
 * people are left to decide.
 */
export function askedByRule(rule: AskRule, { now, requesters }: AskedWhen): AskedByRule | undefined {
  if (!canBeDecided(rule, requesters)) return undefined;
  const after = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const excluded = excludedRequesters(rule, requesters);
  const approvers = decidersByRule(rule, requesters);
  const added = addedByRule(rule, requesters);
  const quorum = rule.quorum === 'all' ? approvers.length : rule.quorum;
  const schedule = scheduleOf(rule, { after, added });
  return {
    approvers,
    deadline: after(rule.deadlineSeconds),
    ...(quorum > 1 ? { quorum } : {}),
    ...(rule.veto ? {} : { no: 'majority' as const }),
    ...(rule.assurance === 'link' ? {} : { assurance: rule.assurance }),
    ...(schedule.length === 0 ? {} : { schedule }),
    ...(rule.notify === undefined ? {} : { notify: rule.notify.map((id) => id as ApproverId) }),
    ...(excluded.length === 0 ? {} : { requesters: excluded }),
  };
}

/** Who may decide under a rule: nobody who asked for the run, unless the rule lets them. */
export function decidersByRule(rule: AskRule, requesters: Requesters): readonly ApproverId[] {
  // Each of them could be the one who may not.
  if (requesters === 'unknown' && !rule.requesterMayApprove) return [];
  const topic = rule.topic === undefined ? [] : [`topic:${rule.topic}` as ApproverId];
  const excluded = excludedRequesters(rule, requesters);
  return [...rule.approvers.map((id) => id as ApproverId), ...topic].filter((id) => !excluded.includes(id));
}

/** Whom an escalation lets decide besides. */
export function addedByRule(rule: AskRule, requesters: Requesters): readonly ApproverId[] {
  if (requesters === 'unknown' && !rule.requesterMayApprove) return [];
  const excluded = excludedRequesters(rule, requesters);
  return (rule.escalate?.to ?? []).map((id) => id as ApproverId).filter((id) => !excluded.includes(id));
}

/** Whether enough people are left to decide where whoever asked may not. */
export function canBeDecided(rule: AskRule, requesters: Requesters): boolean {
  const deciders = decidersByRule(rule, requesters).length;
  return deciders >= (rule.quorum === 'all' ? 1 : rule.quorum);
}

function excludedRequesters(rule: AskRule, requesters: Requesters): readonly ApproverId[] {
  if (rule.requesterMayApprove || requesters === 'unknown') return [];
  const named = [...rule.approvers, ...(rule.escalate?.to ?? [])];
  return requesters.filter((id) => named.includes(id));
}

function scheduleOf(
  { remindAfterSeconds, escalate }: AskRule,
  { after, added }: { readonly after: (seconds: number) => string; readonly added: readonly ApproverId[] },
): readonly Stage[] {
  const stages: readonly Stage[] = [
    ...remindAfterSeconds.map((seconds) => ({ kind: 'reminder' as const, at: after(seconds) })),
    ...(escalate === undefined || added.length === 0
      ? []
      : [{ kind: 'escalation' as const, at: after(escalate.afterSeconds), to: added }]),
  ];
  // All are written by toISOString, so their order as texts is their order in time.
  return stages.toSorted((a, b) => (a.at < b.at ? -1 : 1));
}
