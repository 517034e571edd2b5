import type { ProblemWords } from './problem.ts';
import type { JsonProblems } from './problem-json.ts';

/** The English of what is wrong with a JSON text. */
export const jsonProblemWords: Pick<ProblemWords, keyof JsonProblems> = {
  'json.too-large': ({ bytes, most }) => `the text has ${bytes} bytes; at most ${most} are allowed, send less`,
  'json.byte-order-mark': () => 'the text begins with a byte order mark; leave it out',
  'json.goes-on': (problem) => `${seen(problem)} follows after the end of the value`,
  'json.no-name': (problem) => `expected a member name in double quotes, but found ${seen(problem)}`,
  'json.name-twice': ({ name }) => `the member name ${JSON.stringify(name)} appears twice in one object; write it once`,
  'json.name-proto': () => 'the member name "__proto__" is not allowed',
  'json.name-prototype': () => 'the member name "prototype" is not allowed inside "constructor"',
  'json.no-number': () =>
    'this is not a number as JSON writes them (no leading zeros or plus, digits on both sides of the point)',
  'json.number-too-large': ({ number }) => `the number ${number} is too large; the largest is about 1.8e308`,
  'json.negative-zero': ({ number }) => `the number ${number} is a zero with a sign; write 0`,
  'json.number-changes': ({ number, becomes }) =>
    `the number ${number} would become ${becomes}; write it as a string, or so that it stays the same`,
  'json.no-value': (problem) => `expected a value, but found ${seen(problem)}`,
  'json.too-deep': ({ most }) => `arrays and objects are nested deeper than ${most} levels`,
  'json.no-mark': ({ mark, ...problem }) => `expected "${mark}", but found ${seen(problem)}`,
  'json.half-pair': () => 'the text holds half of a surrogate pair',
  'json.half-pair-escaped': () => 'the string holds half of a surrogate pair as an escape',
  'json.unclosed': () => 'the string that begins here is never closed',
  'json.unescaped': (problem) => `${seen(problem)} inside a string must be escaped`,
  'json.bad-escape': () => String.raw`after \ only " \ / b f n r t, or u and four hex digits, are allowed`,
};

function seen({ found }: { readonly found?: string }): string {
  return found === undefined ? 'the end of the text' : JSON.stringify(found);
}
