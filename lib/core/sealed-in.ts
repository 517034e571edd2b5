import type { Entry, Sealed } from './entries.ts';

/** The sealed texts that an entry commits to, whatever its type. */
export function sealedIn(entry: Entry): readonly Sealed[] {
  // What the rules say of an edit stands one level deeper.
  const ruled = entry.type === 'call.edited' ? Object.values(entry.policy) : [];
  return [...Object.values(entry), ...ruled].filter(isSealed);
}

function isSealed(value: unknown): value is Sealed {
  return (
    typeof value === 'object' && value !== null && 'contentId' in value && 'commitment' in value && 'size' in value
  );
}
