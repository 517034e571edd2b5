import { type DecidePorts, decideVerdict, type Verdict } from './decide-verdict.ts';
import { type LinkPorts, openLink } from './open-link.ts';
import type { Operational } from './ports.ts';
import type { VerdictAnswer } from './views.ts';

export interface VerdictPorts extends LinkPorts, Omit<DecidePorts, 'operational'> {
  readonly operational: Pick<Operational, 'findLink' | 'newestTaskToken'>;
}

/** One verdict as an approver sent it with a link. */
export interface VerdictCommand extends Verdict {
  readonly linkSecret: string;
}

/** The page's door: whoever has the link answers in the name that it was made for. */
export async function recordVerdict(ports: VerdictPorts, command: VerdictCommand): Promise<VerdictAnswer> {
  const { linkSecret, ...verdict } = command;
  const opened = await openLink(ports, linkSecret);
  if (opened === undefined) return { kind: 'unknown-link' };
  if (!opened.request.calls.some((call) => call.toolUseId === verdict.toolUseId)) {
    return { kind: 'unknown-call', request: opened.request };
  }
  const { runId, requestId, approverId, linkHash } = opened.link;
  const who = { runId, requestId, approverId, by: { kind: 'link', linkHash } } as const;
  return decideVerdict(ports, who, verdict);
}
