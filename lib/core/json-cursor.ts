import { pointerOf } from './json-pointer.ts';
import type { JsonPlace, ProblemOf } from './problem.ts';
import type { JsonProblems } from './problem-json.ts';

/** Why a JSON text was refused. */
export type JsonProblem = ProblemOf<keyof JsonProblems>;

/** Where a reader of JSON text stands: `at` in UTF-16 code units, `path` one segment per open array or object. */
export type Cursor = { readonly text: string; at: number; readonly path: string[] };

/** Leaves the recursion of a reader, whose entry turns it into a return value. */
export class Refusal extends Error {
  readonly at: JsonPlace;
  readonly why: JsonProblem;

  constructor(at: JsonPlace, why: JsonProblem) {
    super(why.kind);
    this.at = at;
    this.why = why;
  }
}

/** Goes past the four characters that JSON counts as space. */
export function skipSpace(cursor: Cursor): void {
  match(cursor, /[ \t\n\r]*/y);
}

/** Goes past what the sticky expression matches here, and answers with it; with '' where nothing matches. */
export function match(cursor: Cursor, form: RegExp): string {
  form.lastIndex = cursor.at;
  const text = form.exec(cursor.text)?.[0] ?? '';
  cursor.at += text.length;
  return text;
}

/** Gives the text up, with the place where the problem begins. @throws Refusal */
export function refuse(cursor: Cursor, why: JsonProblem, at: number = cursor.at): never {
  throw new Refusal(placeOf(cursor.path, at), why);
}

/** The pointer to the value that was being read, shortened, and the offset. */
export function placeOf(path: readonly string[], offset: number): JsonPlace {
  return { pointer: path.length === 0 ? '' : shortened(pointerOf(path)), offset };
}

/** The character at the cursor; nothing at the end of the text. */
export function seen(cursor: Cursor): { readonly found?: string } {
  const codePoint = cursor.text.codePointAt(cursor.at);
  return codePoint === undefined ? {} : { found: String.fromCodePoint(codePoint) };
}

/** A piece of the text for a message. */
export function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}…`;
}
