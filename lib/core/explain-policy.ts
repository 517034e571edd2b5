import { conditionWords, unitWords } from './condition-words.ts';
import { spellDuration } from './duration.ts';
import { asksOf, type GateFile, type ToolRule } from './gate-file.ts';
import { requestApproval } from './request-approval.ts';
import type { Anchor, AskRule, Executor, Rule, RuleWhen } from './rules.ts';

/** What may happen with the calls of one tool, a line each; no line depends on another tool's. */
export interface ExplainedTool {
  readonly tool: string;
  /** Who runs it, and what a call does to the world. */
  readonly is: string;
  /** What is refused before any rule is looked at, in the order of looking. */
  readonly refusedFirst: readonly string[];
  /** The rules in order, and what becomes of a call that none of them takes. */
  readonly rules: readonly string[];
}

/** Every tool of a gate file in plain words. */
export function explainPolicy(gate: GateFile): readonly ExplainedTool[] {
  return Object.entries(gate.tools).map(([name, tool]) => ({
    tool: name,
    is: `${effects[tool.effect]} ${runnerWords(name, tool)}`,
    refusedFirst: firstWords(tool),
    rules: [...tool.rules.map((rule) => ruleWords(gate, { tool, rule })), ...restWords(gate, tool)],
  }));
}

/** What becomes of a run itself where it cannot simply go on: at a cap, and after a turn in doubt. */
export function explainRun(gate: GateFile): readonly string[] {
  const { onCap, harness } = gate;
  const asking = (ask: AskRule, doing: string) => `${askWords(gate, ask, doing)}. Without that the run ends`;
  const atCap = onCap.kind === 'ask' ? asking(onCap, 'let it go on') : 'the run ends';
  const inDoubt =
    harness.inDoubtAsk === undefined ? doubtWords[harness.inDoubt] : asking(harness.inDoubtAsk, 'let it begin again');
  return [`at a cap: ${atCap}`, `after a turn of which nobody knows whether it ran: ${inDoubt}`];
}

const doubtWords = {
  fail: 'the run fails',
  restart: 'a new session is told what was done so far',
  // Whom to ask always stands beside it.
  ask: 'the run fails',
} as const;

const effects = {
  read: 'Reads only.',
  write: 'Changes something that can be changed back.',
  irreversible: 'Changes something for good.',
} as const;

function runnerWords(name: string, { runBy, executor, question }: ToolRule): string {
  if (question) return 'A question to a person, whose own words are the result.';
  if (runBy === 'harness')
    return `The harness runs it: the agent asks with ${requestApproval}, and ${name} then passes once with exactly those arguments.`;
  return executor === undefined
    ? 'Nobody carries it out: the agent is told that it may go on.'
    : executorWords(executor);
}

function executorWords({ lambda, attempts, idempotent, actWithinSeconds, verifier }: Executor): string {
  const again = idempotent
    ? `at most ${attempts} times with the same key, also when nobody knows how the last time ended`
    : `at most ${attempts} times while it says retry, and never again when nobody knows how the last time ended`;
  const verified =
    verifier === undefined ? 'and nobody verifies it' : `and ${functionName(verifier.lambda)} verifies it`;
  return `The gate invokes ${functionName(lambda)}, not later than ${spellDuration(actWithinSeconds)} after the decision, ${again}; ${verified}.`;
}

function functionName(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1);
}

function firstWords(tool: ToolRule): readonly string[] {
  const { each, count, sums } = tool.limits;
  return [
    'what does not fit the inputSchema',
    ...(tool.requesterAssurance === 'iam' ? ['every call of a run whose requester AWS does not vouch for'] : []),
    ...tool.requires.map((needed) => `every call before ${needed} was called with success in the same run`),
    ...each.map((condition) => `unless ${conditionWords(condition)}`),
    ...(count === undefined ? [] : [`every call after the first ${count === 1 ? '' : `${count} `}of a run`]),
    ...sums.map((sum) => `what brings ${sum.at} of all calls of a run above ${sum.atMost}${unitWords(sum)}`),
    ...anchored(tool, 'refuse').map((at) => `unless ${at} stands in the words of whoever asked`),
    'what a person rejected or sent back before in the same run',
  ];
}

