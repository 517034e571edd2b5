import type { z } from 'zod';
import type { Resource } from './stack.ts';

/**
 * The resource's properties, checked. What AWS would act on and the desk would not is an error here, so that nothing
 * passes on a desk by being ignored. @throws Error naming resource and path
 */
export function parseProperties<Schema extends z.ZodType>(schema: Schema, resource: Resource): z.output<Schema> {
  const result = schema.safeParse(resource.properties);
  if (result.success) return result.data;
  const issues = result.error.issues.map(
    (issue) => `Properties${issue.path.map((key) => `.${String(key)}`).join('')}: ${issue.message}`,
  );
  throw new Error(
    `${resource.logicalId} (${resource.type}) cannot be served on a desk. ${issues.join('; ')}. See docs/local.md for what is supported`,
  );
}
