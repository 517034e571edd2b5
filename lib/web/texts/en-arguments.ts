import type { Assurance } from '../../core/approval-entries.ts';
import { enCount } from './en-numbers.ts';

const assurances: Readonly<Record<Assurance, string>> = {
  claimed: 'as claimed by whoever started the run',
  topic: 'as whoever reads the topic',
  link: 'as whoever had the link',
  code: "as whoever had the link and a code from the approver's mailbox",
  iam: 'as whoever signed the request with that IAM identity',
};

const effects = {
  read: 'only reads',
  write: 'changes something',
  irreversible: 'irreversible',
};

const whoActs = {
  agent: 'The gate itself will do nothing: your approval only tells the agent that it may go on.',
  gate: 'The gate itself will carry this out.',
  harness:
    'After your approval exactly this call passes, once: the agent makes it with these very arguments, until the deadline of this request. Any other call is stopped.',
};

/** What a call is: who asks, its arguments, what it can do, and the marks of values. */
export const enArguments = {
  assurances,
  effects,
  whoActs,
  whoAsks: 'Who asks',
  theirWords: 'What they asked for, in their own words',
  erased: 'These words have been erased.',
  inputErased: 'The arguments have been erased. What cannot be seen cannot be approved.',
  notInCall: 'not in this call',
  undecided: (why: string) => `You are asked because the rules could not be decided: ${why}`,
  notInRequest: (names: string) =>
    `Not in the words of the person who asked: ${names}. The agent chose this by itself.`,
  notInRequestEdited: (names: string) =>
    `Not in the words of the person who asked: ${names}. The agent or whoever changed the call chose this.`,
  atMost: 'At most',
  undo: 'How to undo',
  noUndo: 'Cannot be taken back.',
  effect: 'Effect',
  whoActsLabel: 'What your approval does',

  allArguments: 'All arguments, exactly as stored',
  noArguments: 'This call has no arguments.',
  canonical: (characters: number) => `The same as one text (canonical JSON, ${enCount(characters)} characters)`,
  openAll: (characters: number) => `${enCount(characters)} characters in all: open to see every one`,
  openRest: (members: number) => `${enCount(members)} more: open to see every one`,
  types: { text: 'text', number: 'number', truth: 'true or false', nothing: 'nothing (null)' },
  list: (items: number) => (items === 1 ? 'list of 1' : `list of ${items}`),
  group: (members: number) => (members === 1 ? 'group of 1' : `group of ${members}`),
  looksLikeNumber: 'a text, not a number',
  hiddenWarning: (hidden: number) =>
    hidden === 1
      ? 'Careful: this holds one hidden character. It is shown as its code, such as U+202E.'
      : `Careful: this holds ${enCount(hidden)} hidden characters. Each is shown as its code, such as U+202E.`,
  mixedWarning:
    'Careful: letters that are not what they look like, so that a word can pass for another. With their codes:',

  agentWords: 'Written by the agent, unverified',
  agentWordsEnd: 'End of what the agent wrote',
  agentWordsBelow: 'The agent also wrote something. It stands at the end of this page, apart.',

  digest: 'Digest',
  digestWhy:
    'Your answer holds for exactly this call. If one byte of it were different, the digest would be different and the approval void.',
  fullDigest: 'In full',
};
