import { isAnchored } from './anchors.ts';
import type { Assurance, PolicyApplied, PolicyDecision } from './approval-entries.ts';
import { canBeDecided, decidersByRule, type Requesters } from './asked-by-rule.ts';
import type { Json } from './canonical-json.ts';
import { decideCondition, type Facts } from './conditions.ts';
import { type GateFile, type ToolRule, toolOf } from './gate-file.ts';
import type { JsonProblem } from './json-cursor.ts';
import { misfits } from './json-schema.ts';
import { excessOf } from './limits.ts';
import type { JsonPlace, Problem, ProblemOf } from './problem.ts';
import type { AskRule, Rule } from './rules.ts';
import type { Misuse } from './wrapped-call.ts';

/** A call as the policy sees it: what it says, or that it could not be read. */
export interface JudgedCall {
  readonly tool: string;
  readonly input:
    | { readonly kind: 'ok'; readonly value: Json }
    | { readonly kind: 'refused'; readonly place?: JsonPlace; readonly why?: JsonProblem }
    /** Not the way in which that tool is called. */
    | { readonly kind: 'misused'; readonly problem: Misuse };
  readonly fingerprint: string;
}

/** What a call is judged beside: who asked and in which words, and what this run did before. */
export interface Around {
  readonly prompt: string;
  /** What people wrote in this run when they sent calls back or answered questions: as good as the prompt for anchors. */
  readonly words: readonly string[];
  readonly requesters: Requesters;
  readonly requesterAssurance: Assurance;
  readonly labels: Readonly<Record<string, string>>;
  /** The calls of this run that were judged `ask` before: `inTurn` of this turn, `inRun` of all. */
  readonly asked: { readonly inTurn: number; readonly inRun: number };
  readonly earlier: readonly EarlierCall[];
  /** How often the very same call was made since anybody last decided anything, in this batch too. */
  readonly identical: number;
  /** Where a person turned the very same call down before, and how. */
  readonly turnedDown?: TurnedDown | undefined;
}

/** A no to the very same call. */
export type TurnedDown = Omit<ProblemOf<'turned-down'>, 'kind'>;

/** A call of this run that was judged before. */
export interface EarlierCall {
  readonly tool: string;
  /** Absent where nothing that is judged needs it, or it was erased. */
  readonly input?: Json;
  /** Waits for people, passed or was carried out: it counts for sums and counts. */
  readonly counts: boolean;
  /** Passed and, where the gate acts, was done and not refuted; where the harness acts, ran without an error. */
  readonly succeeded: boolean;
}

export interface Judgement {
  readonly decision: PolicyDecision;
  /** The rule's place in the gate file, or one of the gate's own. */
  readonly rule: string;
  /** What the rules say about it, for the model and the approver; none of it is another person's words. */
  readonly problems: readonly Problem[];
  readonly carriedOutBy?: NonNullable<PolicyApplied['carriedOutBy']>;
  /** JSON pointers of arguments that are not in the requester's words, where the file wants that shown. */
  readonly notInRequest?: readonly string[];
}

/** The gate's own rules, which no gate file can lift. */
export const ownRules = {
  unnamedTool: 'gate.unnamed-tool',
  unreadableInput: 'gate.unreadable-input',
  notThisWay: 'gate.not-this-way',
  rejectedBefore: 'gate.rejected-before',
  sentBackBefore: 'gate.sent-back-before',
  thirdIdentical: 'gate.third-identical',
  tooManyAtOnce: 'gate.too-many-at-once',
} as const;

// A page with more calls than this is not read by anybody, and a request must fit into one commit.
export const asksPerTurn = 32;

/**
 * What may happen with a call. Nothing falls through to `allow`: every check before the rules can only refuse, and where no rule
 * holds, or none can be decided, the call is refused as well.
 */
export function judge(
  gate: GateFile,
  { call, around }: { readonly call: JudgedCall; readonly around: Around },
): Judgement {
  const again = madeAgain(around);
  if (again !== undefined) return again;
  if (call.input.kind === 'misused') return refuse(ownRules.notThisWay, call.input.problem);
  const tool = toolOf(gate, call.tool);
  if (tool === undefined)
    return refuse(ownRules.unnamedTool, {
      kind: 'unnamed-tool',
      tool: call.tool,
      named: Object.keys(gate.tools),
    });
  if (call.input.kind === 'refused') return refuse(ownRules.unreadableInput, { ...call.input, kind: 'unreadable' });
  const facts: Facts = { input: call.input.value, labels: around.labels, units: tool.units };
  return (
    unfit(tool, { name: call.tool, facts, around }) ??
    unready(tool, { name: call.tool, around }) ??
    beyond(tool, { name: call.tool, facts, around }) ??
    notTheirWords(tool, { name: call.tool, facts, around }) ??
    turnedDownBefore(around) ??
    byRules(gate, tool, { name: call.tool, facts, around })
  );
}

interface Judging {
  readonly name: string;
  readonly facts: Facts;
  readonly around: Around;
}

/** Also where it was refused each time: whoever does not listen twice does not listen. */
function madeAgain({ identical }: Around): Judgement | undefined {
  if (identical < 2) return undefined;
  return refuse(ownRules.thirdIdentical, { kind: 'third-identical' });
}

