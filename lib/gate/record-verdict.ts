import { digestOf } from '../core/digest.ts';
import type { Assurance, Entry, Sealed, VerdictKind, VerdictSetAside } from '../core/entries.ts';
import { CountersignError } from '../core/errors.ts';
import type { RunId, ToolUseId, VerdictId } from '../core/ids.ts';
import { type CallState, callOf, type Run } from '../core/run.ts';
import { decideAndAppend, type LedgerPorts, loadRun } from './append.ts';
import { type LinkPorts, openLink } from './open-link.ts';
import type { ApprovalLink, Callback } from './ports.ts';
import { sealText } from './seal.ts';
import { viewRequest } from './view-request.ts';
import type { VerdictAnswer } from './views.ts';
import { wakeRun } from './wake-run.ts';

export interface VerdictPorts extends LinkPorts, LedgerPorts {
  readonly callback: Callback;
}

/** One verdict as an approver sent it. */
export interface VerdictCommand {
  readonly linkSecret: string;
  readonly toolUseId: ToolUseId;
  readonly verdict: VerdictKind;
  readonly comment: string | undefined;
}

/**
 * Records a verdict, or says why it counts for nothing. The first valid one wins by one conditional put; then the run is
 * woken. Every entry point for verdicts comes through here.
 */
export async function recordVerdict(ports: VerdictPorts, command: VerdictCommand): Promise<VerdictAnswer> {
  const opened = await openLink(ports, command.linkSecret);
  if (opened === undefined) return { kind: 'unknown-link' };
  const { link } = opened;
  if (!opened.request.calls.some((call) => call.toolUseId === command.toolUseId)) {
    return { kind: 'unknown-call', request: opened.request };
  }
  let comment: Sealed | undefined;
  let found: Judged = { kind: 'unknown' };
  await decideAndAppend(ports, link.runId, async (run, now) => {
    const call =
      run === undefined ? undefined : callOf(run, { requestId: link.requestId, toolUseId: command.toolUseId });
    if (run === undefined || call === undefined) return undefined;
    found = judgeVerdict(run, call, { link, command, now });
    if (found.kind !== 'recorded') return found.evidence === undefined ? undefined : [found.evidence];
    if (command.comment !== undefined && command.comment !== '')
      comment ??= await sealText(ports, run.id, command.comment);
    return verdictEntries(run, call, { link, command, comment, verdictId: ports.randomness.id() as VerdictId });
  });
  await wakeIfDecided(ports, link);
  return answer(ports, link, { command, found });
}

type Judged =
  | { readonly kind: 'unknown' | 'recorded' | 'repeated'; readonly evidence?: undefined }
  | { readonly kind: 'decided-already' | 'too-late'; readonly evidence: VerdictSetAside | undefined };

interface Sent {
  readonly link: ApprovalLink;
  readonly command: VerdictCommand;
}

function judgeVerdict(run: Run, call: CallState, { link, command, now }: Sent & { readonly now: number }): Judged {
  const own = call.verdicts.find((verdict) => verdict.approverId === link.approverId);
  if (own !== undefined && own.verdict === command.verdict) return { kind: 'repeated' };
  if (call.closed !== undefined && call.closed.verdicts.length > 0) {
    return { kind: 'decided-already', evidence: setAside(run, { link, command, why: 'decided-already' }) };
  }
  const isDue = call.requested === undefined || Date.parse(call.requested.deadline) <= now;
  if (call.closed !== undefined || isDue || run.finished !== undefined) {
    return { kind: 'too-late', evidence: setAside(run, { link, command, why: 'too-late' }) };
  }
  return { kind: 'recorded' };
}

// Kept as evidence once per approver, call and verdict: clicking a hundred times does not grow the chain.
function setAside(
  run: Run,
  { link, command, why }: Sent & { readonly why: VerdictSetAside['why'] },
): VerdictSetAside | undefined {
  const { requestId, approverId, linkHash } = link;
  const { toolUseId, verdict } = command;
  const known = run.setAside.some(
    (kept) =>
      kept.requestId === requestId &&
      kept.toolUseId === toolUseId &&
      kept.approverId === approverId &&
      kept.verdict === verdict,
  );
  return known ? undefined : { type: 'verdict.set-aside', requestId, toolUseId, approverId, verdict, why, linkHash };
}

interface Recording extends Sent {
  readonly comment: Sealed | undefined;
  readonly verdictId: VerdictId;
}

function verdictEntries(run: Run, call: CallState, { link, command, comment, verdictId }: Recording): readonly Entry[] {
  const digest = call.policy === undefined ? undefined : digestOf(run, call, call.policy.policyVersion);
  if (digest === undefined || digest !== call.requested?.digest) {
    throw new CountersignError(
      'tampered',
      `The call ${call.toolUseId} of ${run.id} is not the one that was asked about: its digest differs.`,
    );
  }
  const { requestId, approverId, linkHash } = link;
  const { toolUseId, verdict } = command;
  const outcome = verdict === 'approve' ? 'approved' : 'rejected';
  return [
    {
      type: 'verdict.recorded',
      verdictId,
      requestId,
      toolUseId,
      approverId,
      assurance: assuranceOf(link),
      verdict,
      digest,
      linkHash,
      ...(comment === undefined ? {} : { comment }),
    },
    { type: 'approval.closed', requestId, toolUseId, outcome, verdicts: [verdictId] },
  ];
}

/** Whoever reads a topic has its link: that is less than a link in a mailbox of one's own. */
function assuranceOf(link: ApprovalLink): Assurance {
  return link.approverId.startsWith('topic:') ? 'topic' : 'link';
}

/** Also after a repeated click: the first one may have been recorded and its wake-up lost. */
async function wakeIfDecided(
  ports: VerdictPorts,
  { runId, requestId }: { readonly runId: RunId; readonly requestId: ApprovalLink['requestId'] },
): Promise<void> {
  const run = await loadRun(ports, runId);
  const calls = run?.calls.filter((call) => call.requestId === requestId) ?? [];
  const isWaiting = run?.finished === undefined && calls.some((call) => !call.delivered);
  if (isWaiting && calls.every((call) => call.closed !== undefined)) await wakeRun(ports, { runId, requestId });
}

async function answer(
  ports: VerdictPorts,
  link: ApprovalLink,
  { command, found }: { readonly command: VerdictCommand; readonly found: Judged },
): Promise<VerdictAnswer> {
  const run = await loadRun(ports, link.runId);
  const request = run === undefined ? undefined : await viewRequest(ports, run, link);
  const call = request?.calls.find(({ toolUseId }) => toolUseId === command.toolUseId);
  if (request === undefined) return { kind: 'unknown-link' };
  if (call === undefined || found.kind === 'unknown') return { kind: 'unknown-call', request };
  return { kind: found.kind, request, call, verdict: command.verdict };
}
