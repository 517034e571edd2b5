import { canonicalJson, type Json } from '../core/canonical-json.ts';
import type { Sealed } from '../core/entries.ts';
import { commitment, saltBytes } from '../core/hashes.ts';
import type { ContentId, RunId } from '../core/ids.ts';
import type { Contents, Randomness } from './ports.ts';
import type { Text } from './views.ts';

interface SealPorts {
  readonly contents: Contents;
  readonly randomness: Randomness;
}

/** Keeps a text outside the chain and gives what an entry may say of it. Written before the entry, which never points to nothing. */
export async function sealText(ports: SealPorts, runId: RunId, text: string): Promise<Sealed> {
  const bytes = new TextEncoder().encode(text);
  const salt = ports.randomness.bytes(saltBytes);
  const contentId = ports.randomness.id() as ContentId;
  await ports.contents.put(runId, { contentId, salt, bytes });
  return { contentId, commitment: commitment(salt, bytes), size: bytes.length };
}

export function sealJson(ports: SealPorts, runId: RunId, value: Json | object): Promise<Sealed> {
  return sealText(ports, runId, canonicalJson(value));
}

/** The sealed text, or that it was erased. */
export async function openText(ports: Pick<SealPorts, 'contents'>, runId: RunId, sealed: Sealed): Promise<Text> {
  const bytes = await ports.contents.get(runId, sealed);
  return bytes === undefined ? { kind: 'erased' } : { kind: 'text', text: new TextDecoder().decode(bytes) };
}

/** The sealed JSON value, `undefined` when it was erased. Only for bytes that `sealJson` wrote. */
export async function openJson(
  ports: Pick<SealPorts, 'contents'>,
  runId: RunId,
  sealed: Sealed,
): Promise<Json | undefined> {
  const text = await openText(ports, runId, sealed);
  return text.kind === 'erased' ? undefined : (JSON.parse(text.text) as Json);
}
