import { commitAfter } from '../core/commit.ts';
import { type CommandId, viewsIdOf } from '../core/ids.ts';
import { type KeptView, type Visitor, viewToKeep } from '../core/view-entries.ts';
import type { FoundLink } from './approval-link.ts';
import { newestOfViews } from './gate-chains.ts';
import type { Clock, GateChains, Randomness } from './ports.ts';

export interface ViewingPorts {
  readonly chains: GateChains;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** Told when a view could not be kept; nothing else comes of it. */
  readonly viewLost?: (error: unknown) => void;
}

// Two that come at the same instant: both are kept. More of them say nothing more.
const attempts = 3;

/**
 * Keeps that somebody looked at a request, or tried to, in a chain beside the run's: no decision, page or fold reads it. It
 * never throws, since evidence of looking is not worth a page that cannot be shown.
 */
export async function recordView(
  ports: ViewingPorts,
  found: Exclude<FoundLink, { readonly kind: 'unknown' }>,
  visitor: Visitor,
): Promise<void> {
  const view: KeptView =
    found.kind === 'known'
      ? { type: 'view.opened', linkHash: found.link.linkHash, ...visitor }
      : { type: 'view.refused', ...visitor };
  const chain = viewsIdOf(found.link.requestId);
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const newest = await newestOfViews(ports, chain);
      const now = ports.clock();
      const entry = viewToKeep(newest, { view, now });
      if (entry === undefined) return;
      const facts = { chain, at: new Date(now).toISOString(), commandId: ports.randomness.id() as CommandId };
      if ((await ports.chains.append(commitAfter(newest.at(-1), { ...facts, entries: [entry] }))) === 'appended')
        return;
    }
  } catch (error) {
    ports.viewLost?.(error);
  }
}
