import type { ToolUseId } from '../core/ids.ts';
import type { Problem } from '../core/problem.ts';
import { decidersOf } from '../core/quorum.ts';
import { askedOf, isQuestion } from '../core/run.ts';
import { type LedgerPorts, loadRun } from './append.ts';
import { findApprovalLink } from './approval-link.ts';
import { judgeEdit } from './edit-call.ts';
import type { JudgePorts } from './judge-calls.ts';
import { assuranceOf } from './judge-verdict.ts';
import type { Operational } from './ports.ts';
import { whoOf } from './record-verdict.ts';

export interface TryEditPorts extends JudgePorts, Pick<LedgerPorts, 'ledger'> {
  readonly operational: Pick<Operational, 'findLink'>;
}

export interface TriedEdit {
  readonly linkSecret: string;
  readonly toolUseId: ToolUseId;
  /** The whole input as one JSON text. */
  readonly edited: string;
}

/**
 * Why the rules would refuse an edit now; nothing where they would not, and nothing to whoever could not make it. It records nothing and
 * decides nothing: a person learns it before they confirm, and before a code is mailed for it.
 */
export async function tryEdit(
  ports: TryEditPorts,
  { linkSecret, toolUseId, edited }: TriedEdit,
): Promise<readonly Problem[]> {
  const found = await findApprovalLink(ports, linkSecret);
  const run = found.kind === 'known' ? await loadRun(ports, found.link.runId) : undefined;
  if (found.kind !== 'known' || run === undefined) return [];
  const { link } = found;
  const call = askedOf(run, { requestId: link.requestId, toolUseId });
  if (call === undefined || isQuestion(call) || call.closed !== undefined) return [];
  // What the rules say of a call is for those alone who decide on it, and not for everybody whom its request asks.
  if (!decidersOf(call).includes(link.approverId)) return [];
  // Whoever is asked for a code gives it before anything counts.
  const kind = call.requested?.assurance === 'code' ? 'code' : 'link';
  const assurance = assuranceOf({ ...whoOf(link), by: { kind, linkHash: link.linkHash } });
  const judged = await judgeEdit(ports, run, { call, who: { ...whoOf(link), assurance }, text: edited });
  return judged.kind === 'refused' ? judged.problems : [];
}
