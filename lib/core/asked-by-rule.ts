import type { RequestedCall } from './entries.ts';
import type { ApproverId } from './ids.ts';
import type { AskRule } from './rules.ts';

/** What an `ask` says of a request: who, how many, how sure and until when; `now` in milliseconds since 1970. */
export function askedByRule(rule: AskRule, now: number): Omit<RequestedCall, 'toolUseId' | 'digest'> {
  const topic = rule.topic === undefined ? [] : [`topic:${rule.topic}` as ApproverId];
  return {
    approvers: [...rule.approvers.map((id) => id as ApproverId), ...topic],
    deadline: new Date(now + rule.deadlineSeconds * 1000).toISOString(),
    ...(rule.quorum > 1 ? { quorum: rule.quorum } : {}),
    ...(rule.assurance === 'iam' ? { assurance: 'iam' } : {}),
  };
}
