import { canonicalJson, type Json } from '../core/canonical-json.ts';
import { type Change, changesBetween } from '../core/changes.ts';
import { refusalWords } from '../core/problem-words.ts';
import { readStrictJson } from '../core/strict-json.ts';
import { plainVisible } from '../core/visible-text.ts';

/** What an edit would change, a line each, or why it is none that could be sent. */
export type ShownEdit =
  | { readonly kind: 'changes'; readonly lines: readonly string[] }
  | { readonly kind: 'unusable'; readonly why: string };

/** Holds the given arguments against those that were asked about, before anything is sent; the gate does so once more. */
export function shownEdit(before: Json, text: string): ShownEdit {
  const reading = text.trim() === '' ? undefined : readStrictJson(text);
  const allowed = 'allowed: the whole arguments as one JSON value';
  if (reading === undefined) return { kind: 'unusable', why: `--input: given nothing; ${allowed}` };
  if (reading.kind === 'refused') {
    return { kind: 'unusable', why: `--input: at ${refusalWords(reading)}; ${allowed}` };
  }
  const changes = changesBetween(before, reading.value);
  if (changes.length === 0)
    return { kind: 'unusable', why: '--input: nothing was changed; allowed: countersign approve' };
  return { kind: 'changes', lines: ['Changes, all of them:', ...changes.map((change) => `  ${changeLine(change)}`)] };
}

/** One change as a person reads it, all of it: where, what was, what is. */
export function changeLine({ at, before, after }: Change): string {
  const place = at === '' ? '(the whole of it)' : plainVisible(at, { lines: 'one' });
  if (before === undefined) return `${place}: added ${spelled(after)}`;
  if (after === undefined) return `${place}: taken away ${spelled(before)}`;
  return `${place}: ${spelled(before)} -> ${spelled(after)}`;
}

function spelled(value: Json | undefined): string {
  return value === undefined ? '' : plainVisible(canonicalJson(value), { lines: 'one' });
}