function anchored({ anchors }: ToolRule, notFound: Anchor['notFound']): readonly string[] {
  return anchors.filter((anchor) => anchor.notFound === notFound).map(({ at }) => at);
}

function ruleWords(
  gate: GateFile,
  { tool, rule: { name, when, rule } }: { readonly tool: ToolRule; readonly rule: RuleWhen },
): string {
  const condition = when === undefined ? 'always' : `if ${conditionWords(when)}`;
  return `${name}: ${condition}: ${outcomeWords(gate, rule, tool.question ? 'answer' : 'approve')}`;
}

function outcomeWords(gate: GateFile, rule: Rule, doing?: string): string {
  if (rule.kind === 'ask') return askWords(gate, rule, doing);
  const because = rule.because === undefined ? '' : ` (${rule.because.replaceAll(/\s+/g, ' ').trim()})`;
  return `${rule.kind === 'allow' ? 'passes without a person' : 'is refused'}${because}`;
}

function askWords(gate: GateFile, rule: AskRule, doing = 'approve'): string {
  return [decidingWords(gate, rule, doing), ...meanwhileWords(gate, rule)].join('; ');
}

function namesOf({ approvers }: GateFile, ids: readonly string[]): readonly string[] {
  return ids.map((id) => (Object.hasOwn(approvers, id) ? (approvers[id]?.name ?? id) : id));
}

/** What happens until somebody decides, and who is left out. */
function meanwhileWords(gate: GateFile, rule: AskRule): readonly string[] {
  const { requesterMayApprove, notify, remindAfterSeconds, escalate } = rule;
  const told = notify === undefined ? [] : namesOf(gate, notify);
  return [
    ...(requesterMayApprove ? ['whoever asked for the run may decide as well, where they are named'] : []),
    ...(notify === undefined ? [] : [`mails go to ${told.length === 0 ? 'nobody' : told.join(', ')}`]),
    ...(remindAfterSeconds.length === 0
      ? []
      : [`whoever is silent is reminded after ${remindAfterSeconds.map(spellDuration).join(', ')}`]),
    ...(escalate === undefined
      ? []
      : [`after ${spellDuration(escalate.afterSeconds)} it asks ${namesOf(gate, escalate.to).join(', ')} as well`]),
  ];
}

function decidingWords(
  gate: GateFile,
  { approvers: ids, topic, quorum, veto, deadlineSeconds, assurance }: AskRule,
  doing: string,
): string {
  const people = namesOf(gate, ids);
  const readers = topic === undefined ? [] : [`whoever reads the topic ${topic}`];
  const asked = [...people, ...readers];
  const within = `within ${spellDuration(deadlineSeconds)}${assuranceWords[assurance]}`;
  if (asked.length === 1) return `asks ${asked[0]}, who must ${doing} ${within}`;
  const must = quorum === 1 ? 'one of them' : quorum === 'all' ? 'all of them' : `${quorum} of them`;
  const no = veto ? 'and one no decides' : 'and it is rejected when too few are left who could say yes';
  return `asks ${asked.join(', ')}; ${must} must ${doing} ${within}, ${no}`;
}

const assuranceWords: Readonly<Record<AskRule['assurance'], string>> = {
  link: '',
  code: ', with a code from their mailbox',
  iam: ', by a signed request',
};

function timesWords(times: number): string {
  return times === 1 ? 'once' : `at most ${times} times`;
}

function restWords(gate: GateFile, tool: ToolRule): readonly string[] {
  const conditions = tool.rules.flatMap(({ when }) => (when === undefined ? [] : [when]));
  const shown = anchored(tool, 'show');
  const failing = tool.ifConditionFails === undefined ? 'is refused' : outcomeWords(gate, tool.ifConditionFails);
  const asks = asksOf(tool).length > 0 && tool.question !== true && tool.maxRevisions > 0;
  return [
    ...(conditions.length === tool.rules.length ? ['otherwise: is refused'] : []),
    ...(conditions.length === 0
      ? []
      : [`where a condition cannot be decided, by a missing place or another type or unit: ${failing}`]),
    ...(asks ? [`people may send calls back with instructions ${timesWords(tool.maxRevisions)} in one run`] : []),
    ...(shown.length === 0 ? [] : [`marked as not in the request where it does not stand there: ${shown.join(', ')}`]),
  ];
}
