/** What was found out about one thing, or why it was not. */
export type Looked<Value> =
  | { readonly kind: 'found'; readonly value: Value }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly why: string };

/** Asks a service; names of errors that mean "there is none" are told from those that leave it open. */
export async function look<Value>(
  ask: () => Promise<Value | undefined>,
  missing: readonly string[] = [],
): Promise<Looked<Value>> {
  try {
    const value = await ask();
    return value === undefined ? { kind: 'missing' } : { kind: 'found', value };
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Unknown';
    if (missing.includes(name)) return { kind: 'missing' };
    return { kind: 'failed', why: `${name}: ${reasonOf(error)}` };
  }
}

// fetch says only that it failed; what failed stands in the cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message || error.cause.name})` : '';
  return `${error.message}${cause}`;
}
