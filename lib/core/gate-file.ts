import { canonicalJson, type Json, type JsonObject } from './canonical-json.ts';
import { sha256Hex } from './hashes.ts';
import type { Anchor, AskRule, Executor, Limits, RuleWhen, Unit } from './rules.ts';

/** A gate file after reading: checked, every default filled in, durations in seconds. */
export type GateFile = {
  readonly gate: string;
  readonly stage: string;
  readonly harness: GateHarness;
  /** Absent only where no rule asks approvers by mail. */
  readonly mail?: GateMail;
  readonly approvers: Readonly<Record<string, Approver>>;
  /** People who start runs and hear of them; by id. */
  readonly requesters: Readonly<Record<string, HearingRequester>>;
  readonly topics: Readonly<Record<string, Topic>>;
  /** Who may start through the signed route; empty means nobody. */
  readonly starters: readonly Starter[];
  /** Look tools up with `toolOf`: the model chooses the name. */
  readonly tools: Readonly<Record<string, ToolRule>>;
  readonly caps: Caps;
  readonly onCap: { readonly kind: 'stop' } | AskRule;
};

export type GateHarness = HarnessLimits & { readonly qualifier: string; readonly tools: GuardedTools } & (
    | { readonly kind: 'arn'; readonly arn: string; readonly guard: GuardState }
    | { readonly kind: 'create'; readonly create: HarnessToCreate; readonly guard: 'guarded' }
  );

/** Whether a hook of the harness asks our guard before a tool runs. */
export type GuardState = 'guarded' | 'unguarded';

/** What the guard lets the harness run by itself, as patterns; `tool-pattern.ts` reads them. */
export type GuardedTools = { readonly allow: readonly string[]; readonly deny: readonly string[] };

/** What goes with every invoke. */
export type HarnessLimits = {
  readonly maxIterations?: number;
  readonly maxTokens?: number;
  readonly timeoutSeconds: number;
  /** What becomes of a turn of which nobody knows whether it ran: the run fails, begins again in a new session, or people say. */
  readonly inDoubt: 'fail' | 'restart' | 'ask';
  /** Whom to ask, where inDoubt is `ask`. */
  readonly inDoubtAsk?: AskRule;
};

/** A harness that the stack creates; what stands below `model`, `memory` and `config` has AWS's own names and shapes. */
export type HarnessToCreate = {
  readonly name: string;
  readonly model: JsonObject;
  readonly systemPrompt: string;
  readonly tools: readonly HarnessTool[];
  readonly memory: JsonObject;
  /** @default the service's own, 900 at the time of writing */
  readonly idleTimeoutSeconds?: number;
};

/** An inline function has no config here: its description and schema are those of the tool of that name. */
export type HarnessTool = {
  readonly type:
    | 'remote_mcp'
    | 'agentcore_browser'
    | 'agentcore_gateway'
    | 'inline_function'
    | 'agentcore_code_interpreter';
  readonly name: string;
  readonly config?: JsonObject;
};

export type GateMail = {
  readonly from: string;
  /** @default the stack creates one */
  readonly configurationSet?: string;
  /** Whether approvers hear what came of a call that they were asked about. */
  readonly outcomes: boolean;
};

/** The SES configuration set of every mail: the one that the file names, else the stack's own. */
export function configurationSetOf({ gate, stage }: Pick<GateFile, 'gate' | 'stage'>, mail: GateMail): string {
  return mail.configurationSet ?? `${gate}-${stage}`;
}

/** The languages of pages and mails. */
export type Language = 'en' | 'ja';

/** How a person reads: language, and the IANA time zone that instants are spelled in. */
export type Reader = { readonly language: Language; readonly timeZone: string };

export type Approver = Reader & {
  readonly name: string;
  readonly mail: string;
  /** ARN of the role or user under which the person answers through the signed route. */
  readonly iam?: string;
  /** The session name that the role's trust policy gives this person alone; without it anybody with the role is this person. */
  readonly iamSession?: string;
};

/** What a person who asked for a run hears of it. */
export type Hears = 'waiting' | 'expired' | 'finished';

/** Whoever starts a run as this id or address. */
export type HearingRequester = Reader & { readonly mail: string; readonly hears: readonly Hears[] };

/** Who may start runs through the signed route, and which; `['*']` stands for all. */
export type Starter = {
  readonly principals: readonly string[];
  readonly requesters: readonly string[];
  /** @default the requester's own name, or no actor */
  readonly actors?: readonly string[];
  /** @default no labels */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
};

export type Topic = { readonly kind: 'arn'; readonly arn: string } | { readonly kind: 'create' };

export type Effect = 'read' | 'write' | 'irreversible';

