import type * as z from 'zod';
import { durationSeconds } from './duration.ts';
import type { ToolRule } from './gate-file.ts';
import { type ConditionAsWritten, numberOperators } from './gate-file-conditions.ts';
import { normalAsk } from './gate-file-normal-ask.ts';
import type { toolSchema } from './gate-file-tool.ts';
import type { Condition, Executor, Place, Rule, RuleWhen, Unit } from './rules.ts';

type ToolAsWritten = z.output<typeof toolSchema>;
type Groups = Readonly<Record<string, readonly string[]>>;

/** A checked tool in the form that the gate works with: every rule in one list, groups resolved, durations in seconds. */
export function normalTool(tool: ToolAsWritten, groups: Groups): ToolRule {
  const { rule, rules, ifConditionFails, limits, units, executor, acknowledge: _, ...rest } = tool;
  return {
    ...rest,
    rules:
      rule === undefined
        ? (rules ?? []).map((one, index) => ruleWhen(one, { index, groups }))
        : [{ name: 'rule', rule: ruleOf(rule, groups) }],
    ...(ifConditionFails === undefined ? {} : { ifConditionFails: normalAsk(ifConditionFails.ask, groups) }),
    limits: { ...limits, each: limits.each.map(normalCondition) },
    units: Object.fromEntries(Object.entries(units).map(([at, unit]) => [at, unitOf(unit)])),
    ...(executor === undefined ? {} : { executor: executorOf(executor) }),
  };
}

function ruleWhen(
  { when, ...rule }: NonNullable<ToolAsWritten['rules']>[number],
  { index, groups }: { readonly index: number; readonly groups: Groups },
): RuleWhen {
  return {
    name: `rules[${index}]`,
    ...(when === undefined ? {} : { when: normalCondition(when) }),
    rule: ruleOf(rule, groups),
  };
}

function ruleOf(rule: NonNullable<ToolAsWritten['rule']>, groups: Groups): Rule {
  if (typeof rule === 'string') return { kind: rule };
  if (rule.allow !== undefined) return { kind: 'allow', ...rule.allow };
  if (rule.refuse !== undefined) return { kind: 'refuse', ...rule.refuse };
  if (rule.ask === undefined) throw new TypeError('A rule is none of allow, refuse and ask');
  return normalAsk(rule.ask, groups);
}

/** A condition with its operator as its kind. */
export function normalCondition(written: ConditionAsWritten): Condition {
  if (written.all !== undefined) return { kind: 'all', of: written.all.map(normalCondition) };
  if (written.any !== undefined) return { kind: 'any', of: written.any.map(normalCondition) };
  if (written.not !== undefined) return { kind: 'not', of: normalCondition(written.not) };
  const place = placeOf(written);
  const unit = written.unit === undefined ? {} : { unit: written.unit };
  for (const kind of numberOperators) {
    const number = written[kind];
    if (number !== undefined) return { kind, number, ...unit, ...place };
  }
  if (written.equals !== undefined) return { kind: 'equals', value: written.equals, ...unit, ...place };
  if (written.oneOf !== undefined) return { kind: 'oneOf', values: written.oneOf, ...unit, ...place };
  if (written.startsWith !== undefined) return { kind: 'startsWith', text: written.startsWith, ...place };
  if (written.within !== undefined) return { kind: 'within', directory: written.within, ...place };
  return { kind: 'exists', ...place };
}

function placeOf({ at, label }: ConditionAsWritten): Place {
  if (at !== undefined) return { at };
  // The schema has seen to it that one of the two is there.
  if (label === undefined) throw new TypeError('A condition has neither at nor label');
  return { label };
}

function unitOf(unit: ToolAsWritten['units'][string]): Unit {
  return typeof unit === 'string' ? { kind: 'fixed', unit } : { kind: 'at', at: unit.at };
}

function executorOf(executor: NonNullable<ToolAsWritten['executor']>): Executor {
  const { lambda, attempts, idempotent, actWithin, timeout, verifier, credentials } = executor;
  return {
    lambda,
    attempts,
    idempotent,
    actWithinSeconds: durationSeconds(actWithin),
    timeoutSeconds: durationSeconds(timeout),
    ...(verifier === undefined
      ? {}
      : { verifier: { lambda: verifier.lambda, timeoutSeconds: durationSeconds(verifier.timeout) } }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}
