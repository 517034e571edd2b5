import type { en } from './en.ts';
import { jaAnswer } from './ja-answer.ts';
import { jaArguments } from './ja-arguments.ts';
import { jaChange } from './ja-change.ts';
import { jaCode } from './ja-code.ts';
import { jaDecision } from './ja-decision.ts';
import { jaMail } from './ja-mail.ts';
import { jaCount, jaDuration, jaInstant, jaJoined } from './ja-numbers.ts';
import { jaPeople } from './ja-people.ts';
import { jaProblems } from './ja-problems.ts';
import { jaQuestion } from './ja-question.ts';
import { jaRequest } from './ja-request.ts';
import { jaTold } from './ja-told.ts';
import { jaTrouble } from './ja-trouble.ts';
import type { Words } from './words.ts';

/** The same in Japanese: formal, and exact before elegant where a decision depends on it. */
export const ja: Words<typeof en> = {
  language: 'ja',
  ...jaRequest,
  ...jaArguments,
  ...jaDecision,
  ...jaChange,
  ...jaPeople,
  ...jaAnswer,
  ...jaTrouble,
  question: jaQuestion,
  mail: jaMail,
  told: jaTold,
  problems: jaProblems,
  codePage: jaCode,
  grouped: jaCount,
  duration: jaDuration,
  instantIn: jaInstant,
  joined: jaJoined,
};
