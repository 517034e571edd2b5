import type { VerdictKind } from '../core/approval-entries.ts';
import { isVeto } from '../core/quorum.ts';
import type { CallView, RequestView } from '../gate/views.ts';
import { shownLine } from './shown-text.ts';

/** A link that was found to lead to its request. */
export interface OpenedLink {
  readonly request: RequestView;
  readonly linkSecret: string;
  /** Milliseconds since 1970, for the nonces. */
  readonly now: number;
}

/** The name under which the link's holder answers, as plain text. */
export function approverName(request: RequestView): string {
  return shownLine(request.approver.name);
}

/** Where the request is shown again; it only ever shows. */
export function linkPath(linkSecret: string): string {
  return `/a/${encodeURIComponent(linkSecret)}`;
}

/** Where the second step of an answer is shown: an address of its own, so that going back in a browser finds it again. */
export function confirmPath(
  linkSecret: string,
  answer: { readonly toolUseId: string; readonly verdict: VerdictKind },
): string {
  const { toolUseId, verdict } = answer;
  return `${linkPath(linkSecret)}?${verdict}=${encodeURIComponent(toolUseId)}`;
}

/** What cannot be seen cannot be approved; it can be rejected. What needs a signature is not answered here at all. */
function canBeApproved(call: CallView): boolean {
  return call.input !== undefined && call.answerBy !== 'iam';
}

/** What can be answered here: what cannot be seen can still be turned down. */
export function canBeAnswered(call: CallView, verdict: VerdictKind): boolean {
  const offered: readonly VerdictKind[] = call.question?.choices ?? call.offers;
  return offered.includes(verdict) && (isVeto(verdict) ? call.answerBy !== 'iam' : canBeApproved(call));
}
