import { commitAfter } from '../core/commit.ts';
import { type CommandId, type RequestId, viewsIdOf } from '../core/ids.ts';
import { type KeptView, type Visitor, viewToKeep } from '../core/view-entries.ts';
import type { FoundLink } from './approval-link.ts';
import { newestOfViews } from './gate-chains.ts';
import type { ApprovalLink, Clock, GateChains, Randomness } from './ports.ts';

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
  await keep(ports, found.link.requestId, view);
}

/** Keeps that a code was tried with a valid link and was none for this answer; no more is made of it than of a look. */
export async function recordCodeTry(
  ports: ViewingPorts,
  { requestId, linkHash }: Pick<ApprovalLink, 'requestId' | 'linkHash'>,
  tried: Omit<Extract<KeptView, { readonly type: 'code.refused' }>, 'type' | 'linkHash'>,
): Promise<void> {
  await keep(ports, requestId, { type: 'code.refused', linkHash, ...tried });
}

async function keep(ports: ViewingPorts, requestId: RequestId, view: KeptView): Promise<void> {
  const chain = viewsIdOf(requestId);
  try {
    for (let attempt = 0; attempt < attemptsAt(view); attempt += 1) {
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

// A code that was not even compared stands back: a flood of those would hide the few that were.
function attemptsAt(view: KeptView): number {
  return view.type === 'code.refused' && view.why === 'over' ? 1 : attempts;
}
