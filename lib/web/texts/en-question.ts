import type { Choice } from '../../core/action-entries.ts';
import { questionNames } from '../../gate/view-question.ts';
import type { CallView, QuestionView } from '../../gate/views.ts';
import { enCaps } from './en-caps.ts';
import type { CapNumbers } from './words.ts';

type Asked = Pick<QuestionView, 'about' | 'rule'>;

type Counted = { readonly given: number; readonly needed: number; readonly no: CallView['no'] };

/** The English words for questions about a run itself, which no call of the agent's stands behind. */
export const enQuestion = {
  names: questionNames,
  title: 'Should this run go on?',
  requestTitle: 'Your decision about a run is asked for',
  requestLead: 'The run has stopped and waits for people to say how it goes on. Without an answer it ends.',
  eyebrow: 'About the run itself',
  whoAsks: 'Whose run it is',
  asked: ({ about, rule }: Asked, numbers: CapNumbers | undefined) => (about === 'cap' ? atCap(rule, numbers) : doubt),
  since: ({ about }: Asked, instant: string) =>
    about === 'cap' ? `The run was started on ${instant}.` : `That turn was begun on ${instant}.`,
  facts: 'What the gate has recorded about it, exactly as stored',
  factsErased: 'What was recorded about it has been erased. Nobody can see it any more, so the run can only be ended.',
  digestWhy:
    'Your answer holds for exactly this question. If one byte of it were different, the digest would be different and the answer void.',
  choices: { continue: 'Let it go on', restart: 'Begin again in a new session', end: 'End the run' },
  buttons: { continue: 'Let it go on…', restart: 'Begin again in a new session…', end: 'End the run…' },
  means: (choice: Choice, { rule }: Asked) =>
    choice === 'continue' && rule === 'caps.identicalCalls' ? excused : means[choice],
  confirmTitle: { continue: 'Let the run go on?', restart: 'Begin again in a new session?', end: 'End the run?' },
  confirmLead: 'This is what you are about to decide. Nothing has been recorded yet.',
  commentLabel: 'A comment, if you like. It is kept with your answer.',
  confirm: { continue: 'Yes, go on', restart: 'Yes, begin again', end: 'Yes, end it' },
  recorded: {
    continue: 'You said that the run may go on',
    restart: 'You said that the run may begin again',
    end: 'You ended the run',
  },
  recordedLead: {
    continue: 'The run goes on now.',
    restart: 'The run begins again in a new session now.',
    end: 'The run ends now.',
  },
  quorum: (given: number, needed: number) =>
    `${needed} people must say so before it goes on; ${given} of ${needed} so far`,
  quorumLabel: 'Said so',
  answeredBy: (names: string) => `That it may: ${names}.`,
  yoursStands: 'You said that it may. That is counted once; you can still end the run while others are waited for.',
  recordedEnd: 'You said that the run should end',
  countedLead: ({ given, needed, no }: Counted) =>
    `Your answer is counted: ${given} of ${needed}. Nothing goes on until ${needed} people have said the same, and ${no === 'one' ? 'one who ends the run is enough' : 'the run ends when too few are left who could say so'}.`,
  countedNoLead: ({ needed }: Pick<Counted, 'needed'>) =>
    `Your answer is recorded, and does not end the run by itself: it goes on when ${needed} people say so, and ends when too few are left who could.`,
  notOffered: 'The form names an answer that cannot be chosen here.',
  decidedAlready: 'This was decided before',
  tooLate: 'Too late: this can no longer be answered',
  signedOnly: 'This link is not enough for this question',
  signedCommand: (requestId: string, choices: QuestionView['choices']) =>
    choices.map((choice) => `countersign answer ${requestId} ${choice}`).join('   or   '),
  mailSubject: (about: string) => `Decision needed: ${about}`,
  mailIntro: (gate: string, stage: string) =>
    `A run of the gate "${gate}" (${stage}) has stopped and waits for people to say how it goes on. Without an answer it ends.`,
  choose: 'You can choose:',
};

const means: Readonly<Record<Choice, string>> = {
  continue: 'The run goes on until the same limit is used up once more. Then people are asked again.',
  restart:
    'The old session is given up. A new one is told what was done so far; what the lost turn did may be done again.',
  end: 'The run ends here. Nothing more is sent to the agent.',
};

const excused = 'The run goes on, and this repetition is excused. The repeated call itself stays refused.';

const doubt =
  'A turn of the agent was begun and nobody knows whether or how it ended. What it had begun may have been done.';

function atCap(rule: string, numbers: CapNumbers | undefined): string {
  const words = enCaps[rule];
  if (words !== undefined && numbers !== undefined) return words(numbers);
  return `The run has reached its limit ${rule}.`;
}
