import type { ProblemWords } from './problem.ts';
import type { SchemaProblems } from './problem-schema.ts';

/** The English of where a value does not fit a schema; the validator's own words, where it has good ones. */
export const schemaProblemWords: Pick<ProblemWords, keyof SchemaProblems> = {
  'schema.missing': ({ name }) => `the member ${JSON.stringify(name)} is missing`,
  'schema.extra': ({ name }) => `the member ${JSON.stringify(name)} is not allowed`,
  'schema.one-of': ({ allowed }) => `must be one of ${allowed}`,
  'schema.exactly': ({ allowed }) => `must be ${allowed}`,
  'schema.type': ({ types }) => `must be ${types.join(',')}`,
  'schema.bound': ({ comparison, limit }) => `must be ${comparison} ${limit}`,
  'schema.multiple': ({ of }) => `must be multiple of ${of}`,
  'schema.size': ({ of, bound, limit }) => `must NOT have ${bound === 'least' ? 'fewer' : 'more'} than ${limit} ${of}`,
  'schema.pattern': ({ pattern }) => `must match pattern "${pattern}"`,
  'schema.twice': ({ one, other }) => `must NOT have duplicate items (items ## ${one} and ${other} are identical)`,
  'schema.other': ({ words }) => words,
};
