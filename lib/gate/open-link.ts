import type { Visitor } from '../core/view-entries.ts';
import { type LedgerPorts, loadRun } from './append.ts';
import { type FoundLink, findApprovalLink } from './approval-link.ts';
import type { ApprovalLink, GateChains, Operational } from './ports.ts';
import { recordView, type ViewingPorts } from './record-view.ts';
import { type ViewPorts, viewRequest } from './view-request.ts';
import type { LinkView, RequestView } from './views.ts';

export interface LinkPorts extends ViewPorts, ViewingPorts, Pick<LedgerPorts, 'ledger' | 'pause'> {
  readonly operational: Pick<Operational, 'findLink'>;
  readonly chains: GateChains;
}

/** Shows what a link leads to. That somebody looked is kept beside; a look of the page's own, without a visitor, is not. */
export async function viewLink(ports: LinkPorts, linkSecret: string, visitor?: Visitor): Promise<LinkView> {
  const answerAt = earliestRefusal(ports);
  const found = await findApprovalLink(ports, linkSecret);
  const opening = found.kind === 'known' ? openKnown(ports, found.link) : undefined;
  const [opened] = await Promise.all([opening, keepVisit(ports, found, visitor)]);
  if (opened !== undefined) return { kind: 'request', request: opened };
  await answerAt();
  return { kind: 'unknown' };
}

async function keepVisit(ports: ViewingPorts, found: FoundLink, visitor: Visitor | undefined): Promise<void> {
  if (found.kind !== 'unknown' && visitor !== undefined) await recordView(ports, found, visitor);
}

async function openKnown(
  ports: Pick<LinkPorts, 'ledger' | keyof ViewPorts>,
  link: ApprovalLink,
): Promise<RequestView | undefined> {
  const run = await loadRun(ports, link.runId);
  return run === undefined ? undefined : viewRequest(ports, run, link);
}

// Longer than a wrong secret takes to be found wrong and to be kept as evidence, so that how long an answer takes does not
// say whether there is such a locator; short enough that a flood of guesses cannot hold every function that approvers need.
const refusalMs = 100;

/** Waits, from when it is made, until whoever has no good link may be told so. It slows guessing and locks nobody out. */
export function earliestRefusal({ clock, pause }: Pick<LinkPorts, 'clock' | 'pause'>): () => Promise<void> {
  const began = clock();
  return () => pause(Math.max(0, began + refusalMs - clock()));
}
