import type { z } from 'zod';
import { ApiError } from './api-error.ts';

/** Reads a request's body by its schema. A member that is not understood is refused, never ignored. @throws ApiError */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const found = read.error.issues.map((issue) => `${issue.path.join('.') || 'the request'}: ${issue.message}`);
  throw new ApiError('ValidationException', `${found.length} validation error detected: ${found.join('; ')}`);
}
