import { type ActionWhy, actionWhyWords } from '../../core/action-why.ts';
import type { Outcome, VerdictKind } from '../../core/approval-entries.ts';
import type { ShortOf } from '../../core/short-of.ts';
import type { ActedView, CallView, GrantView } from '../../gate/views.ts';

const outcomes: Readonly<Record<Outcome, string>> = {
  approved: 'Approved',
  'approved-with-edits': 'Approved with changes',
  rejected: 'Rejected',
  'sent-back': 'Sent back',
  answered: 'Answered',
  continued: 'The run goes on',
  restarted: 'The run begins again in a new session',
  ended: 'The run ends',
  expired: 'Expired: nobody answered in time',
  cancelled: 'Cancelled: the run was stopped before it was decided',
};

/** How far the answers to a call are, and what a no does to it. */
type Counted = { readonly given: number; readonly needed: number; readonly no: CallView['no'] };

const verdicts: Readonly<Record<VerdictKind, string>> = {
  approve: 'approved',
  edit: 'edited',
  reject: 'rejected',
  revise: 'sent back',
  answer: 'answered',
  continue: 'let it go on',
  restart: 'begin again',
  end: 'end it',
};

const cameTo: Readonly<Record<ActedView['kind'], string>> = {
  waiting: 'Not begun yet',
  told: 'The agent was told that it may go on; what it did then is not known here',
  'under-way': 'Under way',
  done: 'Carried out',
  failed: 'Failed',
  unknown: 'Nobody knows whether it was carried out',
  prevented: 'Not carried out: the gate stopped it before',
};

const came = ({ given, needed }: ShortOf) =>
  needed === 1
    ? 'The one approval that was needed did not come before the deadline'
    : `${given} of the ${needed} approvals that were needed came before the deadline`;

function saidNo({ noes }: ShortOf): string {
  if (noes === 0) return 'Nobody rejected it either.';
  return noes === 1
    ? 'One person said no, which alone does not reject it.'
    : `${noes} people said no, which was not enough to reject it.`;
}

// The gate sees that the guard let a call pass, and what the harness says of it; it never sees what the tool did.
const grantStands: Readonly<Record<GrantView['standing'], (instant: string) => string>> = {
  open: (until) => `Not used yet: the agent may make exactly this call once, until ${until}`,
  over: (until) => `Never used: the agent had not made this call when its leave ended on ${until}`,
  'session-over': () => "Never used: the agent's session ended before it made this call",
  passed: (at) =>
    `Used: the agent made this call on ${at}, and it was let pass. What the tool did then is not known here`,
  ran: (at) =>
    `Used: the agent made this call on ${at}, and the harness says that it ran. Nobody has verified what it did`,
  'ran-with-error': (at) =>
    `Used: the agent made this call on ${at}, and the harness says that it ended with an error. Nobody has verified what it did`,
  denied: (at) =>
    `Not carried out: the agent made this call on ${at}, and it was kept back, since the whole gate had been stopped`,
  unknown: (until) =>
    `The agent was told that it may make exactly this call once, until ${until}. Whether it did cannot be said: the record of that cannot be believed`,
};

const because: Readonly<Record<ActionWhy, string>> = actionWhyWords;

