import * as z from 'zod';
import { keys, nameLine, words } from './gate-file-fields.ts';
import { pointerProblem } from './json-pointer.ts';
import { pathWithin } from './path-within.ts';
import type { JsonScalar } from './scalar.ts';

/** A JSON pointer into a call's arguments. */
export const pointer = z.string({ error: 'a JSON pointer such as /amount' }).superRefine((text, context) => {
  const problem = pointerProblem(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

/** What may stand after a number that rules compare. */
export const unitName = nameLine(20);

const finite = z.number({ error: 'a number' }).refine(Number.isFinite, { error: 'a number' });
const scalar = z.union([words(1_000), finite, z.boolean()], { error: 'a text, a number, true or false' });

/** A condition as it is written: one operator beside `at` or `label`, or one of all, any, not. */
export type ConditionAsWritten = {
  readonly all?: readonly ConditionAsWritten[];
  readonly any?: readonly ConditionAsWritten[];
  readonly not?: ConditionAsWritten;
  readonly at?: string;
  readonly label?: string;
  readonly unit?: string;
  readonly above?: number;
  readonly below?: number;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly equals?: JsonScalar;
  readonly oneOf?: readonly JsonScalar[];
  readonly startsWith?: string;
  readonly within?: string;
  readonly exists?: true;
};

/** The operators that compare numbers. */
export const numberOperators = ['above', 'below', 'atMost', 'atLeast'] as const;
const placedOperators = [...numberOperators, 'equals', 'oneOf', 'startsWith', 'within', 'exists'] as const;
const joiningOperators = ['all', 'any', 'not'] as const;
const operators = [...joiningOperators, ...placedOperators];

// Deep nesting says nothing that a flat list of rules does not say better, and every level is walked for each call.
const mostJoined = 50;
const joined = z
  .lazy(() => conditionSchema)
  .array()
  .min(1, { error: 'at least one condition' })
  .max(mostJoined, { error: `at most ${mostJoined} conditions` });

/** One condition over a call's arguments or the run's labels. */
export const conditionSchema: z.ZodType<ConditionAsWritten> = keys({
  all: joined.exactOptional().describe('Every one must hold; looked at in order, up to the first that does not.'),
  any: joined.exactOptional().describe('One must hold; looked at in order, up to the first that does.'),
  not: z
    .lazy(() => conditionSchema)
    .exactOptional()
    .describe('Must not hold; what cannot be decided stays undecided.'),
  at: pointer.exactOptional().describe('Where in the arguments, as a JSON pointer such as /amount.'),
  label: nameLine(64).exactOptional().describe("Which of the run's labels."),
  unit: unitName.exactOptional().describe('What the number is counted in, as units: says.'),
  above: finite.exactOptional().describe('A number greater than this.'),
  below: finite.exactOptional().describe('A number less than this.'),
  atMost: finite.exactOptional().describe('A number of at most this.'),
  atLeast: finite.exactOptional().describe('A number of at least this.'),
  equals: scalar.exactOptional().describe('Exactly this text, number or truth value.'),
  oneOf: z
    .array(scalar, { error: 'a list of texts, numbers or truth values' })
    .min(1, { error: 'at least one value' })
    .max(200, { error: 'at most 200 values' })
    .exactOptional()
    .describe('Exactly one of these.'),
  startsWith: words(1_000).exactOptional().describe('A text that begins so, letter by letter.'),
  within: words(1_000)
    .refine((directory) => pathWithin(directory, directory) !== undefined, {
      error:
        'a POSIX path without backslashes, percent codes, ~ or // in front, a scheme, or .. that leads above its beginning',
    })
    .exactOptional()
    .describe('A path that stays inside this directory after . and .. are taken away.'),
  exists: z
    .literal(true, { error: 'true; for the opposite, not: {exists: true}' })
    .exactOptional()
    .describe('Something is there.'),
})
  .superRefine((condition, context) => {
    if (context.issues.length > 0) return;
    const given = operators.filter((operator) => condition[operator] !== undefined);
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const [first] = given;
    if (first === undefined || given.length > 1) return refuse(`exactly one of ${operators.join(', ')}`);
    const places = [condition.at, condition.label].filter((place) => place !== undefined).length;
    const joins = joiningOperators.some((operator) => operator === first);
    if (joins && places > 0) return refuse(`no at or label beside ${first}`);
    if (!joins && places !== 1) return refuse(`exactly one of at, label beside ${first}`);
    const counts = numberOperators.some((operator) => operator === first);
    if (counts && condition.label !== undefined) return refuse(`at beside ${first}, since labels are texts`);
    if (!mayCount(condition) && condition.unit !== undefined) return refuse(`no unit beside ${first}`);
  })
  .describe('A condition over the arguments or the labels.');

/** Whether a condition compares with numbers, which alone have units. */
export function mayCount(condition: ConditionAsWritten): boolean {
  const values = [condition.equals, ...(condition.oneOf ?? [])];
  return (
    numberOperators.some((operator) => condition[operator] !== undefined) ||
    values.some((value) => typeof value === 'number')
  );
}
