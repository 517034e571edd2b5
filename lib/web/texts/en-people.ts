import type { BesideView } from '../../gate/views.ts';

const stands: Readonly<Record<BesideView['cameTo'], string>> = {
  'let pass': 'let pass by the rules',
  refused: 'refused by the rules',
  waiting: 'not begun yet',
  told: 'the agent was told that it may',
  'under-way': 'under way',
  done: 'carried out, not verified',
  failed: 'failed',
  unknown: 'nobody knows whether it was carried out',
  prevented: 'stopped by the gate before',
  verified: 'carried out and verified',
  refuted: 'said to be carried out, and REFUTED by a second look',
  ran: 'run by the harness, not verified',
  'ran-with-error': 'run by the harness, which reports an error',
};

/** Who else is asked, and what happened beside a call. */
export const enPeople = {
  whoDecides: 'Who decides',
  oneNo: 'One no is enough to end it.',
  majorityNo: 'A no ends it only once too few are left who could say yes.',
  you: 'you',
  noAnswerYet: 'no answer yet',
  answeredBefore: (said: string) => `${said}, before the call was changed: that counts no more`,
  answeredOn: (answer: string, instant: string) => `${answer} on ${instant}`,
  askedLater: 'asked later, since it was not decided by then',
  informedOnly: 'is told, and does not decide',
  reached: {
    planned: 'the message is about to be sent',
    sent: 'message sent',
    failed: 'could not be reached: no message left the gate',
    returned: 'could not be reached: the message came back',
  },
  requesterExcluded: (names: string, assurance: string) =>
    `${names} asked for this run and for that reason may not decide. Who asked is known ${assurance}.`,
  nextReminder: (instant: string) => `Whoever has not answered is reminded on ${instant}.`,
  nextEscalation: (names: string, instant: string) =>
    `If nothing is decided by ${instant}, these are asked as well: ${names}.`,

  besideTitle: 'In the same turn, and not yours to decide',
  didTitle: 'What this run has done so far',
  didNothing: 'So far this run has carried out nothing that changes anything.',
  turnedDownTitle: 'What people turned down in this run before',
  stands,
};
