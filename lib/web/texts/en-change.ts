import type { JsonProblem } from '../../core/json-cursor.ts';
import type { JsonPlace } from '../../core/problem.ts';
import { refusalWords } from '../../core/problem-words.ts';
import { enCount } from './en-numbers.ts';

/** The form for changing arguments, and how changes are shown. */
export const enChange = {
  changeTitle: 'Change the arguments',
  changeLead:
    'What you make of them is a new call. The rules look at it again, and you are its author. Nothing is recorded on this page.',
  changeFields: 'One by one',
  changeReview: 'Show the change…',
  changeRaw: 'All of it as one JSON text',
  changeRawHint:
    'Here everything can be changed. Texts stand in double quotes, numbers and true or false do not. Hidden characters stand as codes such as \\u200b.',
  changeRawReview: 'Show the change of this text…',
  required: 'required',
  mayBeEmpty: 'leave it empty to leave it out',
  leftOut: '(left out)',
  onlyRaw: (names: string) => `These can be changed in the JSON text below, and stay as they are otherwise: ${names}`,
  wholeNumber: 'a whole number',
  anyNumber: 'a number, such as 184.5',
  atLeastAmount: (amount: string) => `at least ${amount}`,
  atMostAmount: (amount: string) => `at most ${amount}`,
  moreThanAmount: (amount: string) => `more than ${amount}`,
  lessThanAmount: (amount: string) => `less than ${amount}`,
  multipleOf: (amount: string) => `a multiple of ${amount}`,
  shortest: (characters: number) => `at least ${enCount(characters)} characters`,
  longest: (characters: number) => `at most ${enCount(characters)} characters`,

  problemsTitle: 'This cannot be used yet',
  problemsLead: 'Nothing was recorded, and everything you typed is still here.',
  notANumber: (typed: string) =>
    `"${typed}" is no number as JSON writes them. Allowed: digits, with a point for decimals.`,
  unreadable: (place: JsonPlace, why: JsonProblem) => `The text cannot be read at ${refusalWords({ place, why })}`,
  unchanged: 'Nothing was changed yet. To say yes to it as it is, go back and approve it.',

  changesTitle: 'What you change',
  before: 'Before',
  after: 'After',
  nothingThere: 'not there',
  whole: 'All arguments',
  argumentsAfter: 'All arguments after your change',
  changedCallNext:
    'The changed call gets a digest of its own, and answers to the one before count no more. Where the rules want more people for it, those are asked about it as you made it.',
  changeAgain: 'Change it again',
  editedTitle: (name: string, instant: string) => `${name} changed the arguments on ${instant}`,
  editedLead: 'This is the call as it is now. Answers to the one before count no more.',
  editedErased: 'What was changed has been erased.',
};
