import * as z from 'zod';
import type { JsonObject } from './canonical-json.ts';
import { durationSeconds } from './duration.ts';
import type { Approver, GateFile, GateHarness, HarnessToCreate, HarnessTool, Topic } from './gate-file.ts';
import { normalAsk } from './gate-file-normal-ask.ts';
import { normalTool } from './gate-file-normal-tool.ts';
import type { GateFileAsWritten } from './gate-file-schema.ts';
import type { HarnessAsWritten } from './gate-file-sections.ts';

/** The checked file in the form that the gate works with: rules with a kind, durations in seconds. */
export function normalised(file: GateFileAsWritten): GateFile {
  const { groups, caps, onCap, ...rest } = file;
  const { wallTime, ...largest } = caps;
  return {
    ...rest,
    harness: harnessOf(file.harness, groups),
    approvers: mapped(file.approvers, approverOf),
    topics: mapped(file.topics, topicOf),
    tools: mapped(file.tools, (tool) => normalTool(tool, groups)),
    caps: { ...largest, ...(wallTime === undefined ? {} : { wallTimeSeconds: durationSeconds(wallTime) }) },
    onCap: onCap === 'stop' ? { kind: 'stop' } : normalAsk(onCap.ask, groups),
  };
}

function harnessOf(harness: HarnessAsWritten, groups: GateFileAsWritten['groups']): GateHarness {
  const { arn, create, qualifier, unguarded, inDoubt, ...rest } = harness;
  const limits = {
    ...rest,
    ...(typeof inDoubt === 'string'
      ? { inDoubt }
      : { inDoubt: 'ask' as const, inDoubtAsk: normalAsk(inDoubt.ask, groups) }),
  };
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
    ...(idleTimeout === undefined ? {} : { idleTimeoutSeconds: durationSeconds(idleTimeout) }),
  };
}

function harnessToolOf(tool: NonNullable<HarnessAsWritten['create']>['tools'][number]): HarnessTool {
  const { type, name } = tool;
  // What an inline function may repeat of tools: was checked to be the same; one copy is enough.
  if (tool.type === 'inline_function' || tool.config === undefined) return { type, name };
  return { type, name, config: jsonObject(tool.config) };
}

function approverOf({ iam, ...approver }: GateFileAsWritten['approvers'][string]): Approver {
  if (iam === undefined) return approver;
  return typeof iam === 'string' ? { ...approver, iam } : { ...approver, iam: iam.role, iamSession: iam.session };
}

function topicOf(topic: GateFileAsWritten['topics'][string]): Topic {
  return topic.arn === undefined ? { kind: 'create' } : { kind: 'arn', arn: topic.arn };
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
