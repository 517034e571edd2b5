import type { Assurance, Outcome, VerdictKind } from '../core/approval-entries.ts';
import type { RequestView } from '../gate/views.ts';
import { questionTexts } from './texts-question.ts';

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
  cancelled: 'Cancelled: the run was stopped before anybody decided',
};

const assurances: Readonly<Record<Assurance, string>> = {
  claimed: 'as claimed by whoever started the run',
  topic: 'as whoever reads the topic',
  link: 'as whoever had the link',
  code: "as whoever had the link and a code from the approver's mailbox",
  iam: 'as whoever signed the request with that IAM identity',
};

const verdicts: Readonly<Record<VerdictKind, string>> = {
  approve: 'approved',
  edit: 'edited',
  reject: 'rejected',
  revise: 'sent back',
  answer: 'answered',
  continue: 'continue',
  restart: 'restart',
  end: 'end',
};

const effects = {
  read: 'only reads',
  write: 'changes something',
  irreversible: 'irreversible',
} as const;

const whoActs = {
  agent: 'The gate itself will do nothing: your approval only tells the agent that it may go on.',
  gate: 'The gate itself will carry this out.',
  harness:
    'After your approval exactly this call passes, once: the agent makes it with these very arguments, until the deadline of this request. Any other call is stopped.',
} as const;

