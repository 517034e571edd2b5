/** A context is capped here, and whoever decides by it must see that something is missing. */
export const maxContextBytes = 64 * 1024;

/** What stands in the place of a value that was cut: never of the value's own shape, so it cannot pass for one. */
export type Truncated = { readonly truncated: true; readonly originalBytes: number; readonly preview: string };

/** The context in at most 64 KiB of JSON: the largest members are cut first, each to a marker with its beginning. */
export function capContext(context: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const bySize = Object.keys(context).toSorted((a, b) => bytesOf(context[b]) - bytesOf(context[a]));
  let capped = context;
  for (const key of bySize) {
    if (bytesOf(capped) <= maxContextBytes) break;
    capped = { ...capped, [key]: truncated(context[key]) };
  }
  return capped;
}

function truncated(value: unknown): Truncated {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return { truncated: true, originalBytes: bytesOf(value), preview: text.slice(0, 1024) };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
