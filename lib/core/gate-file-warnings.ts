import { spellDuration } from './duration.ts';
import { allAsks, type GateFile, type HarnessToCreate } from './gate-file.ts';
import { overlookedLines } from './gate-file-warnings-rules.ts';
import { decideGuard } from './guard.ts';
import { pointerOf } from './json-pointer.ts';
import type { AskRule } from './rules.ts';
import { numberRange, schemaPlaces } from './schema-place.ts';
import { schemaReach } from './schema-reach.ts';

/** What is allowed in a gate file and still looks like a mistake, one line each: path and what to do. */
export function gateWarnings(gate: GateFile): readonly string[] {
  return [
    ...unusedLines(gate),
    ...undeclaredLines(gate),
    ...forgetfulLines(gate),
    ...openHandedLines(gate),
    ...unreachableLines(gate),
    ...boundlessLines(gate),
    ...overlookedLines(gate),
    ...tiringLines(gate),
    ...unheardLines(gate),
  ];
}

function unusedLines(gate: GateFile): readonly string[] {
  const asked = new Set(
    allAsks(gate).flatMap(({ approvers, notify = [], escalate }) => [...approvers, ...notify, ...(escalate?.to ?? [])]),
  );
  const told = new Set(allAsks(gate).map((rule) => rule.topic));
  return [
    ...Object.keys(gate.approvers)
      .filter((id) => !asked.has(id))
      .map((id) => `approvers.${id}: no rule asks this person; name the id in a rule or leave it out`),
    ...Object.keys(gate.topics)
      .filter((id) => !told.has(id))
      .map((id) => `topics.${id}: no rule names this topic; name the id in a rule or leave it out`),
  ];
}

function undeclaredLines(gate: GateFile): readonly string[] {
  return Object.entries(gate.tools).flatMap(([name, tool]) =>
    tool.show.flatMap(({ at }, index) =>
      schemaReach(tool.inputSchema, at) === 'possible'
        ? [
            `tools.${name}.show[${index}].at: the inputSchema does not declare ${JSON.stringify(at)}; declare it or correct the pointer`,
          ]
        : [],
    ),
  );
}

/** Without memory a session lives as long as its machine, and that ends while people still have time to answer. */
function forgetfulLines(gate: GateFile): readonly string[] {
  if (gate.harness.kind !== 'create' || !Object.hasOwn(gate.harness.create.memory, 'disabled')) return [];
  const idle = idleSeconds(gate.harness.create);
  const longest = Math.max(0, ...allAsks(gate).map((rule) => rule.deadlineSeconds));
  if (longest <= idle) return [];
  return [
    `harness.create.memory: disabled, so a session is forgotten after ${spellDuration(idle)} without a call, but people have up to ${spellDuration(longest)}; use managedMemoryConfiguration or shorter deadlines`,
  ];
}

/** With a shell the harness can do whatever its machine can, and nobody is asked. */
function openHandedLines({ harness }: GateFile): readonly string[] {
  if (harness.guard === 'unguarded' || decideGuard(harness.tools, { name: 'shell' }).decision === 'deny') return [];
  return [
    'harness.tools.allow: the harness may run shell by itself, which is any command at all; deny it, or name only the tools that the agent needs',
  ];
}

/** Without starters there is no signed route to a tool that demands one. */
function unreachableLines(gate: GateFile): readonly string[] {
  if (gate.starters.length > 0) return [];
  return Object.entries(gate.tools)
    .filter(([, tool]) => tool.requesterAssurance === 'iam')
    .map(
      ([name]) =>
        `tools.${name}.requesterAssurance: iam, but nobody may start through the signed route; name somebody below starters`,
    );
}

/** A number that no rule compares is still read by a person, and one without bounds can be anything. */
function boundlessLines(gate: GateFile): readonly string[] {
  return Object.entries(gate.tools).flatMap(([name, tool]) => {
    if (tool.unbounded === true || tool.effect === 'read') return [];
    return schemaPlaces(tool.inputSchema).flatMap(({ at, schema }) => {
      if (schema['type'] !== 'number' && schema['type'] !== 'integer') return [];
      const { least, most } = numberRange(schema);
      if (least !== undefined && most !== undefined) return [];
      return [
        `tools.${name}.inputSchema: ${pointerOf(at)} has no ${least === undefined ? 'minimum' : 'maximum'}, so it can be any number; give it bounds, or say unbounded: true`,
      ];
    });
  });
}

/** Whoever is asked about everything soon approves everything. */
function tiringLines(gate: GateFile): readonly string[] {
  const tools = Object.values(gate.tools);
  const always = tools.every((tool) => tool.rules.every(({ rule }) => rule.kind === 'ask'));
  if (tools.length < 2 || !always) return [];
  return [
    'tools: every call of every tool asks people, who soon approve without reading; allow what is harmless, with a condition where that depends on the arguments',
  ];
}

/** Somebody could answer, but nobody is told that there is anything to answer. */
function unheardLines(gate: GateFile): readonly string[] {
  return placedRules(gate).flatMap(({ at, ask }) => {
    if (ask.notify === undefined || ask.topic !== undefined || ask.notify.length > 0) return [];
    const reminds = ask.remindAfterSeconds.length > 0 ? ' and remind reminds nobody' : '';
    return [`${at}.notify: empty, so nobody is told of the request${reminds}; name somebody, or leave notify out`];
  });
}

function placedRules({ tools, onCap, harness }: GateFile): readonly { readonly at: string; readonly ask: AskRule }[] {
  return [
    ...Object.entries(tools).flatMap(([name, tool]) => [
      ...tool.rules.flatMap((one) =>
        one.rule.kind === 'ask' ? [{ at: `tools.${name}.${one.name}.ask`, ask: one.rule }] : [],
      ),
      ...(tool.ifConditionFails === undefined
        ? []
        : [{ at: `tools.${name}.ifConditionFails.ask`, ask: tool.ifConditionFails }]),
    ]),
    ...(onCap.kind === 'ask' ? [{ at: 'onCap.ask', ask: onCap }] : []),
    ...(harness.inDoubtAsk === undefined ? [] : [{ at: 'harness.inDoubt.ask', ask: harness.inDoubtAsk }]),
  ];
}

function idleSeconds(create: HarnessToCreate): number {
  // The service's default.
  return create.idleTimeoutSeconds ?? 900;
}
