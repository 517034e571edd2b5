import * as z from 'zod';
import { conditionSchema, pointer, unitName } from './gate-file-conditions.ts';
import { keys, numberBetween, oneOf, wholeNumber } from './gate-file-fields.ts';

const sum = keys({
  at: pointer.describe('The number that is summed, as a JSON pointer such as /amount.'),
  atMost: numberBetween(0, Number.MAX_SAFE_INTEGER).describe('What all calls of the run may reach together.'),
  unit: unitName.exactOptional().describe('What the number is counted in, as units: says.'),
}).describe('A sum over the calls of this tool in one run: those that wait, passed or were carried out.');

/** What no call of a run may go beyond, whoever would approve it. */
export const limitsSchema = keys({
  each: z
    .array(conditionSchema, { error: 'a list of conditions' })
    .max(50, { error: 'at most 50 conditions' })
    .default([])
    .describe('Must hold for every call: amounts, targets, environments.'),
  sums: z
    .array(sum, { error: 'a list of {at, atMost}' })
    .max(20, { error: 'at most 20 sums' })
    .default([])
    .describe('What all calls of the run may reach together.'),
  count: wholeNumber({ least: 1, most: 1_000 }).exactOptional().describe('Most calls of this tool in one run.'),
}).describe('Refused before anybody is asked, whatever a rule says.');

/** Arguments that must come from the words of the person who asked. */
export const anchorsSchema = z
  .array(
    keys({
      at: pointer.describe('The argument, as a JSON pointer such as /item.'),
      notFound: oneOf(['refuse', 'show'])
        .default('refuse')
        .describe(
          'What becomes of a call whose argument is not there: refused, or shown as not in the request. Default: refuse',
        ),
    }),
    { error: 'a list of {at, notFound}' },
  )
  .max(50, { error: 'at most 50 anchors' })
  .default([])
  .describe('Arguments that must stand in the words of the person who asked.');

/** What numbers are counted in. */
export const unitsSchema = z
  .record(
    pointer,
    z.union([unitName, keys({ at: pointer.describe('The argument that names the unit.') })], {
      error: 'a unit such as USD, or {at: the pointer of the argument that names it}',
    }),
    { error: 'a mapping from JSON pointers to units' },
  )
  .default({})
  .describe('What numbers are counted in; every condition over such a number then says its unit.');
