import type { Json } from './canonical-json.ts';
import { readPointer } from './json-pointer.ts';

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

/** The same for the argument at a pointer; what is not there needs no words. */
export function isAnchored(words: string, input: Json, at: string): boolean {
  const pointed = readPointer(input, at);
  return !pointed.found || standsIn(words, pointed.value);
}

function folded(text: string): string {
  // Upper case in between joins what lower case alone keeps apart, such as the two forms of sigma and the sharp s.
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();
}

function containsAtBounds(words: string, value: string): boolean {
  if (value === '') return false;
  for (let from = words.indexOf(value); from !== -1; from = words.indexOf(value, from + 1)) {
    if (isBound(words, { before: from, value }) && isBound(words, { after: from + value.length, value })) return true;
  }
  return false;
}

const wordPart = /[\p{L}\p{M}\p{N}_]/u;

/** A place is a bound unless a word goes on across it: "pen" does not stand in "pencil", nor "12" in "120". */
function isBound(
  words: string,
  place: { readonly value: string; readonly before?: number; readonly after?: number },
): boolean {
  const { value, before, after } = place;
  const outside = before === undefined ? charAfter(words, after ?? 0) : charBefore(words, before);
  const inside = before === undefined ? charBefore(value, value.length) : charAfter(value, 0);
  return !(wordPart.test(outside) && wordPart.test(inside));
}

function charBefore(text: string, index: number): string {
  return [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? '';
}

function charAfter(text: string, index: number): string {
  return [...text.slice(index, index + 2)].at(0) ?? '';
}

// Groups of three by comma, apostrophe or a kind of space; then a point and decimals. "1.234,50" is left alone: nobody can say
// whether its writer meant a thousand or one, and what is not found is refused or shown.
const numberForm =
  /(?<![\p{L}\p{N}_.,])[-−]?(?:\d{1,3}(?:[,'’\u00a0\u2009\u202f ]\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}_]|[.,]\d)/gu;

function numbersIn(words: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [text] of words.normalize('NFKC').matchAll(numberForm)) {
    const plain = text.replaceAll(/[,'’\s]/gu, '').replace('−', '-');
    found.add(Number(plain));
    // "items 4 500" may be two numbers as well as one; either is what the person wrote.
    if (/ /.test(text)) for (const part of text.split(' ')) if (/^-?\d+(\.\d+)?$/.test(part)) found.add(Number(part));
  }
  return found;
}

// Array.isArray alone does not narrow a readonly array away from the object.
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
