import * as z from 'zod';
import type { JsonObject } from './canonical-json.ts';
import { durationPattern, parseDuration, spellDuration } from './duration.ts';

// In these schemas a message is never a whole sentence: it is what is allowed. gate-file-problems.ts puts the path and
// what was given before it, so that every problem of a file reads alike.

/** An object of exactly these keys. Its message for an unknown key is the known ones, separated by a comma and a space. */
export function keys<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? known : `a mapping with the keys ${known}`),
  });
}

/** Same, but exactly one key must be given. */
export function oneKeyOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  return keys(shape)
    .superRefine((value, context) => {
      // An unknown key is a typing error, which has a line of its own already.
      if (context.issues.length > 0 || Object.keys(value).length === 1) return;
      context.addIssue({ code: 'custom', message: `exactly one of ${names}` });
    })
    .meta({ minProperties: 1, maxProperties: 1 });
}

/** A text that matches the pattern as a whole. */
export function matching(pattern: RegExp, allowed: string) {
  return z.string({ error: allowed }).regex(pattern, { error: allowed });
}

export const anyArn = matching(/^arn:aws[a-z-]*:\S+$/, 'an ARN');

export const httpsUrl = matching(/^https:\/\/\S+$/, 'a URL that begins with https://');

/** Words for people or for the model: one or more lines, something visible on them. */
export function words(longest: number) {
  const allowed = `a text of 1 to ${longest} characters`;
  return z.string({ error: allowed }).regex(/\S/u, { error: allowed }).max(longest, { error: allowed });
}

/** A name on one line. Control and format characters are out: it stands in subjects and beside approve buttons. */
export function nameLine(longest: number) {
  return matching(
    new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${longest}}$`, 'u'),
    `one line of 1 to ${longest} characters without control or invisible ones`,
  );
}

export function wholeNumber(range: { readonly least: number; readonly most: number }) {
  const allowed = `a whole number from ${range.least} to ${range.most}`;
  return z.int({ error: allowed }).min(range.least, { error: allowed }).max(range.most, { error: allowed });
}

export function numberBetween(least: number, most: number) {
  const allowed = `a number from ${least} to ${most}`;
  return z.number({ error: allowed }).min(least, { error: allowed }).max(most, { error: allowed });
}

export function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names, { error: names.join(', ') });
}

/** A duration as text; whoever normalises the file turns it into seconds. */
export function duration(range: { readonly least: number; readonly most: number }) {
  const allowed = `a duration such as 30s, 15m, 4h or 1d12h, from ${spellDuration(range.least)} to ${spellDuration(range.most)}`;
  return z
    .string({ error: allowed })
    .refine((text) => inRange(parseDuration(text), range), { error: allowed })
    .meta({ pattern: durationPattern });
}

/** Any JSON object, for shapes that are AWS's or JSON Schema's and not ours. */
export function anyObject(allowed: string) {
  return z.custom<JsonObject>(isObject, { error: allowed }).meta({ type: 'object' });
}

/** Entries by id; the message is what an id or the whole may be. */
export function byId<Value extends z.ZodType>(pattern: RegExp, value: Value) {
  const id = matching(pattern, `an id that matches ${pattern.source}`);
  return z.record(id, value, { error: `a mapping from ids that match ${pattern.source}` });
}

function inRange(seconds: number | undefined, range: { readonly least: number; readonly most: number }): boolean {
  return seconds !== undefined && seconds >= range.least && seconds <= range.most;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
