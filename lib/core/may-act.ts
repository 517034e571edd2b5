import { canonicalJson, type Json } from './canonical-json.ts';
import { decideCondition, type Facts } from './conditions.ts';
import { digestOf } from './digest.ts';
import { type GateFile, ruleNamed, toolOf } from './gate-file.ts';
import { sha256Hex } from './hashes.ts';
import { misfits } from './json-schema.ts';
import type { AskRule, Executor } from './rules.ts';
import { type CallState, passes, type Run } from './run.ts';

/** Why the act function does not carry a call out. */
export type Prevention = 'stopped' | 'not-approved' | 'digest' | 'too-late';

/** What the act function looks at by itself, whatever was decided before. */
export interface ActFacts {
  /** That judged the call. */
  readonly gate: GateFile;
  readonly executor: Executor;
  readonly input: Json;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * The last wall: whether a call may be carried out at this instant, in milliseconds. It believes neither the decision nor the
 * outcome that the ledger names: the rule must be one that says so of this input, the approvals must be of people whom that rule
 * asks, and all of it must be about the very call that is stored.
 */
export function preventionOf(run: Run, call: CallState, { now, ...facts }: ActFacts & { readonly now: number }) {
  if (run.stopRequested !== undefined) return 'stopped';
  if (!passes(call) || call.policy?.carriedOutBy !== 'gate') return 'not-approved';
  if (call.requested !== undefined && call.requested.digest !== actionDigest(run, call)) return 'digest';
  if (!isCovered(run, call, facts)) return 'not-approved';
  const decidedAt = call.closed?.at ?? call.judgedAt;
  const isLate = decidedAt === undefined || now > Date.parse(decidedAt) + facts.executor.actWithinSeconds * 1000;
  return isLate ? 'too-late' : undefined;
}

/** The digest of a call that is carried out, made from what is stored. */
export function actionDigest(run: Run, call: CallState): string {
  return digestOf(run, call, call.policy?.policyVersion ?? '');
}

/** One key per call, whatever is repeated: 64 hex digits. */
export function idempotencyKeyOf(run: Run, call: CallState): string {
  const { epoch, toolUseId } = call;
  return sha256Hex(canonicalJson({ run: run.id, epoch, toolUseId, digest: actionDigest(run, call) }));
}

function isCovered(run: Run, call: CallState, { gate, input, labels }: ActFacts): boolean {
  const tool = toolOf(gate, call.name);
  if (tool?.executor === undefined || misfits(tool.inputSchema, input).length > 0) return false;
  if (tool.requesterAssurance === 'iam' && run.started.requesterAssurance !== 'iam') return false;
  const named = call.policy?.rule ?? '';
  const rule = ruleNamed(gate, { tool: call.name, name: named });
  if (rule?.kind === 'ask') return isApprovedBy(rule, call);
  if (rule?.kind !== 'allow' || call.policy?.decision !== 'allow') return false;
  const when = tool.rules.find(({ name }) => named === `tools.${call.name}.${name}`)?.when;
  const facts: Facts = { input, labels, units: tool.units };
  return when === undefined || decideCondition(when, facts).kind === 'holds';
}

function isApprovedBy(rule: AskRule, call: CallState): boolean {
  const mayAnswer = new Set<string>([...rule.approvers, ...(rule.topic === undefined ? [] : [`topic:${rule.topic}`])]);
  const approvals = call.verdicts.filter(
    ({ verdictId, verdict, approverId, digest, assurance }) =>
      call.closed?.verdicts.includes(verdictId) &&
      verdict === 'approve' &&
      mayAnswer.has(approverId) &&
      digest === call.requested?.digest &&
      (rule.assurance !== 'iam' || assurance === 'iam'),
  );
  return new Set(approvals.map(({ approverId }) => approverId)).size >= rule.quorum;
}
