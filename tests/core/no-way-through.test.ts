import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../../lib/core/canonical-json.ts';
import { toolOf } from '../../lib/core/gate-file.ts';
import { nextStep } from '../../lib/core/next-step.ts';
import type { AskRule, Condition, Rule } from '../../lib/core/rules.ts';
import { type CallState, needsAction, needsGrant, passes, type Run } from '../../lib/core/run.ts';
import { append, attempt, newWorld } from './hostile-history.ts';
import { cameToNothing, digestOfCall, inputOfCall, type World } from './hostile-world.ts';
import { diceOf, randomGate } from './random-policy.ts';

// Everything that lets a call through is said here once more and in other words: it asks nothing of the code that it is about.
const seed = Date.now() % 2 ** 31;
const policies = 10_000;

test(`in ${policies} random policies and histories nothing passes that no rule allows and too few approve (seed ${seed})`, () => {
  // Most moves are refused, and nobody reads where: writing the places down costs a fifth of the time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  console.info(`no-way-through: seed ${seed}`);
  const seen = { allowed: 0, approved: 0, acted: 0, granted: 0, refused: 0, rejected: 0, edited: 0, sentBack: 0 };
  fc.assert(
    fc.property(fc.noShrink(fc.integer()), (start) => {
      const dice = diceOf(start);
      const world = newWorld(randomGate(dice), dice);
      let run = append(world, []);
      for (let move = 0; run !== undefined && move < 14; move += 1) {
        const entries = attempt(world, run, dice);
        const next = entries === undefined ? undefined : append(world, entries);
        if (next === undefined) continue;
        run = next;
        check(world, run);
      }
      for (const call of run?.calls ?? []) count(call, seen);
    }),
    { numRuns: policies, seed },
  );
  // A generator that lets nothing through would prove nothing.
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(30);
}, 120_000);

function count(
  call: CallState,
  seen: Record<'allowed' | 'approved' | 'acted' | 'granted' | 'refused' | 'rejected' | 'edited' | 'sentBack', number>,
) {
  if (call.policy?.decision === 'allow') seen.allowed += 1;
  if (call.policy?.decision === 'refuse') seen.refused += 1;
  if (call.closed?.outcome === 'approved') seen.approved += 1;
  if (call.closed?.outcome === 'rejected') seen.rejected += 1;
  if (call.closed?.outcome === 'approved-with-edits') seen.edited += 1;
  if (call.closed?.outcome === 'sent-back') seen.sentBack += 1;
  if (call.action !== undefined) seen.acted += 1;
  if (call.grant !== undefined) seen.granted += 1;
}

function check(world: World, run: Run): void {
  for (const call of run.calls) {
    const goesOn = passes(call) || needsAction(call) || needsGrant(call) || call.action !== undefined;
    if (goesOn || call.grant !== undefined) must(mayPass(world, run, call), 'it may not pass', call);
    const tool = toolOf(world.gate, call.name);
    if (call.action !== undefined || needsAction(call))
      must(tool?.executor !== undefined, 'nothing carries it out', call);
    if (call.grant !== undefined || needsGrant(call)) must(tool?.runBy === 'harness', 'it needs no grant', call);
  }
  const step = nextStep(run, { caps: world.gate.caps, inDoubt: 'fail' }, world.now);
  if (step.kind === 'act' || step.kind === 'grant')
    for (const call of step.calls) must(mayPass(world, run, call), `the next step is to ${step.kind}`, call);
  for (const name of Object.keys(world.gate.tools)) checkSums(world, run, name);
}

function must(holds: boolean, why: string, call: CallState): void {
  if (!holds) throw new Error(`${why}: ${JSON.stringify(call)}`);
}

function checkSums(world: World, run: Run, name: string): void {
  const passed = run.calls.filter((call) => call.name === name && passes(call) && !cameToNothing(call));
  const total = passed.reduce((sum, call) => sum + Number(at(inputOfCall(world, call), '/n')), 0);
  const limits = toolOf(world.gate, name)?.limits;
  // Not by expect: asked so often, it would take longer than what it looks at.
  for (const { atMost } of limits?.sums ?? [])
    if (!(total <= atMost)) throw new Error(`${name} comes to ${total}, and may come to ${atMost}`);
  if (limits?.count !== undefined && passed.length > limits.count)
    throw new Error(`${name} passed ${passed.length} times, and may ${limits.count} times`);
}

/** Whether the first rule that is not a plain no allows the call, or enough of the people whom it asks approved it. */
function mayPass(world: World, run: Run, call: CallState): boolean {
  const tool = toolOf(world.gate, call.name);
  const n = at(inputOfCall(world, call), '/n');
  if (tool === undefined || typeof n !== 'number' || n < 0 || n > 9) return false;
  if (tool.requesterAssurance === 'iam' && run.started.requesterAssurance !== 'iam') return false;
  const truths = (condition: Condition) => truth(condition, inputOfCall(world, call), world.labels);
  if (tool.limits.each.some((condition) => truths(condition) !== true)) return false;
  if (tool.anchors.some(({ notFound }) => notFound === 'refuse') && n !== 3) return false;
  const rule = deciding(world, call);
  if (!isEditedAsItMay(world, call)) return false;
  if (rule?.kind === 'ask') return isApproved(rule, call);
  return rule?.kind === 'allow' && call.policy?.decision === 'allow';
}

