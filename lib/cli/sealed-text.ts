import type { Sealed } from '../core/entries.ts';
import type { RunId } from '../core/ids.ts';
import type { Contents } from '../gate/ports.ts';

/** A sealed text for a story: what does not match its commitment is told as that and hides nothing else. */
export async function readSealedText(
  ports: { readonly contents: Contents },
  runId: RunId,
  sealed: Sealed,
): Promise<string | undefined> {
  try {
    const bytes = await ports.contents.get(runId, sealed);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  } catch (error) {
    return `(cannot be believed: ${error instanceof Error ? error.message : String(error)})`;
  }
}