/** What an answer came to, and how a call ended. */
export const enAnswer = {
  outcomes,
  answered: verdicts,
  cameToLabel: 'What became of it',
  cameTo,
  grantStands,
  becauseLabel: 'Why',
  because,
  verified: {
    yes: 'verified: a second look found it so',
    no: 'REFUTED: a second look did not find it so',
    nobody: 'not verified',
  },
  tooFew: {
    label: 'Expired: too few people answered in time',
    came,
    call: (short: ShortOf) => `${came(short)}, so the call does not count as approved. ${saidNo(short)}`,
    question: 'The deadline passed without an answer that lets it go on, so the run ends.',
  },
  recorded: {
    approve: 'You approved this call',
    edit: 'You approved this call with your changes',
    reject: 'You rejected this call',
    revise: 'You sent this call back',
    answer: 'You answered',
  },
  recordedLead: {
    approve: {
      agent: 'The agent is told that it may go on.',
      gate: 'The gate carries it out now.',
      harness: 'The agent is told that it may make exactly this call, once, until the deadline of this request.',
    },
    reject: {
      agent: 'The agent is told that you said no, and your reason.',
      gate: 'Nothing is carried out. The agent is told that you said no, and your reason.',
      harness: 'The call does not pass. The agent is told that you said no, and your reason.',
    },
    edit: {
      agent: 'The agent is told what you changed.',
      gate: 'The gate carries it out now, as you changed it. The agent is told what you changed.',
      harness: 'The agent is told what you changed, and may make exactly that call, once.',
    },
    revise: {
      agent: 'Nothing is carried out. The agent is told your instructions.',
      gate: 'Nothing is carried out. The agent is told your instructions.',
      harness: 'The call does not pass. The agent is told your instructions.',
    },
    answer: {
      agent: 'The agent is told your answer, word for word.',
      gate: 'The agent is told your answer, word for word.',
      harness: 'The agent is told your answer, word for word.',
    },
  },
  countedLead: ({ given, needed, no }: Counted) =>
    `Your approval is counted: ${given} of ${needed}. Nothing goes on until ${needed} people have approved, and ${no === 'one' ? 'one rejection ends it' : 'it ends when too few are left who could approve'}.`,
  countedNoLead: ({ given, needed }: Omit<Counted, 'no'>) =>
    `Your no is recorded, and does not end it by itself: so far ${given} of the ${needed} approvals that are needed have come. It ends when too few are left who could approve.`,
  recordedOther: 'Your answer is recorded',
  recordedOtherLead:
    'With it too few are left who could approve, and it ended as shown below, which is not what you said. The agent is told how it ended, and not your words.',
  repeatedLead: 'You had answered this before, in the same way. Your answer stands, and was counted once.',
  decidedBy: 'Decided by',
  decidedAt: 'Decided at',
  closedAt: 'Closed at',
  answeredAs: 'Answered as',
  comment: 'Comment',
  closePage: 'You can close this page.',
  laterHere: 'Your link shows later what became of it',
  othersOpen: (open: number) =>
    open === 1 ? 'One more call waits for your answer' : `${open} more calls wait for your answer`,
  toRequest: 'Show the request',

  decidedAlready: 'This call was decided before',
  decidedAlreadyLead: (verdict: VerdictKind) =>
    `Your answer (${verdicts[verdict]}) came after the decision and does not change it. It has been kept as evidence, with what you wrote; of several like it, the first.`,
  answeredAlready: 'You have answered this before',
  answeredAlreadyLead: (verdict: VerdictKind) =>
    `What you said first stands. This answer (${verdicts[verdict]}) changes nothing; it has been kept as evidence, with what you wrote; of several like it, the first.`,
  superseded: 'This call was changed meanwhile',
  supersededLead:
    'Somebody changed its arguments after you opened the page, so your answer was not recorded. Open the request again: it shows the call as it is now.',
  editRefused: 'The changed call is refused',
  editRefusedLead: 'Nothing was recorded and nothing has changed. The rules say:',
  wordsNeeded: 'Nothing was recorded',
  wordsNeededLead: 'Say something: without words the agent has nothing to go by.',
  notOffered: 'Nothing was recorded',
  notOfferedLead: 'This answer cannot be given here, or not any more.',
  tooLate: 'Too late: this call can no longer be answered',
  tooLateLead: (verdict: VerdictKind) =>
    `Your answer (${verdicts[verdict]}) changes nothing. It has been kept as evidence, with what you wrote; of several like it, the first.`,
  expiredLead:
    'The deadline passed and nobody had answered. The agent is told exactly that: it was neither approved nor rejected.',
  cancelledLead: 'The run was stopped, so there is nothing left to decide.',
  gateStoppedLead:
    'The whole gate was stopped, and this run with it, so there is nothing left to decide. If it is still wanted, it is asked anew once the gate runs again.',
  dueLead: 'The deadline has passed. The call counts as not answered: neither approved nor rejected.',
  requestDecided: 'This request has been decided',
  requestOver: 'This request is over',
  requestOverLead: 'Nothing here waits for an answer any more.',
  noMoreShown: 'What was asked for is no longer shown here. The audit table keeps what happened.',
};
