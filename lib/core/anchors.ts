import type { Json } from './canonical-json.ts';
import { readPointer } from './json-pointer.ts';
import { numberProblem } from './strict-number.ts';

/**
 * Whether an argument stands in somebody's words: texts at the bounds of words, compatibility forms, case and white space
 * folded; numbers as numbers, however they are grouped. A list must stand there member by member. True, false, null and objects
 * are no words of anybody, and an empty text stands everywhere, so that neither is ever found.
 */
export function standsIn(words: string, value: Json): boolean {
  switch (typeof value) {
    case 'number':
      return numbersIn(words).has(value);
    case 'string':
      return containsAtBounds(folded(words), folded(value));
    default:
      return isList(value) && value.length > 0 && value.every((member) => standsIn(words, member));
  }
}

/** The same for the argument at a pointer, in any of several texts; what is not there needs no words. */
export function isAnchored(texts: readonly string[], input: Json, at: string): boolean {
  const pointed = readPointer(input, at);
  return !pointed.found || standsInAny(texts, pointed.value);
}

// Each text by itself: what ends one and begins the next was said by nobody. The members of a list may come from several.
function standsInAny(texts: readonly string[], value: Json): boolean {
  if (isList(value)) return value.length > 0 && value.every((member) => standsInAny(texts, member));
  return texts.some((words) => standsIn(words, value));
}

function folded(text: string): string {
  // The dotless i is another letter: in upper case it would become the one with the dot, and "adm\u0131n" stand where "admin" does.
  const parts = text.normalize('NFKC').split(dotlessI);
  return parts.map(caseless).join(dotlessI).normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();
}

const dotlessI = '\u0131';

/** Upper case in between joins what lower case alone keeps apart, such as the two forms of sigma and the sharp s. */
function caseless(text: string): string {
  return text.toUpperCase().toLowerCase();
}

function containsAtBounds(words: string, value: string): boolean {
  if (value === '') return false;
  for (let from = words.indexOf(value); from !== -1; from = words.indexOf(value, from + 1)) {
    if (isWhole(words, { from, to: from + value.length })) return true;
  }
  return false;
}

/**
 * Whether neither a word nor a number goes on across the ends of a place: "pen" does not stand in "pencil", "12" in "120" or
 * "12.50", nor "example.com" in "evil.example.com" or "A-17" in "A-17-B": part of a name is another name. A value with signs at its
 * ends is held to the same, or "/" would stand in "and/or".
 */
function isWhole(words: string, { from, to }: { readonly from: number; readonly to: number }): boolean {
  // What is looked at is never longer than a sign and a letter of two units on either side.
  const before = words.slice(Math.max(0, from - 3), from);
  const after = words.slice(to, to + 3);
  if (inWordBefore.test(before) || inWordAfter.test(after)) return false;
  const first = words.slice(from, from + 2);
  const last = words.slice(Math.max(from, to - 2), to);
  return !(joinsBefore.test(before) && startsName.test(first)) && !(joinsAfter.test(after) && endsName.test(last));
}

// What nobody sees, such as a space of no width, ends no word that people see.
const inWordBefore = /[\p{L}\p{M}\p{N}\p{DI}_]$/u;
const inWordAfter = /^[\p{L}\p{M}\p{N}\p{DI}_]/u;
// Not an apostrophe between letters: whoever writes "Maria's post" has named Maria.
const joinsBefore = /[\p{L}\p{M}\p{N}][.@\-\u2010]$|\p{N}[,'’]$/u;
const joinsAfter = /^[.@\-\u2010][\p{L}\p{N}]|^[,'’]\p{N}/u;
const startsName = /^[\p{L}\p{N}]/u;
const endsName = /[\p{L}\p{M}\p{N}]$/u;

// Groups of three by comma, apostrophe or a space, which all other kinds of space have become; then a point and decimals. "1.234,50" is left alone: nobody can say
// whether its writer meant a thousand or one, and what is not found is refused or shown; so is "1 000,50".
// Six groups are more than a number keeps; without a bound a long row of groups would be looked at again from each of them.
const numberForm =
  /(?<![\p{L}\p{N}\p{DI}_.,])[-−]?(?:\d{1,3}(?:[,'’ ]\d{3}){1,6}|\d+)(?:\.\d+)?(?![\p{L}\p{N}\p{DI}_]|(?: \d{3}){0,6}[.,]\d)/gu;

function numbersIn(words: string): ReadonlySet<number> {
  // Superscripts and fractions would become digits of the number before them: nobody who writes "10½" means 101.
  const plain = words.replaceAll(/\p{No}/gu, '_').normalize('NFKC');
  const found = new Set<number>();
  for (const [text] of plain.matchAll(numberForm)) {
    const written = text.replace('−', '-');
    // "items 4 500" may be two numbers as well as one; either is what the person wrote.
    const parts = written.includes(' ') ? written.split(' ').filter((part) => !/^0\d/.test(part)) : [];
    for (const one of [written, ...parts]) {
      const digits = one.replaceAll(/[,'’ ]/gu, '');
      // A number with more digits than a double keeps is another number than the one that was written.
      if (numberProblem(digits) === undefined) found.add(Number(digits));
    }
  }
  return found;
}

// Array.isArray alone does not narrow a readonly array away from the object.
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