function deciding(world: World, call: Pick<CallState, 'name' | 'input'>): Rule | undefined {
  const tool = toolOf(world.gate, call.name);
  const truths = (condition: Condition) => truth(condition, inputOfCall(world, call), world.labels);
  const first = tool?.rules.find(({ when }) => when === undefined || truths(when) !== false);
  if (first === undefined) return undefined;
  const isSure = first.when === undefined || truths(first.when) === true;
  return isSure ? first.rule : tool?.ifConditionFails;
}

/** Each edit is of somebody whom the rule for what was there before asks, said as surely as that rule wants; and it is closed as one. */
function isEditedAsItMay(world: World, call: CallState): boolean {
  const { edits = [], original, name, verdicts, superseded = [], closed } = call;
  if ((closed?.outcome === 'approved-with-edits') !== edits.length > 0) return false;
  return edits.every(({ approverId, input }, index) => {
    const before = edits[index - 1]?.input ?? original?.input;
    const rule = before === undefined ? undefined : deciding(world, { name, input: before });
    if (rule?.kind !== 'ask' || !rule.approvers.includes(approverId)) return false;
    // One that another edit followed did not have to be said: the last one must be, and whoever made it says so.
    if (index < edits.length - 1) return true;
    const digest = digestOfCall({ toolUseId: call.toolUseId, input });
    return [...superseded, ...verdicts].some(
      (one) =>
        one.verdict === 'edit' && one.approverId === approverId && one.digest === digest && isSure(rule, one.assurance),
    );
  });
}

function isSure({ assurance }: AskRule, given: string): boolean {
  return given !== 'claimed' && (assurance === 'link' || given === 'iam' || given === assurance);
}

function isApproved(rule: AskRule, call: CallState): boolean {
  const { closed, verdicts } = call;
  const noes = verdicts.filter(({ verdict }) => verdict === 'reject' || verdict === 'revise');
  if (closed === undefined || !['approved', 'approved-with-edits'].includes(closed.outcome)) return false;
  if (rule.veto && noes.length > 0) return false;
  const approving = rule.approvers.filter(
    (person) =>
      !noes.some(({ approverId }) => approverId === person) &&
      verdicts.some(
        ({ approverId, verdict, digest, assurance }) =>
          approverId === person &&
          (verdict === 'approve' || verdict === 'edit') &&
          digest === digestOfCall(call) &&
          isSure(rule, assurance),
      ),
  );
  return approving.length >= (rule.quorum === 'all' ? rule.approvers.length : rule.quorum);
}

/** `undefined` where it cannot be said. */
function truth(condition: Condition, input: Json, labels: World['labels']): boolean | undefined {
  switch (condition.kind) {
    case 'not': {
      const inner = truth(condition.of, input, labels);
      return inner === undefined ? undefined : !inner;
    }
    case 'all':
    case 'any': {
      const goesOn = condition.kind === 'all';
      const others = condition.of.map((one) => truth(one, input, labels)).filter((one) => one !== goesOn);
      return others.length === 0 ? goesOn : others[0];
    }
    default:
      return truthOf(condition, condition.at === undefined ? labels[condition.label] : at(input, condition.at));
  }
}

type Leaf = Exclude<Condition, { readonly kind: 'all' | 'any' | 'not' }>;

function truthOf(leaf: Leaf, value: Json | undefined): boolean | undefined {
  switch (leaf.kind) {
    case 'exists':
      return value !== undefined;
    case 'startsWith':
      return typeof value === 'string' ? value.indexOf(leaf.text) === 0 : undefined;
    case 'equals':
      return typeof value === typeof leaf.value ? Object.is(value, leaf.value) : undefined;
    case 'oneOf': {
      const alike = leaf.values.filter((one) => typeof one === typeof value);
      return alike.length === 0 ? undefined : alike.some((one) => Object.is(value, one));
    }
    case 'within':
      return undefined;
    default: {
      if (typeof value !== 'number') return undefined;
      const side = Math.sign(value - leaf.number);
      return { above: side === 1, atLeast: side !== -1, below: side === -1, atMost: side !== 1 }[leaf.kind];
    }
  }
}

function at(input: Json, pointer: string): Json | undefined {
  const name = pointer.slice(1);
  return typeof input === 'object' && input !== null && !Array.isArray(input) && Object.hasOwn(input, name)
    ? (input as Readonly<Record<string, Json>>)[name]
    : undefined;
}
