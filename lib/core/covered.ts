import { addedByRule, decidersByRule } from './asked-by-rule.ts';
import { isSureEnough } from './assurance.ts';
import type { Json } from './canonical-json.ts';
import { decideCondition, type Facts } from './conditions.ts';
import { digestOf } from './digest.ts';
import { type GateFile, ruleNamed, type ToolRule, toolOf } from './gate-file.ts';
import { misfits } from './json-schema.ts';
import { excessOf } from './limits.ts';
import { isApproving, peopleIn } from './quorum.ts';
import type { AskRule } from './rules.ts';
import type { CallState, Run } from './run.ts';

/** What is looked at again before anything is done, whatever was decided before. */
export interface CoverFacts {
  /** That judged the call. */
  readonly gate: GateFile;
  /** Of what the call is about, and what it says. */
  readonly tool: string;
  readonly input: Json;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Whether the gate file itself lets a call pass. It believes neither the decision nor the outcome that the ledger names: the rule
 * must be the one that decides this very input, and the approvals must be of people whom that rule asks.
 */
export function isCovered(run: Run, call: CallState, { gate, tool: name, input, labels }: CoverFacts): boolean {
  const tool = toolOf(gate, name);
  if (tool === undefined || misfits(tool.inputSchema, input).length > 0) return false;
  if (tool.requesterAssurance === 'iam' && run.started.requesterAssurance !== 'iam') return false;
  const facts: Facts = { input, labels, units: tool.units };
  // Of this call alone: what was made before it can only have left less room.
  if (excessOf(tool.limits, facts, []) !== undefined) return false;
  const deciding = decidingRule(tool, facts);
  const named = `tools.${name}.${deciding}`;
  if (deciding === undefined || call.policy?.rule !== named) return false;
  if (!isEditedByApprovers(call, { gate, tool: name })) return false;
  const rule = ruleNamed(gate, { tool: name, name: named });
  if (rule?.kind === 'ask') return isApprovedBy(rule, call);
  return rule?.kind === 'allow' && call.policy.decision === 'allow';
}

/**
 * Whether each edit of a call is of somebody whom the rule of the call before asks, and who said so as surely as it wants. Whatever
 * an edit made is held to its own rule besides.
 */
function isEditedByApprovers(
  call: CallState,
  { gate, tool }: { readonly gate: GateFile; readonly tool: string },
): boolean {
  const { edits = [], original, verdicts, superseded = [] } = call;
  return edits.every(({ approverId, requested }, index) => {
    const before = edits[index - 1] ?? original;
    const rule = ruleNamed(gate, { tool, name: before?.policy.rule ?? '' });
    if (before === undefined || rule?.kind !== 'ask') return false;
    const requesters = before.requested.requesters ?? [];
    if (![...decidersByRule(rule, requesters), ...addedByRule(rule, requesters)].includes(approverId)) return false;
    return [...superseded, ...verdicts].some(
      (one) =>
        one.verdict === 'edit' &&
        one.approverId === approverId &&
        one.digest === requested.digest &&
        isSureEnough({ needed: rule.assurance, given: one.assurance }),
    );
  });
}

/** The digest of a call that may pass, made from what is stored. */
export function actionDigest(run: Run, call: CallState): string {
  return digestOf(run, call, call.policy?.policyVersion ?? '');
}

/** Whether a person was asked about another call than the one that is stored. */
export function isExchanged(run: Run, call: CallState): boolean {
  return call.requested !== undefined && call.requested.digest !== actionDigest(run, call);
}

/** The first rule that does not clearly not hold; without one, or where it cannot be decided and nothing says what then, nothing decides. */
function decidingRule({ rules, ifConditionFails }: ToolRule, facts: Facts): string | undefined {
  for (const { name, when } of rules) {
    const truth = when === undefined ? 'holds' : decideCondition(when, facts).kind;
    if (truth === 'holds') return name;
    if (truth === 'failed') return ifConditionFails === undefined ? undefined : 'ifConditionFails';
  }
  return undefined;
}

// What a request says of itself is not believed: who may decide, how many and how sure, the rule says once more. Only who asked for
// the run, which the rules cannot know, is taken from it.
function isApprovedBy(rule: AskRule, call: CallState): boolean {
  const requesters = call.requested?.requesters ?? [];
  const asked = decidersByRule(rule, requesters);
  const added = addedByRule(rule, requesters).filter((id) => call.escalated?.includes(id));
  const mayAnswer = new Set([...asked, ...added]);
  const approvals = call.verdicts.filter(
    ({ verdictId, verdict, approverId, digest, assurance }) =>
      call.closed?.verdicts.includes(verdictId) &&
      isApproving(verdict) &&
      mayAnswer.has(approverId) &&
      digest === call.requested?.digest &&
      isSureEnough({ needed: rule.assurance, given: assurance }),
  );
  return peopleIn(approvals) >= (rule.quorum === 'all' ? Math.max(1, asked.length) : rule.quorum);
}
