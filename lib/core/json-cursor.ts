import { pointerOf } from './json-pointer.ts';

/** Where a reader of JSON text stands: `at` in UTF-16 code units, `path` one segment per open array or object. */
export type Cursor = { readonly text: string; at: number; readonly path: string[] };

/** Leaves the recursion of a reader, whose entry turns it into a return value. */
export class Refusal extends Error {
  readonly place: string;

  constructor(place: string, problem: string) {
    super(problem);
    this.place = place;
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
export function refuse(cursor: Cursor, problem: string, at: number = cursor.at): never {
  throw new Refusal(placeOf(cursor.path, at), problem);
}

/** A place as people and models find it again: the pointer to the value that was being read, and the offset. */
export function placeOf(path: readonly string[], at: number): string {
  const pointer = path.length === 0 ? 'the top level' : shortened(pointerOf(path));
  return `${pointer}, offset ${at}`;
}

/** The character at the cursor, quoted for a message. */
export function seen(cursor: Cursor): string {
  const codePoint = cursor.text.codePointAt(cursor.at);
  return codePoint === undefined ? 'the end of the text' : quoted(String.fromCodePoint(codePoint));
}

/** A piece of the text for a message, in quotes and shortened. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}…`;
}
