import type { Choice, QuestionRaised } from './action-entries.ts';
import type { EntryPlace, RunDraft } from './run-draft.ts';
import { attemptUnderWay } from './run-draft.ts';

const allowedChoices: Readonly<Record<QuestionRaised['about'], readonly Choice[]>> = {
  cap: ['continue', 'end'],
  'in-doubt': ['restart', 'end'],
};

/** Folds in that people are asked about the run itself: one thing at a time, between turns, and always with a way to end it. */
export function applyQuestion(draft: RunDraft, entry: QuestionRaised, { at, refuse }: EntryPlace): void {
  if (attemptUnderWay(draft) !== undefined) throw refuse('a turn is under way');
  if (draft.stopRequested !== undefined) throw refuse('the run is to stop');
  if (entry.epoch !== draft.epoch) throw refuse(`the session is that of epoch ${draft.epoch}`);
  if (isAsking(draft)) throw refuse('people are asked about the run already');
  const { about, choices, toolUseId, epoch } = entry;
  const unknown = choices.find((choice) => !allowedChoices[about].includes(choice));
  if (unknown !== undefined) throw refuse(`${unknown} is no choice`);
  if (!choices.includes('end')) throw refuse('nobody could end the run');
  if (about === 'in-doubt' && draft.turns.at(-1)?.end?.type !== 'turn.failed') throw refuse('no turn has failed');
  if ([...draft.questions, ...draft.calls].some((other) => other.toolUseId === toolUseId)) {
    throw refuse('its id was given before');
  }
  draft.questions.push({ epoch, toolUseId, raised: { ...entry, at }, verdicts: [] });
}

/** Whether a question is open, so that nothing goes on without its answer. */
export function isAsking({ questions }: Pick<RunDraft, 'questions'>): boolean {
  return questions.some(({ closed }) => closed === undefined);
}
