import type { VerdictKind } from '../../core/approval-entries.ts';
import type { RunOutcome } from '../../core/entries.ts';
import type { Hears } from '../../core/gate-file.ts';

const requesterTitle: Readonly<Record<RequesterNews, string>> = {
  waiting: 'Your run waits for people',
  expired: 'Nobody answered in time',
  short: 'Too few people answered in time',
  'not-continued': 'Nobody let your run go on in time',
  'broken-off': 'Your run was broken off',
  finished: 'Your run is over',
};

/** What requesters hear. Of what expired, `short`: with too few answers; `not-continued`: a question about the run itself. */
type RequesterNews = Hears | 'short' | 'not-continued' | 'broken-off';

const requesterLead: Readonly<Record<RequesterNews, string>> = {
  waiting: 'The run that you asked for has stopped and waits for the people who may decide. You need not do anything.',
  expired:
    'The deadline passed before the people who may decide had answered. That was no rejection: the agent is told that nobody answered, and the run goes on without what it asked for.',
  short:
    'The deadline passed before enough of the people who may decide had answered. That was neither an approval nor a rejection: the agent is told that too few people answered, and the run goes on without what it asked for.',
  'not-continued':
    'The run that you asked for had stopped, and people were asked how it goes on. The deadline passed without an answer that lets it, so it ends.',
  'broken-off':
    'The run that you asked for came to an end before its agent did: somebody aborted it, or something failed. What people were asked about is cancelled. Whoever runs this gate can have it go on from there.',
  finished: 'The run that you asked for has ended. What became of each call stands in the ledger and is repeated here.',
};

const ends: Readonly<Record<RunOutcome, string>> = {
  done: 'The agent came to its end.',
  failed: 'The run failed.',
  stopped: 'The run was stopped.',
};

const codeAnswer: Readonly<Record<VerdictKind, string>> = {
  approve: 'approve',
  edit: 'approve with changes',
  reject: 'reject',
  revise: 'send back',
  answer: 'answer',
  continue: 'let the run go on',
  restart: 'begin again in a new session',
  end: 'end the run',
};

/** Mails and topic messages that ask nothing. */
export const enTold = {
  informationSubject: (about: string) => `For your information: ${about}`,
  informationTitle: 'For your information',
  informationLead: (gate: string, stage: string) =>
    `An agent behind the gate "${gate}" (${stage}) has stopped, and other people are asked. You are told of it and need not do anything.`,
  nothingToAnswer: 'There is nothing to answer here, and a reply to this message decides nothing.',
  genuine: {
    sender: (address: string) => `it comes from ${address}`,
    topic: 'it comes through the topic that you subscribed to',
    mailsFrom: (address: string) => `Mails of this gate come from ${address}.`,
    linked: (origin: string, host: string, digests: string) =>
      `How to tell a genuine message: ${origin}, its only link leads to ${host}, and that page shows the same digest (${digests}).`,
    unlinked: (origin: string) => `How to tell a genuine message: ${origin}, and it has no link at all.`,
  },

  outcomeSubject: (outcome: string, about: string) => `${outcome}: ${about}`,
  outcomesSubject: (about: string) => `What came of it: ${about}`,
  outcomeTitle: 'What came of what you were asked',
  outcomeLead: (gate: string, stage: string) =>
    `You were asked by the gate "${gate}" (${stage}). This is how it ended; there is nothing left to answer.`,
  outcomeLabel: 'Outcome',
  words: (names: string) => `In the words of ${names}:`,
  reason: 'What the executor or the verifier said of it; nobody vouches for these words:',

  cancelledSubject: (about: string) => `Nothing left to answer: ${about}`,
  cancelledTitle: 'Nothing left to answer',
  cancelledIntro: (gate: string, stage: string) =>
    `You were asked for an approval by the gate "${gate}" (${stage}). The run behind it was stopped or has ended before it was decided, so there is nothing left to answer. These calls were cancelled:`,
  questionCancelledSubject: (about: string) => `Nothing left to decide: ${about}`,
  questionCancelledIntro: (gate: string, stage: string) =>
    `You were asked by the gate "${gate}" (${stage}) how a run goes on. The run was stopped or has ended before it was decided, so there is nothing left to answer. This question was cancelled:`,
  gateStopped: 'The whole gate was stopped, not this run alone. If it is still wanted, it is asked anew later.',
  earlierLinks: 'The link in the earlier message decides nothing any more; it shows how the request ended.',

  /** To whoever was told that others are asked, and never was themselves. */
  only: {
    outcomeTitle: 'What came of what you were told of',
    outcomeLead: (gate: string, stage: string) =>
      `The gate "${gate}" (${stage}) told you of this while other people were asked. This is how it ended; you need not do anything.`,
    cancelledSubject: (about: string) => `Cancelled: ${about}`,
    cancelledTitle: 'What you were told of was cancelled',
    cancelledIntro: (gate: string, stage: string) =>
      `The gate "${gate}" (${stage}) told you that other people were asked. The run behind it was stopped or has ended before they decided. You need not do anything. This was cancelled:`,
  },

  requesterSubject: {
    waiting: 'Your run waits',
    expired: 'Nobody answered in time',
    short: 'Too few people answered in time',
    'not-continued': 'Nobody let your run go on in time',
    'broken-off': 'Your run was broken off',
    finished: 'Your run is over',
  },
  requesterTitle,
  requesterLead,
  ends,
  run: 'Run',
  andThen: (outcome: string, action: string) => `${outcome}; ${action}`,
  settledByRules: { refused: 'Refused by the rules', allowed: 'Allowed by the rules', none: 'Never answered' },
  moreInReport: (more: number) =>
    more === 1 ? 'One more call stands in the report.' : `${more} more calls stand in the report.`,
  report: (command: string) => `Whoever runs this gate can read all of it: ${command}`,
  whyTold: 'You are told because the gate file says that you hear of runs that you ask for.',

  codeSubject: (about: string) => `The code for your answer: ${about}`,
  codeTitle: 'The code for your answer',
  codeLead:
    'Somebody who has your approval link is about to answer in your name. If that is you, enter this code on the page:',
  codeFor: 'It is good for this answer only, as it was entered on the page',
  codeAnswer,
  codeUntil: 'Good until',
  codeNotYou:
    'If it is not you, enter the code nowhere and give it to nobody: without it nothing is decided. Tell whoever runs this gate that somebody else has your link.',
  neverAsked: 'Nobody from this gate ever asks for the code by mail, telephone or chat.',
};
