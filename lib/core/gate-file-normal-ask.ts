import { durationSeconds } from './duration.ts';
import type { AskAsWritten } from './gate-file-sections.ts';
import type { AskRule } from './rules.ts';

type Groups = Readonly<Record<string, readonly string[]>>;

/** Groups become their people, each once: whoever is in two of them is asked, and counts, as one. */
export function normalAsk(ask: AskAsWritten, groups: Groups): AskRule {
  const {
    approvers = [],
    topic,
    quorum,
    veto,
    requesterMayApprove,
    notify,
    remind,
    escalate,
    deadline,
    assurance,
  } = ask;
  return {
    kind: 'ask',
    approvers: peopleOf(approvers, groups),
    ...(topic === undefined ? {} : { topic }),
    quorum: quorum === 'any' ? 1 : quorum,
    veto,
    requesterMayApprove,
    ...(notify === undefined ? {} : { notify: peopleOf(notify, groups) }),
    remindAfterSeconds: remind.map(durationSeconds).toSorted((a, b) => a - b),
    ...(escalate === undefined
      ? {}
      : { escalate: { afterSeconds: durationSeconds(escalate.after), to: peopleOf(escalate.to, groups) } }),
    deadlineSeconds: durationSeconds(deadline),
    assurance,
  };
}

function peopleOf(ids: readonly string[], groups: Groups): readonly string[] {
  return [...new Set(ids.flatMap((id) => (Object.hasOwn(groups, id) ? (groups[id] ?? []) : [id])))];
}
