import type { Contents } from './ports.ts';

/** Contents that are read once each, however many parts of a page ask for them at the same time: for one view, never longer. */
export function contentsReadOnce(contents: Contents): Contents {
  const reading = new Map<string, ReturnType<Contents['get']>>();
  return {
    put: contents.put,
    get(runId, sealed) {
      // The commitment belongs to the key: what one entry says of a content does not vouch for what another one says.
      const key = `${runId}/${sealed.contentId}/${sealed.commitment}`;
      const known = reading.get(key) ?? contents.get(runId, sealed);
      reading.set(key, known);
      return known;
    },
  };
}
