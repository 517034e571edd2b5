import type { RequestedCall } from '../core/approval-entries.ts';
import { shortForm } from '../core/hashes.ts';
import { quorumOf } from '../core/quorum.ts';

/** Who is asked about one call, how many of them decide, and all else that counts for it, in one line. */
export function askedWords(asked: RequestedCall): string {
  const { approvers, notify = approvers, requesters = [], schedule = [], offers, no, deadline, digest } = asked;
  const told = notify.filter((id) => !approvers.includes(id));
  const unwritten = approvers.filter((id) => !notify.includes(id));
  const needed = quorumOf(asked);
  return [
    `asked: ${approvers.join(', ')}`,
    ...(needed === 1 ? [] : [`${needed} of them must approve`]),
    ...(no === undefined ? [] : ['a no of one does not decide while enough others may still say yes']),
    ...(asked.assurance === undefined || asked.assurance === 'link' ? [] : [assuranceWords[asked.assurance]]),
    ...(told.length === 0 ? [] : [`only told: ${told.join(', ')}`]),
    ...(unwritten.length === 0 ? [] : [`not written to: ${unwritten.join(', ')}`]),
    ...(requesters.length === 0 ? [] : [`may not decide, since they asked for the run: ${requesters.join(', ')}`]),
    ...(offers === undefined ? [] : [`can be said: ${offers.join(', ')}`]),
    ...schedule.map(
      (stage) => `${stage.kind} at ${stage.at}${stage.kind === 'escalation' ? ` to ${stage.to.join(', ')}` : ''}`,
    ),
    `until ${deadline}`,
    `digest ${shortForm(digest)}`,
  ].join('; ');
}

const assuranceWords = {
  code: 'an answer needs a code from the mailbox',
  iam: 'an answer must be signed with IAM',
} as const;
