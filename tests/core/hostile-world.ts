import type { RequestedCall, Ruled } from '../../lib/core/approval-entries.ts';
import type { Json } from '../../lib/core/canonical-json.ts';
import type { Commit } from '../../lib/core/commit.ts';
import { type GateFile, ruleNamed } from '../../lib/core/gate-file.ts';
import type { ApproverId, RequestId, ToolUseId } from '../../lib/core/ids.ts';
import { type EarlierCall, judge } from '../../lib/core/policy.ts';
import { identicalBefore, turnedDownBefore } from '../../lib/core/repeated-calls.ts';
import type { AskRule } from '../../lib/core/rules.ts';
import { type CallState, passes, type Run } from '../../lib/core/run.ts';
import { prompt } from './random-policy.ts';

/** One run under a random policy, in which only the policy and the question to people are honest. */
export interface World {
  readonly gate: GateFile;
  readonly labels: Readonly<Record<string, string>>;
  /** What is kept of each call's arguments, by content id. */
  readonly inputs: Map<string, Json>;
  readonly commits: Commit[];
  now: number;
}

type Stored = Pick<CallState, 'toolUseId' | 'input'>;

export const digestOfCall = ({ toolUseId, input }: Stored) => `digest-of-${toolUseId}-${input.contentId}`;

export function inputOfCall({ inputs }: World, { input }: Pick<CallState, 'input'>): Json {
  return inputs.get(input.contentId) ?? null;
}

/** What the rules say of a call with this input, beside the others of the run. */
export function ruled(
  world: World,
  run: Run,
  { call, input }: { readonly call: CallState; readonly input: Json },
): Ruled {
  const fingerprint = `${call.name} ${JSON.stringify(input)}`;
  const others = run.calls.filter((other) => other !== call);
  const asked = others.filter(({ policy, requested }) => policy?.decision === 'ask' || requested !== undefined).length;
  const judgement = judge(world.gate, {
    call: { tool: call.name, input: { kind: 'ok', value: input }, fingerprint },
    around: {
      words: [],
      requesters: [],
      prompt,
      requesterAssurance: run.started.requesterAssurance,
      labels: world.labels,
      asked: { inTurn: asked, inRun: asked },
      earlier: others.flatMap((other) => earlierCall(world, other)),
      identical: identicalBefore({ ...run, calls: others }, fingerprint),
      turnedDown: turnedDownBefore({ ...run, calls: others }, fingerprint),
    },
  });
  const { decision, rule, carriedOutBy } = judgement;
  const acting = carriedOutBy === undefined ? {} : { carriedOutBy };
  return { decision, rule, policyVersion: 'policy-1', fingerprint, ...acting };
}

export function earlierCall(world: World, call: CallState): readonly EarlierCall[] {
  if (call.policy === undefined || call.policy.decision === 'refuse') return [];
  const isAsked = call.policy.decision === 'ask' || call.requested !== undefined;
  const isOpen = isAsked && call.closed === undefined;
  const input = inputOfCall(world, call);
  const counts = isOpen || (passes(call) && !cameToNothing(call));
  const isDone = call.policy.carriedOutBy !== 'gate' || call.action?.finished?.status === 'done';
  return [{ tool: call.name, input, counts, succeeded: passes(call) && isDone && !cameToNothing(call) }];
}

/** Whether it is known that a call that passed did nothing. */
export function cameToNothing({ action }: CallState): boolean {
  const status = action?.finished?.status;
  return status === 'failed' || status === 'prevented' || action?.checked?.type === 'action.refuted';
}

export function askRule({ gate }: World, { name: tool }: CallState, name = ''): AskRule | undefined {
  const rule = ruleNamed(gate, { tool, name });
  return rule?.kind === 'ask' ? rule : undefined;
}

export function askedAbout(
  world: World,
  call: CallState,
  { rule: name, deadline }: { readonly rule: string | undefined; readonly deadline: string },
): RequestedCall | undefined {
  const rule = askRule(world, call, name);
  if (rule === undefined) return undefined;
  const mayEdit = call.policy?.carriedOutBy === undefined ? [] : (['edit'] as const);
  return {
    toolUseId: call.toolUseId,
    digest: digestOfCall(call),
    approvers: rule.approvers.map((id) => id as ApproverId),
    quorum: rule.quorum === 'all' ? rule.approvers.length : rule.quorum,
    assurance: rule.assurance,
    offers: ['approve', ...mayEdit, 'reject', 'revise'],
    deadline,
    ...(rule.veto ? {} : { no: 'majority' }),
  };
}

export function requestOf(toolUseId: ToolUseId): RequestId {
  return `request-${toolUseId}` as RequestId;
}
