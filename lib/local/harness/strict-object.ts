import { z } from 'zod';

/** A zod object that refuses keys it does not name and lists those it allows. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const allowed = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `unknown key ${issue.keys.join(', ')}; allowed: ${allowed}` : undefined,
  });
}

/** One line for each problem: where (a dotted path), what is allowed, what was given. */
export function describeIssues(error: z.ZodError, given: unknown): readonly string[] {
  return error.issues.map((issue) => {
    const place = issue.path.map(String).join('.') || '(top level)';
    const value = issue.path.reduce<unknown>(valueAt, given);
    const shown = value === undefined ? 'nothing' : shorten(JSON.stringify(value));
    return `${place}: ${issue.message}; given: ${shown}`;
  });
}

function valueAt(container: unknown, key: PropertyKey): unknown {
  if (typeof container !== 'object' || container === null) return undefined;
  return Reflect.get(container, key);
}

/** Cuts a text to what still reads well in one line of an error message. */
export function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
