import * as z from 'zod';
import type { JsonObject } from './canonical-json.ts';
import { parseDuration } from './duration.ts';
import type { GateFile, GateHarness, HarnessToCreate, HarnessTool, ToolRule, Topic } from './gate-file.ts';
import type { GateFileAsWritten } from './gate-file-schema.ts';
import type { HarnessAsWritten, ToolAsWritten } from './gate-file-sections.ts';
import type { Rule } from './rules.ts';

/** The checked file in the form that the gate works with: rules with a kind, durations in seconds. */
export function normalised(file: GateFileAsWritten): GateFile {
  return {
    ...file,
    harness: harnessOf(file.harness),
    topics: mapped(file.topics, topicOf),
    tools: mapped(file.tools, toolOf),
  };
}

function harnessOf(harness: HarnessAsWritten): GateHarness {
  const { arn, create, qualifier, unguarded, ...limits } = harness;
  if (create !== undefined) {
    return { ...limits, kind: 'create', create: createOf(create), qualifier: create.qualifier, guard: 'guarded' };
  }
  // The schema has seen to it that one of the two is there.
  if (arn === undefined) throw new TypeError('A harness has neither arn nor create');
  const guard = unguarded === undefined ? 'guarded' : 'unguarded';
  return { ...limits, kind: 'arn', arn, qualifier: qualifier ?? 'DEFAULT', guard };
}

function createOf(create: NonNullable<HarnessAsWritten['create']>): HarnessToCreate {
  const { name, systemPrompt, idleTimeout } = create;
  return {
    name,
    model: jsonObject(create.model),
    systemPrompt,
    tools: create.tools.map(harnessToolOf),
    memory: jsonObject(create.memory),
    ...(idleTimeout === undefined ? {} : { idleTimeoutSeconds: seconds(idleTimeout) }),
  };
}

function harnessToolOf(tool: NonNullable<HarnessAsWritten['create']>['tools'][number]): HarnessTool {
  const { type, name } = tool;
  // What an inline function may repeat of tools: was checked to be the same; one copy is enough.
  if (tool.type === 'inline_function' || tool.config === undefined) return { type, name };
  return { type, name, config: jsonObject(tool.config) };
}

function topicOf(topic: GateFileAsWritten['topics'][string]): Topic {
  return topic.arn === undefined ? { kind: 'create' } : { kind: 'arn', arn: topic.arn };
}

function toolOf(tool: ToolAsWritten): ToolRule {
  const { rule, ...rest } = tool;
  return {
    ...rest,
    rules: [{ name: 'rule', rule: ruleOf(rule) }],
    limits: { each: [], sums: [] },
    anchors: [],
    requires: [],
    units: {},
    runBy: 'client',
  };
}

function ruleOf(rule: ToolAsWritten['rule']): Rule {
  if (typeof rule === 'string') return { kind: rule };
  if (rule.allow !== undefined) return { kind: 'allow', ...rule.allow };
  if (rule.refuse !== undefined) return { kind: 'refuse', ...rule.refuse };
  if (rule.ask === undefined) throw new TypeError('A rule is none of allow, refuse and ask');
  const { approvers = [], topic, deadline, assurance } = rule.ask;
  return {
    kind: 'ask',
    approvers,
    ...(topic === undefined ? {} : { topic }),
    quorum: 1,
    deadlineSeconds: seconds(deadline),
    assurance,
  };
}

function seconds(duration: string): number {
  const parsed = parseDuration(duration);
  if (parsed === undefined) throw new TypeError(`Not a duration: ${duration}`);
  return parsed;
}

function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  map: (from: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

const anyJsonObject = z.record(z.string(), z.json());

function jsonObject(value: object): JsonObject {
  return anyJsonObject.parse(value);
}