/** Every English word that approvers read, on the page, in mails and in topic messages. */
export const textsEn = {
  outcomes,
  assurances,
  effects,
  whoActs,
  question: questionTexts,
  tooFew: {
    label: 'Expired: too few people answered in time',
    call: 'The deadline passed before enough people had approved, so the call does not count as approved. Nobody rejected it either.',
    question: 'The deadline passed without an answer that lets it go on, so the run ends.',
  },
  brand: 'Countersign',
  gateLine: ({ gate, stage, guard }: Pick<RequestView, 'gate' | 'stage' | 'guard'>) =>
    `Gate ${gate}, stage ${stage}${guard === 'unguarded' ? ', UNGUARDED' : ''}`,
  unguarded:
    'This agent is unguarded: what it does with tools of its own is checked by nobody. The gate stops it before the calls below, and before nothing else.',
  skip: 'Go to the decision',
  callCount: (count: number) => (count === 1 ? 'one call' : `${count} calls`),

  requestTitle: 'Your approval is asked for',
  requestLead: (calls: number) =>
    calls === 1
      ? 'An agent has stopped before this call and waits for an answer.'
      : `An agent has stopped before these ${calls} calls and waits for an answer to each.`,
  callHeading: (place: number, of: number) => (of === 1 ? 'The call' : `Call ${place} of ${of}`),
  quorum: (given: number, needed: number) => `${needed} people must approve; ${given} of ${needed} so far`,
  quorumLabel: 'Approvals',
  answeredBy: (names: string) => `Approved so far by ${names}.`,
  yoursStands: 'You approved this call. It is counted once; you can still reject it while others are waited for.',
  policyReplaced: (instant: string) =>
    `This request is decided under the rules of ${instant}, which have been replaced since.`,
  openUntil: 'Answer by',
  left: (words: string) => `${words} left`,

  whoAsks: 'Who asks',
  theirWords: 'What they asked for, in their own words',
  erased: 'These words have been erased.',
  inputErased: 'The arguments have been erased. What cannot be seen cannot be approved.',
  notInCall: 'not in this call',
  undecided: (why: string) => `You are asked because the rules could not be decided: ${why}`,
  notInRequest: (names: string) =>
    `Not in the words of the person who asked: ${names}. The agent chose this by itself.`,
  atMost: 'At most',
  undo: 'How to undo',
  noUndo: 'Cannot be taken back.',
  effect: 'Effect',
  whoActsLabel: 'What your approval does',

  allArguments: 'All arguments, exactly as stored',
  noArguments: 'This call has no arguments.',
  canonical: (characters: number) => `The same as one text (canonical JSON, ${count(characters)} characters)`,
  openAll: (characters: number) => `${count(characters)} characters in all: open to see every one`,
  types: { text: 'text', number: 'number', truth: 'true or false', nothing: 'nothing (null)' },
  list: (items: number) => (items === 1 ? 'list of 1' : `list of ${items}`),
  group: (members: number) => (members === 1 ? 'group of 1' : `group of ${members}`),
  looksLikeNumber: 'a text, not a number',
  hiddenWarning: (hidden: number) =>
    hidden === 1
      ? 'Careful: this holds one hidden character. It is shown as its code, such as U+202E.'
      : `Careful: this holds ${count(hidden)} hidden characters. Each is shown as its code, such as U+202E.`,
  mixedWarning: 'Careful: words that mix letters of different alphabets, which can look like other words:',

  agentWords: 'Written by the agent, unverified',
  agentWordsEnd: 'End of what the agent wrote',
  agentWordsBelow: 'The agent also wrote something. It stands at the end of this page, apart.',

  digest: 'Digest',
  digestWhy:
    'Your answer holds for exactly this call. If one byte of it were different, the digest would be different and the approval void.',
  fullDigest: 'In full',

  decision: 'Your decision',
  answerAs: (name: string) => `You answer as ${name}. Whoever has this link answers in your name.`,
  approveLabel: 'If this is right, go on.',
  approveLead: 'Nothing is recorded yet: the next page repeats what will happen and asks once more.',
  approveReview: 'Approve…',
  reasonLabel: 'If not, say why. The agent is told this.',
  reasonHint: 'A reason helps the agent to do something better. Without one it only learns that you said no.',
  reject: 'Reject',

  confirmTitle: {
    approve: 'Approve this call?',
    edit: 'Approve this call with your changes?',
    reject: 'Reject this call?',
    revise: 'Send this call back?',
    answer: 'Send this answer?',
  },
  confirmLead: {
    approve: 'This is what you are about to approve. Nothing has been recorded yet.',
    edit: 'This is what you are about to approve instead. Nothing has been recorded yet.',
    reject: 'Nothing has been recorded yet. The agent will be told that you rejected this call.',
    revise: 'Nothing has been recorded yet. The agent will be told your instructions and may try again.',
    answer: 'Nothing has been recorded yet. The agent will be told your answer, word for word.',
  },
  commentLabel: 'A comment, if you like. The agent is told this.',
  confirm: {
    approve: 'Yes, approve',
    edit: 'Yes, approve with these changes',
    reject: 'Yes, reject',
    revise: 'Yes, send it back',
    answer: 'Yes, send this answer',
  },
  goBack: 'Go back without deciding',
  staleNotice:
    'The page had been open for more than 30 minutes, so nothing has been recorded. Please look again and confirm.',

  signedOnly: 'This link is not enough for this call',
  signedOnlyLead:
    'Only a signed request counts here. Nothing was recorded. Answer with the command line, under your own AWS identity:',
  signedCommand: (requestId: string) => `countersign approve ${requestId}   or   countersign reject ${requestId}`,

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
  countedLead: (given: number, needed: number) =>
    `Your approval is counted: ${given} of ${needed}. Nothing goes on until ${needed} people have approved, and one rejection ends it.`,
  repeatedLead: 'You had answered this before, in the same way. Your answer stands, and was counted once.',
  decidedBy: 'Decided by',
  decidedAt: 'Decided at',
  closedAt: 'Closed at',
  answeredAs: 'Answered as',
  comment: 'Comment',
  closePage: 'You can close this page.',
  othersOpen: (open: number) =>
    open === 1 ? 'One more call waits for your answer' : `${open} more calls wait for your answer`,
  toRequest: 'Show the request',

  decidedAlready: 'This call was decided before',
  decidedAlreadyLead: (verdict: VerdictKind) =>
    `Your answer (${verdicts[verdict]}) came after the decision and does not change it. It has been kept as evidence.`,
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
    `Your answer (${verdicts[verdict]}) changes nothing. It has been kept as evidence.`,
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

  unknown: 'This link leads to no request',
  unknownLead:
    'It may be incomplete, or it was never valid. Open the link from the mail once more, all of it. Nothing was recorded.',
  refused: 'Nothing was recorded',
  refusedNext: 'Open the link from the mail again and use the buttons on that page.',
  otherSite: 'The form was sent from another site than this page. Only the forms of this page count.',
  wrongNonce: 'The form was not made by this page for this call, so it counts for nothing.',
  wrongType: 'Only the form of this page is accepted (application/x-www-form-urlencoded).',
  tooLarge: (limit: number) => `The form is larger than ${count(limit)} bytes.`,
  unknownCall: 'The form names a call that is not part of this request.',
  digestDiffers: 'What you saw is not what would run',
  digestDiffersLead:
    'The form was made for another digest than the stored call has now, so nothing was recorded. Look at the call again before you answer.',
  notFound: 'There is no such page',
  notFoundLead: 'Open the link from the mail, all of it.',
  wrongMethod: 'This address does not answer to that',
  wrongMethodLead:
    'If you had sent an answer and came back here: open the link from the mail again, it shows what was recorded.',
  failed: 'Something went wrong here',
  failedLead:
    'It is not certain that your answer was recorded. Open the link from the mail again in a moment: it shows what is true. Answering twice does no harm.',

  mail: {
    subject: (about: string) => `Approval needed: ${about}`,
    andMore: (more: number) => (more === 0 ? '' : ` and ${more} more`),
    intro: (calls: string, gate: string, stage: string) =>
      `An agent behind the gate "${gate}" (${stage}) has stopped before ${calls} and waits for an answer. Nothing happens without one.`,
    open: 'To see everything and to answer, open this page:',
    byOpening: 'Opening the page decides nothing. A reply to this message decides nothing either.',
    linkIsYours: (name: string) =>
      `The link was made for ${name}. Whoever has it answers in that name, so do not forward it.`,
    genuine: (host: string, digests: string) =>
      `How to tell a genuine message: it comes from the address that always writes for this gate, its only link leads to ${host}, and that page shows the same digest (${digests}).`,
    more: (characters: number) => `[${count(characters)} more characters: open the page to see all]`,
    unlinked:
      'Addresses in quoted words are written with [.] and [:] so that mail programs make no links of them. The page shows them exactly.',
    hidden: 'Codes such as ⟦U+202E⟧ stand for hidden characters.',
    moreCalls: (calls: number) =>
      calls === 1 ? 'One more call stands on the page.' : `${count(calls)} more calls stand on the page.`,
    onPage: 'The agent also wrote a text of its own. It is unverified and stands on the page only.',
    otherArguments: 'All arguments are on the page.',
    cancelledSubject: (about: string) => `Nothing left to answer: ${about}`,
    cancelledIntro: (gate: string, stage: string) =>
      `You were asked for an approval by the gate "${gate}" (${stage}). The run behind it was stopped or has ended before anybody decided, so there is nothing left to answer. These calls were cancelled:`,
    gateStopped: 'The whole gate was stopped, not this run alone. If it is still wanted, it is asked anew later.',
    cancelledLinks: 'The link in the earlier message decides nothing any more; it shows how the request ended.',
  },
} as const;

export type Texts = typeof textsEn;

function count(amount: number): string {
  return amount.toLocaleString('en-US');
}