export type ToolRule = {
  readonly description: string;
  readonly effect: Effect;
  readonly inputSchema: JsonObject;
  /** In order: the first whose condition holds decides; where none does, the call is refused. */
  readonly rules: readonly RuleWhen[];
  /** Who is asked when a condition cannot be decided. @default the call is refused */
  readonly ifConditionFails?: AskRule;
  readonly limits: Limits;
  readonly anchors: readonly Anchor[];
  /** Tools that must have been carried out, or passed, in this run before this one. */
  readonly requires: readonly string[];
  /** By JSON pointer. */
  readonly units: Readonly<Record<string, Unit>>;
  readonly unbounded?: true;
  /** `harness`: the model gets a grant for one call of it through request_approval. */
  readonly runBy: 'client' | 'harness';
  readonly executor?: Executor;
  /** A question to a person: the answer, in their own words, is the result. */
  readonly question?: true;
  /** How often calls of this tool may be sent back with instructions in one run; 0 means never. */
  readonly maxRevisions: number;
  readonly show: readonly Shown[];
  /** In the gate file's own words, what a call can reach at most. */
  readonly atMost?: string;
  /** How it is taken back; absent means that it cannot be. */
  readonly undo?: string;
  /** How sure the gate must be who asks before a call counts. */
  readonly requesterAssurance: 'claimed' | 'iam';
};

/** One line of how a call is shown: `at` is a JSON pointer into the input. */
export type Shown = { readonly at: string; readonly label: string; readonly unit?: string };

/** The largest numbers of each in one run. */
export type Caps = {
  readonly turns: number;
  readonly approvals: number;
  readonly refusalsInARow: number;
  readonly continuations: number;
  readonly failuresInARow: number;
  /** As the service counts them. @default no bound */
  readonly tokens?: number;
  /** From the run's start. @default no bound */
  readonly wallTimeSeconds?: number;
};

/** The tool of that name, or undefined, which means refuse; `constructor` is a name like any other. */
export function toolOf(gate: GateFile, name: string): ToolRule | undefined {
  return Object.hasOwn(gate.tools, name) ? gate.tools[name] : undefined;
}

/** The whole policy as one text: canonical JSON, so that layout and order of the YAML do not matter. */
export function policyText(gate: GateFile): string {
  const json: Json = gate;
  return canonicalJson(json);
}

/** What entries and digests call the policy: SHA-256 of its text in hex. */
export function policyVersion(gate: GateFile): string {
  const known = versions.get(gate);
  if (known !== undefined) return known;
  const version = sha256Hex(policyText(gate));
  versions.set(gate, version);
  return version;
}

// A page asks for it once per call and kind of fact; a gate file is read once and never changed.
const versions = new WeakMap<GateFile, string>();

// What a turn needs around the harness's own time: the cold start, the ledger, the last events of the stream.
const turnMarginSeconds = 60;

/** The timeout of the function that takes turns, in seconds; at most Lambda's 900, since a turn has at most 840. */
export function turnFunctionTimeoutSeconds(gate: GateFile): number {
  return gate.harness.timeoutSeconds + turnMarginSeconds;
}

// Executor and verifier one after the other, the ledger around them, and a cold start.
const actMarginSeconds = 60;

/** The timeout of the function that carries calls out, in seconds; at most 780. */
export function actFunctionTimeoutSeconds(gate: GateFile): number {
  const longest = Object.values(gate.tools).map(
    ({ executor }) => (executor?.timeoutSeconds ?? 0) + (executor?.verifier?.timeoutSeconds ?? 0),
  );
  return Math.max(0, ...longest) + actMarginSeconds;
}

/** What a tool comes to at most: `ask` where any rule asks. For people and for prompts; `judge` decides about calls. */
export function asksOf(tool: ToolRule): readonly AskRule[] {
  const asked = tool.rules.flatMap(({ rule }) => (rule.kind === 'ask' ? [rule] : []));
  return tool.ifConditionFails === undefined ? asked : [...asked, tool.ifConditionFails];
}

/** Whom the gate asks about anything, its runs included. */
export function allAsks({ tools, onCap, harness }: GateFile): readonly AskRule[] {
  return [
    ...Object.values(tools).flatMap(asksOf),
    ...(onCap.kind === 'ask' ? [onCap] : []),
    ...(harness.inDoubtAsk === undefined ? [] : [harness.inDoubtAsk]),
  ];
}

/** The rule that an entry names, such as `tools.buy.rules[1]`. */
export function ruleNamed(gate: GateFile, { tool, name }: { readonly tool: string; readonly name: string }) {
  const found = toolOf(gate, tool);
  if (name === `tools.${tool}.ifConditionFails`) return found?.ifConditionFails;
  return found?.rules.find((rule) => name === `tools.${tool}.${rule.name}`)?.rule;
}
