import type { Run } from '../core/run.ts';
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

/** A link that leads somewhere, with what it leads to. */
export interface OpenedLink {
  readonly link: ApprovalLink;
  readonly run: Run;
  readonly request: RequestView;
}

/** Reads what a link leads to and changes nothing. */
export async function openLink(
  ports: Pick<LinkPorts, 'ledger' | 'operational' | keyof ViewPorts>,
  linkSecret: string,
): Promise<OpenedLink | undefined> {
  const found = await findApprovalLink(ports, linkSecret);
  return found.kind === 'known' ? openKnown(ports, found.link) : undefined;
}

/** Shows what a link leads to. That somebody looked is kept beside; a look of the page's own, without a visitor, is not. */
export async function viewLink(ports: LinkPorts, linkSecret: string, visitor?: Visitor): Promise<LinkView> {
  const answerAt = earliestRefusal(ports);
  const found = await findApprovalLink(ports, linkSecret);
  const opening = found.kind === 'known' ? openKnown(ports, found.link) : undefined;
  const [opened] = await Promise.all([opening, keepVisit(ports, found, visitor)]);
  if (opened !== undefined) return { kind: 'request', request: opened.request };
  await answerAt();
  return { kind: 'unknown' };
}

async function keepVisit(ports: ViewingPorts, found: FoundLink, visitor: Visitor | undefined): Promise<void> {
  if (found.kind !== 'unknown' && visitor !== undefined) await recordView(ports, found, visitor);
}

async function openKnown(
  ports: Pick<LinkPorts, 'ledger' | keyof ViewPorts>,
  link: ApprovalLink,
): Promise<OpenedLink | undefined> {
  const run = await loadRun(ports, link.runId);
  if (run === undefined) return undefined;
  const request = await viewRequest(ports, run, link);
  return request === undefined ? undefined : { link, run, request };
}

// Longer than a wrong secret takes to be found wrong and to be kept as evidence, so that how long an answer takes does not
// say whether there is such a locator; short enough that a flood of guesses cannot hold every function that approvers need.
const refusalMs = 100;

/** Waits, from when it is made, until whoever has no good link may be told so. It slows guessing and locks nobody out. */
export function earliestRefusal({ clock, pause }: Pick<LinkPorts, 'clock' | 'pause'>): () => Promise<void> {
  const began = clock();
  return () => pause(Math.max(0, began + refusalMs - clock()));
}
