import type * as z from 'zod';
import type { Json, JsonObject } from './canonical-json.ts';
import type { ConditionAsWritten } from './gate-file-conditions.ts';
import type { askSchema } from './gate-file-rules.ts';
import { sections } from './gate-file-schema.ts';
import { toolSchema } from './gate-file-tool.ts';

export type ToolAsWritten = z.output<typeof toolSchema>;
export type AskAsWritten = z.output<typeof askSchema>;
export type HarnessAsWritten = z.output<typeof sections.harness>;

/**
 * What can be read of a file that may have problems elsewhere, so that the checks between sections run in the same pass
 * and whoever mends the file sees all of its problems at once.
 */
export type ReadableSections = {
  readonly harness: HarnessAsWritten | undefined;
  readonly onCap: z.output<typeof sections.onCap> | undefined;
  readonly hasMail: boolean;
  readonly approverIds: readonly string[];
  /** What `iam` says, for the approvers that have it. */
  readonly approverIam: ReadonlyMap<string, IamAsWritten>;
  /** Where mails go, for the approvers and requesters whose address is a text. */
  readonly approverMails: ReadonlyMap<string, string>;
  readonly requesterMails: ReadonlyMap<string, string>;
  readonly topicIds: readonly string[];
  /** Only the groups that are in order by themselves. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly toolNames: readonly string[];
  /** Only the tools that are in order by themselves. */
  readonly tools: readonly (readonly [name: string, tool: ToolAsWritten])[];
};

/** Without a session, anybody of the role. */
export type IamAsWritten = { readonly arn: string; readonly session?: string };

export function readableSections(file: Json): ReadableSections {
  const top = membersOf(file);
  const tools = [...membersOf(top.get('tools'))];
  const approvers = [...membersOf(top.get('approvers'))];
  return {
    harness: sections.harness.safeParse(top.get('harness')).data,
    onCap: sections.onCap.safeParse(top.get('onCap')).data,
    hasMail: top.has('mail'),
    approverIds: approvers.map(([id]) => id),
    approverIam: new Map(
      approvers.flatMap(([id, approver]) => {
        const iam = iamOf(membersOf(approver).get('iam'));
        return iam === undefined ? [] : [[id, iam] as const];
      }),
    ),
    approverMails: mailsOf(top.get('approvers')),
    requesterMails: mailsOf(top.get('requesters')),
    topicIds: [...membersOf(top.get('topics')).keys()],
    groups: new Map(Object.entries(sections.groups.safeParse(top.get('groups')).data ?? {})),
    toolNames: tools.map(([name]) => name),
    tools: tools.flatMap(([name, value]) => {
      const tool = toolSchema.safeParse(value).data;
      return tool === undefined ? [] : [[name, tool] as const];
    }),
  };
}

function iamOf(iam: Json | undefined): IamAsWritten | undefined {
  if (typeof iam === 'string') return { arn: iam };
  const role = membersOf(iam).get('role');
  const session = membersOf(iam).get('session');
  return typeof role === 'string' && typeof session === 'string' ? { arn: role, session } : undefined;
}

function mailsOf(people: Json | undefined): ReadonlyMap<string, string> {
  return new Map(
    [...membersOf(people)].flatMap(([id, person]) => {
      const mail = membersOf(person).get('mail');
      return typeof mail === 'string' ? [[id, mail] as const] : [];
    }),
  );
}

function membersOf(value: Json | undefined): ReadonlyMap<string, Json> {
  return new Map(Object.entries(isObject(value) ? value : {}));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One rule of a tool as it is written, with its path below the file. */
export type PlacedRule = {
  readonly at: readonly (string | number)[];
  readonly allow?: { readonly because?: string };
  readonly refuse?: { readonly because?: string };
  readonly ask?: AskAsWritten;
  readonly when?: ConditionAsWritten;
};

/** Every rule of a tool: the single one, the list, and whom to ask when a condition fails. */
export function placedRules(name: string, tool: ToolAsWritten): readonly PlacedRule[] {
  const below = ['tools', name];
  const { rule, rules = [], ifConditionFails } = tool;
  const single = typeof rule === 'string' ? { [rule]: {} } : rule;
  return [
    ...(single === undefined ? [] : [{ ...single, at: [...below, 'rule'] }]),
    ...rules.map((one, index) => ({ ...one, at: [...below, 'rules', index] })),
    ...(ifConditionFails === undefined ? [] : [{ ...ifConditionFails, at: [...below, 'ifConditionFails'] }]),
  ];
}

/** Whom the file asks about the run itself. */
export function runAsks({ harness, onCap }: ReadableSections): readonly PlacedAsk[] {
  const inDoubt = harness?.inDoubt;
  return [
    ...(typeof onCap === 'object' ? [{ at: ['onCap', 'ask'], ask: onCap.ask }] : []),
    ...(typeof inDoubt === 'object' ? [{ at: ['harness', 'inDoubt', 'ask'], ask: inDoubt.ask }] : []),
  ];
}

/** Everybody whom the file asks about anything. */
export function placedAsks(readable: ReadableSections): readonly PlacedAsk[] {
  const ofTools = readable.tools.flatMap(([name, tool]) =>
    placedRules(name, tool).flatMap(({ at, ask }) => (ask === undefined ? [] : [{ at: [...at, 'ask'], ask }])),
  );
  return [...ofTools, ...runAsks(readable)];
}

export type PlacedAsk = { readonly at: readonly (string | number)[]; readonly ask: AskAsWritten };
