import type { Run } from '../core/run.ts';
import { loadRun } from './append.ts';
import { findApprovalLink } from './approval-link.ts';
import type { ApprovalLink, Ledger, Operational } from './ports.ts';
import { type ViewPorts, viewRequest } from './view-request.ts';
import type { LinkView, RequestView } from './views.ts';

export interface LinkPorts extends ViewPorts {
  readonly ledger: Ledger;
  readonly operational: Pick<Operational, 'findLink'>;
}

/** A link that leads somewhere, with what it leads to. */
export interface OpenedLink {
  readonly link: ApprovalLink;
  readonly run: Run;
  readonly request: RequestView;
}

/** Reads what a link leads to and changes nothing. */
export async function openLink(ports: LinkPorts, linkSecret: string): Promise<OpenedLink | undefined> {
  const found = await findApprovalLink(ports, linkSecret);
  if (found.kind !== 'known') return undefined;
  const { link } = found;
  const run = await loadRun(ports, link.runId);
  if (run === undefined) return undefined;
  const request = await viewRequest(ports, run, link);
  return request === undefined ? undefined : { link, run, request };
}

export async function viewLink(ports: LinkPorts, linkSecret: string): Promise<LinkView> {
  const opened = await openLink(ports, linkSecret);
  return opened === undefined ? { kind: 'unknown' } : { kind: 'request', request: opened.request };
}
