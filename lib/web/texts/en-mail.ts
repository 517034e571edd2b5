import { enCount } from './en-numbers.ts';

/** Mails and topic messages that ask. */
export const enMail = {
  subject: (about: string) => `Approval needed: ${about}`,
  answerSubject: (about: string) => `A question for you: ${about}`,
  answerIntro: (gate: string, stage: string) =>
    `An agent behind the gate "${gate}" (${stage}) asks a person a question and has stopped until somebody answers it.`,
  reminderSubject: (subject: string) => `Re: ${subject}`,
  escalationSubject: (about: string) => `You are asked as well: ${about}`,
  changedSubject: (about: string) => `Changed, please look again: ${about}`,
  andMore: (more: number) => (more === 0 ? '' : ` and ${more} more`),
  intro: (calls: string, gate: string, stage: string) =>
    `An agent behind the gate "${gate}" (${stage}) has stopped before ${calls} and waits for an answer. Nothing happens without one.`,
  reminderTitle: 'Reminder: your answer is still missing',
  reminderLead: (left: string) => `You were asked about this before and have not answered yet. ${left} left.`,
  escalationTitle: 'You are asked as well',
  escalationLead:
    'Those who were asked first have not decided, so you may decide too. Whoever was asked before you can still answer.',
  changedTitle: 'What you are asked about was changed',
  changedLead:
    'A person changed the arguments after you were asked. Answers to the call as it was before count no more: this asks about the call as it is now.',
  changedBy: (name: string, instant: string) => `${name} changed the arguments on ${instant}:`,
  changedHere: (before: string, after: string) => `${before} became ${after}`,
  wholeInput: 'All arguments',
  absent: '(nothing)',
  changesErased: 'What was changed has been erased.',
  moreChanges: (more: number) => (more === 1 ? 'One more change.' : `${enCount(more)} more changes.`),
  answerWanted: 'This is a question to you: your words go back to the agent as its answer.',
  signedOnly: (command: string) =>
    `The link shows this and cannot answer it. Only a signed request counts, under your own AWS identity: ${command}`,
  codeNeeded: 'When you answer, a code is sent to your mailbox, and the page asks for it.',
  people: 'Who decides',
  noted: (words: string, note: string) => `${words} (${note})`,
  due: (words: string, iso: string, left: string) => `${words} (${iso}), ${left}`,
  noAnswer: 'no answer yet',
  majority: 'One rejection alone does not decide: the call is rejected when too few are left who could approve.',
  requesters: (names: string) => `Asked for this run and may not decide: ${names}.`,
  did: (calls: number) =>
    calls === 1
      ? 'This run has carried out one thing before.'
      : `This run has carried out ${enCount(calls)} things before.`,
  beside: (calls: number) =>
    calls === 1
      ? 'The rules decided one more call of the same turn, and nobody is asked about it.'
      : `The rules decided ${enCount(calls)} more calls of the same turn, and nobody is asked about them.`,
  complete: 'This message shows all arguments.',
  missing: (characters: number) =>
    characters === 1
      ? 'This message does not show everything: one character of the arguments is missing here.'
      : `This message does not show everything: ${enCount(characters)} characters of the arguments are missing here.`,
  missingHere: (characters: number) =>
    `This message does not show everything: ${enCount(characters)} characters of the arguments stand on the page only. Read them there before you answer.`,
  moreHere: (characters: number) => `[${enCount(characters)} more characters]`,
  open: 'To see everything and to answer, open this page:',
  byOpening: 'Opening the page decides nothing. A reply to this message decides nothing either.',
  linkIsYours: (name: string) =>
    `The link was made for ${name}. Whoever has it answers in that name, so do not forward it.`,
  unlinked: 'Addresses in quoted words are written with [.] and [:] so that mail programs make no links of them.',
  hidden: 'Careful: these words hold hidden characters. Each stands here as its code, such as ⟦U+202E⟧.',
  mixed: (words: string) =>
    `Careful: letters that are not what they look like, so that a word can pass for another: ${words}`,
  moreCalls: (calls: number) =>
    calls === 1 ? 'One more call stands on the page.' : `${enCount(calls)} more calls stand on the page.`,
  onPage: 'The agent also wrote a text of its own. It is unverified and stands on the page only.',
};
