import type { QuestionView } from '../gate/views.ts';

/** The English words for questions about a run itself, which no call of the agent's stands behind. */
export const questionTexts = {
  title: 'Should this run go on?',
  requestTitle: 'Your decision about a run is asked for',
  requestLead: 'The run has stopped and waits for people to say how it goes on. Silence ends it.',
  eyebrow: 'About the run itself',
  asked: ({ about, rule }: Pick<QuestionView, 'about' | 'rule'>, numbers: { used?: number; allowed?: number }) =>
    about === 'cap' ? atCap(rule, numbers) : doubt,
  buttons: { continue: 'Let it go on…', restart: 'Begin again in a new session…', end: 'End the run…' },
  means: {
    continue: 'The run goes on, and the limit is raised once by its own size.',
    restart:
      'The old session is given up. A new one is told what was done so far; what the lost turn did may be done again.',
    end: 'The run ends here. Nothing more is sent to the agent.',
  },
  confirmTitle: { continue: 'Let the run go on?', restart: 'Begin again in a new session?', end: 'End the run?' },
  confirmLead: 'This is what you are about to decide. Nothing has been recorded yet.',
  commentLabel: 'A comment, if you like. It is kept with your answer.',
  confirm: { continue: 'Yes, go on', restart: 'Yes, begin again', end: 'Yes, end it' },
  recorded: {
    continue: 'You let the run go on',
    restart: 'You let the run begin again',
    end: 'You ended the run',
  },
  recordedLead: {
    continue: 'The run goes on now.',
    restart: 'The run begins again in a new session now.',
    end: 'The run ends now.',
  },
  quorum: (given: number, needed: number) =>
    `${needed} people must say the same for it to go on; ${given} of ${needed} so far`,
  answeredBy: (names: string) => `To go on, so far: ${names}.`,
  countedLead: (given: number, needed: number) =>
    `Your answer is counted: ${given} of ${needed}. Nothing goes on until ${needed} people have said the same, and one who ends it ends it.`,
  notOffered: 'The form names an answer that cannot be chosen here.',
  expiredLead: 'The deadline passed and nobody had answered, so the run ends.',
  signedCommand: (requestId: string, choices: QuestionView['choices']) =>
    choices.map((choice) => `countersign answer ${requestId} ${choice}`).join('   or   '),
  mailIntro: (gate: string, stage: string) =>
    `A run of the gate "${gate}" (${stage}) has stopped and waits for people to say how it goes on. Without an answer it ends.`,
  choose: (choices: QuestionView['choices']) => `You can choose: ${choices.join(', ')}.`,
} as const;

const doubt =
  'A turn of the agent was begun and nobody knows whether or how it ended. What it had begun may have been done.';

function atCap(rule: string, { used, allowed }: { used?: number; allowed?: number }): string {
  const numbers = used === undefined || allowed === undefined ? '' : `: ${used} of ${allowed} used`;
  return `The run has reached its limit ${rule}${numbers}.`;
}
