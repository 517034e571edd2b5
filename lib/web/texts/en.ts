import { englishProblems } from '../../core/problem-words.ts';
import { enAnswer } from './en-answer.ts';
import { enArguments } from './en-arguments.ts';
import { enChange } from './en-change.ts';
import { enCode } from './en-code.ts';
import { enDecision } from './en-decision.ts';
import { enMail } from './en-mail.ts';
import { enCount, enDuration, enInstant, enJoined } from './en-numbers.ts';
import { enPeople } from './en-people.ts';
import { enQuestion } from './en-question.ts';
import { enRequest } from './en-request.ts';
import { enTold } from './en-told.ts';
import { enTrouble } from './en-trouble.ts';

/** Every English word that approvers read, on the page, in mails and in topic messages. Its shape is every language's. */
export const en = {
  language: 'en',
  ...enRequest,
  ...enArguments,
  ...enDecision,
  ...enChange,
  ...enPeople,
  ...enAnswer,
  ...enTrouble,
  question: enQuestion,
  mail: enMail,
  told: enTold,
  problems: englishProblems,
  codePage: enCode,
  grouped: enCount,
  duration: enDuration,
  instantIn: enInstant,
  joined: enJoined,
};
