import { CountersignError } from '../../lib/core/errors.ts';
import { commitment } from '../../lib/core/hashes.ts';
import type { ContentId, RunId } from '../../lib/core/ids.ts';
import type { Contents } from '../../lib/gate/ports.ts';

export interface MemoryContents extends Contents {
  readonly erase: (runId: RunId, contentId: ContentId) => void;
  /** Changes the last byte of a stored content. */
  readonly damage: (runId: RunId, contentId: ContentId) => void;
  readonly everything: () => string;
  readonly saltOf: (runId: RunId, contentId: ContentId) => Uint8Array;
}

/** The content table in memory. */
export function memoryContents(): MemoryContents {
  const items = new Map<string, { readonly salt: Uint8Array; readonly bytes: Uint8Array }>();
  const key = (runId: RunId, contentId: ContentId) => `${runId}/${contentId}`;
  return {
    put: async (runId, { contentId, salt, bytes }) => {
      items.set(key(runId, contentId), { salt: new Uint8Array(salt), bytes: new Uint8Array(bytes) });
    },
    get: async (runId, sealed) => {
      const item = items.get(key(runId, sealed.contentId));
      if (item === undefined) return undefined;
      if (commitment(item.salt, item.bytes) !== sealed.commitment) {
        throw new CountersignError('tampered', `The content ${sealed.contentId} is not the one that was committed to.`);
      }
      return new Uint8Array(item.bytes);
    },
    erase: (runId, contentId) => {
      items.delete(key(runId, contentId));
    },
    damage: (runId, contentId) => {
      const item = items.get(key(runId, contentId));
      if (item === undefined) throw new Error(`There is no content ${contentId} to damage.`);
      const last = item.bytes.length - 1;
      item.bytes[last] = (item.bytes[last] ?? 0) ^ 1;
    },
    saltOf: (runId, contentId) => items.get(key(runId, contentId))?.salt ?? new Uint8Array(),
    everything: () => [...items.values()].map((item) => Buffer.from(item.bytes).toString('utf8')).join('\n'),
  };
}