function unfit(tool: ToolRule, { name, facts, around }: Judging): Judgement | undefined {
  const places = misfits(tool.inputSchema, facts.input);
  if (places.length > 0) {
    const problems = places.map(({ path: at, why }) => ({ kind: 'misfit', at, why }) as const);
    return refuse(`tools.${name}.inputSchema`, ...problems);
  }
  // Who asks is as much a part of what is judged as what is asked for.
  if (tool.requesterAssurance !== 'iam' || around.requesterAssurance === 'iam') return undefined;
  return refuse(`tools.${name}.requesterAssurance`, { kind: 'requester-claimed' });
}

function unready(tool: ToolRule, { name, around }: Omit<Judging, 'facts'>): Judgement | undefined {
  const missing = tool.requires.find(
    (needed) => !around.earlier.some((earlier) => earlier.tool === needed && earlier.succeeded),
  );
  if (missing === undefined) return undefined;
  return refuse(`tools.${name}.requires`, { kind: 'needs-before', needed: missing, tool: name });
}

function beyond(tool: ToolRule, { name, facts, around }: Judging): Judgement | undefined {
  const inputs = around.earlier
    .filter((earlier) => earlier.tool === name && earlier.counts)
    .map(({ input }) => input ?? null);
  const excess = excessOf(tool.limits, facts, inputs);
  return excess === undefined
    ? undefined
    : refuse(`tools.${name}.${excess.limit}`, { kind: 'beyond', why: excess.why });
}

function notTheirWords(tool: ToolRule, { name, facts, around }: Judging): Judgement | undefined {
  const index = tool.anchors.findIndex(
    ({ at, notFound }) => notFound === 'refuse' && !isAnchored(textsOf(around), facts.input, at),
  );
  const anchor = tool.anchors[index];
  if (anchor === undefined) return undefined;
  return refuse(`tools.${name}.anchors[${index}]`, { kind: 'not-their-words', at: anchor.at });
}

function textsOf({ prompt, words }: Around): readonly string[] {
  return [prompt, ...words];
}

function turnedDownBefore({ turnedDown }: Around): Judgement | undefined {
  if (turnedDown === undefined) return undefined;
  const rule = turnedDown.outcome === 'rejected' ? ownRules.rejectedBefore : ownRules.sentBackBefore;
  return refuse(rule, { kind: 'turned-down', ...turnedDown });
}

function byRules(gate: GateFile, tool: ToolRule, judging: Judging): Judgement {
  const { name, facts } = judging;
  for (const { name: place, when, rule } of tool.rules) {
    const truth = when === undefined ? ({ kind: 'holds' } as const) : decideCondition(when, facts);
    if (truth.kind === 'holds') return byRule(gate, tool, { ...judging, rule, named: `tools.${name}.${place}` });
    if (truth.kind === 'not') continue;
    const why = { kind: 'undecidable', why: truth.why } as const;
    if (tool.ifConditionFails === undefined) return refuse(`tools.${name}.${place}.when`, why);
    const named = `tools.${name}.ifConditionFails`;
    const judgement = byRule(gate, tool, { ...judging, rule: tool.ifConditionFails, named });
    return { ...judgement, problems: [why, ...judgement.problems] };
  }
  return refuse(`tools.${name}.rules`, { kind: 'no-rule-holds' });
}

function byRule(
  gate: GateFile,
  tool: ToolRule,
  { rule, named, facts, around }: Judging & { readonly rule: Rule; readonly named: string },
): Judgement {
  if (rule.kind === 'refuse') return refuse(named);
  if (rule.kind === 'ask') {
    if (!canBeDecided(rule, around.requesters))
      return refuse(`${named}.approvers`, tooFewLeft(rule, around.requesters));
    const { inTurn, inRun } = around.asked;
    if (inTurn >= asksPerTurn) return refuse(ownRules.tooManyAtOnce, { kind: 'too-many-at-once' });
    if (inRun >= gate.caps.approvals) return refuse('caps.approvals', { kind: 'approvals-used-up' });
  }
  const notInRequest = tool.anchors.map(({ at }) => at).filter((at) => !isAnchored(textsOf(around), facts.input, at));
  return {
    decision: rule.kind,
    rule: named,
    problems: [],
    ...carriedOutBy(tool),
    ...(notInRequest.length === 0 ? {} : { notInRequest }),
  };
}

/** Asked all the same, nobody could answer before the deadline came. */
function tooFewLeft(rule: AskRule, requesters: Requesters): Problem {
  if (requesters === 'unknown') return { kind: 'requester-erased' };
  const left = decidersByRule(rule, requesters).length;
  const needed = rule.quorum === 'all' ? 1 : rule.quorum;
  return { kind: 'too-few-deciders', needed, left };
}

function carriedOutBy({ runBy, executor }: ToolRule): Pick<Judgement, 'carriedOutBy'> {
  if (runBy === 'harness') return { carriedOutBy: 'harness' };
  return executor === undefined ? {} : { carriedOutBy: 'gate' };
}

function refuse(rule: string, ...problems: readonly Problem[]): Judgement {
  return { decision: 'refuse', rule, problems };
}
