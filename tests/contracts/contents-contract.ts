import { expect, test } from 'vitest';
import type { Sealed } from '../../lib/core/entries.ts';
import { commitment } from '../../lib/core/hashes.ts';
import type { ContentId, RunId } from '../../lib/core/ids.ts';
import type { Contents } from '../../lib/gate/ports.ts';
import { newChain } from './ledger-contract.ts';

const salt = new Uint8Array(32).fill(9);

export interface ContentsUnderTest {
  readonly contents: Contents;
  readonly erase: (runId: RunId, contentId: ContentId) => Promise<void>;
  /** Changes one stored byte. */
  readonly damage: (runId: RunId, contentId: ContentId) => Promise<void>;
}

/** Puts a content and gives what the ledger would say of it. */
export async function put(
  contents: Contents,
  runId: RunId,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<Sealed> {
  const contentId = name as ContentId;
  await contents.put(runId, { contentId, salt, bytes });
  return { contentId, commitment: commitment(salt, bytes), size: bytes.length };
}

/** What every content store does. */
export function contentsContract(under: () => ContentsUnderTest): void {
  test.each<[string, Uint8Array]>([
    ['an empty text', new Uint8Array()],
    ['a text', new TextEncoder().encode('Grüße 🚢')],
    ['bytes of every value', Uint8Array.from({ length: 256 }, (_, at) => at)],
    ['exactly one part', new Uint8Array(300 * 1024).fill(1)],
    ['one byte more than a part', new Uint8Array(300 * 1024 + 1).fill(2)],
    ['a megabyte', Uint8Array.from({ length: 1024 * 1024 }, (_, at) => at % 251)],
  ])('%s is given back byte for byte', async (name, bytes) => {
    const { contents } = under();
    const runId = newChain();
    const got = await contents.get(runId, await put(contents, runId, { name, bytes }));
    expect(Buffer.compare(got ?? Buffer.from('nothing'), bytes)).toBe(0);
  });

  test('what was erased is gone, and nothing is thrown', async () => {
    const { contents, erase } = under();
    const runId = newChain();
    const sealed = await put(contents, runId, { name: 'gone', bytes: new Uint8Array(700_000) });
    await erase(runId, sealed.contentId);
    expect(await contents.get(runId, sealed)).toBeUndefined();
  });

  test('a changed byte is found', async () => {
    const { contents, damage } = under();
    const runId = newChain();
    const sealed = await put(contents, runId, { name: 'changed', bytes: new TextEncoder().encode('pay 10') });
    await damage(runId, sealed.contentId);
    await expect(contents.get(runId, sealed)).rejects.toMatchObject({ code: 'tampered' });
  });

  test('another content than the one that the ledger commits to is found', async () => {
    const { contents } = under();
    const runId = newChain();
    const sealed = await put(contents, runId, { name: 'one', bytes: new TextEncoder().encode('pay 10') });
    await put(contents, runId, { name: 'one', bytes: new TextEncoder().encode('pay 90') });
    await expect(contents.get(runId, sealed)).rejects.toMatchObject({ code: 'tampered' });
  });

  test('contents of one run are not those of another, and ids that begin alike are kept apart', async () => {
    const { contents } = under();
    const [one, other] = [newChain(), newChain()];
    const short = await put(contents, one, { name: 'id-1', bytes: new TextEncoder().encode('short') });
    const long = await put(contents, one, { name: 'id-11', bytes: new TextEncoder().encode('long') });
    expect(await contents.get(other, short)).toBeUndefined();
    expect(new TextDecoder().decode(await contents.get(one, short))).toBe('short');
    expect(new TextDecoder().decode(await contents.get(one, long))).toBe('long');
  });
}
