import type { PolicyApplied } from '../../lib/core/approval-entries.ts';
import type { Json } from '../../lib/core/canonical-json.ts';
import type { Commit } from '../../lib/core/commit.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { CountersignError } from '../../lib/core/errors.ts';
import { foldRun } from '../../lib/core/fold.ts';
import { type GateFile, ruleNamed } from '../../lib/core/gate-file.ts';
import type { ApproverId, AttemptId, CommandId, RequestId, ToolUseId, VerdictId } from '../../lib/core/ids.ts';
import { type EarlierCall, judge } from '../../lib/core/policy.ts';
import { identicalBefore, turnedDownBefore } from '../../lib/core/repeated-calls.ts';
import { type CallState, passes, type Run } from '../../lib/core/run.ts';
import {
  recorded,
  retired,
  runId,
  runStarted,
  sealed,
  startedAt,
  turnFinished,
  turnStarted,
} from '../support/history.ts';
import { type Dice, people, prompt, randomInput, randomLabels, toolNames } from './random-policy.ts';

/** One run under a random policy, in which only the policy and the question to people are honest. */
export interface World {
  readonly gate: GateFile;
  readonly labels: Readonly<Record<string, string>>;
  readonly inputs: ReadonlyMap<string, Json>;
  readonly commits: Commit[];
  now: number;
}

export function newWorld(gate: GateFile, dice: Dice): World {
  const ids = Array.from({ length: 1 + dice.roll(3) }, (_, index) => `c${index}`);
  const calls = ids.map((id) => ({ id, name: dice.pick(toolNames), input: randomInput(dice) }));
  const world: World = {
    gate,
    labels: randomLabels(dice),
    inputs: new Map(calls.map(({ id, input }) => [id, input])),
    commits: [],
    now: startedAt,
  };
  append(world, [
    runStarted({ requesterAssurance: dice.pick(['claimed', 'iam']) }),
    turnStarted(1),
    ...calls.map(({ id, name }) => recorded(1, id, name)),
    turnFinished(1, 'tool_use', { handed: ids }),
  ]);
  return world;
}

/** Adds a commit, unless no record of ours could have it there. */
export function append(world: World, entries: readonly Entry[]): Run | undefined {
  const seq = world.commits.length;
  const at = new Date(world.now).toISOString();
  const commit: Commit = {
    chain: runId,
    seq,
    previous: null,
    at,
    commandId: `command-${seq}` as CommandId,
    entries,
    bytes: new Uint8Array(),
    hash: `${seq}`,
  };
  try {
    const run = foldRun([...world.commits, commit]);
    world.commits.push(commit);
    return run;
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'tampered') return undefined;
    throw error;
  }
}

export const digestOfCall = (id: string) => `digest-of-${id}`;

/** Something that anybody might try at any time; `undefined` where it makes no sense to try. */
export function attempt(world: World, run: Run, dice: Dice): readonly Entry[] | undefined {
  const alive = run.calls.filter(({ policy }) => policy?.decision !== 'refuse');
  const call = dice.pick(alive.length > 0 && dice.roll(8) !== 0 ? alive : run.calls);
  world.now += dice.roll(24) === 0 ? 1_900_000 : 1_000;
  // Without what usually comes next few histories would come far.
  const move = dice.roll(3) === 0 ? dice.pick(moves) : usualMove(call);
  switch (move) {
    case 'judge':
      return call.policy === undefined ? [judgedEntry(world, run, call)] : undefined;
    case 'request':
      return requestEntries(world, call);
    case 'verdict':
      return [verdictEntry(call, dice)];
    case 'close':
      return [closingEntry(run, call, dice)];
    case 'retire':
      return dice.roll(3) === 0 ? [retired(run.epoch)] : undefined;
    case 'stop':
      return dice.roll(6) === 0 ? [{ type: 'run.stop-requested', by: sealed('by') }] : undefined;
    default:
      return [actionEntry(world, call, { move, dice })];
  }
}

const moves = [
  ...(['judge', 'request', 'verdict', 'verdict', 'close', 'close'] as const),
  ...(['start', 'finish', 'check', 'grant', 'retire', 'stop'] as const),
];

type Move = (typeof moves)[number];

function usualMove({ policy, requested, closed, verdicts, action }: CallState): Move {
  if (policy === undefined) return 'judge';
  if (policy.decision === 'ask' && requested === undefined) return 'request';
  if (policy.decision === 'ask' && closed === undefined)
    return verdicts.length < (requested?.quorum ?? 1) ? 'verdict' : 'close';
  if (policy.carriedOutBy === 'harness') return 'grant';
  if (action === undefined || action.finished?.status === 'retry') return 'start';
  return action.finished === undefined ? 'finish' : 'check';
}

function actionEntry(
  { now }: World,
  { epoch, toolUseId, action }: CallState,
  { move, dice }: { readonly move: 'start' | 'finish' | 'check' | 'grant'; readonly dice: Dice },
): Entry {
  const attempts = action?.attempts.length ?? 0;
  const until = new Date(now).toISOString();
  switch (move) {
    case 'start': {
      const ids = { attemptId: 'a' as AttemptId, idempotencyKey: 'key', digest: digestOfCall(toolUseId) };
      return { type: 'action.started', epoch, toolUseId, attempt: attempts + 1, ...ids, mayRunUntil: until };
    }
    case 'finish': {
      const status = dice.pick(['done', 'failed', 'retry', 'unknown', 'prevented'] as const);
      const toVerify = dice.roll(2) === 0 ? {} : ({ toVerify: true } as const);
      const attempt = attempts + (dice.roll(3) === 0 ? 1 : 0);
      return { type: 'action.finished', epoch, toolUseId, attempt, status, ...toVerify };
    }
    case 'check': {
      const type = dice.pick(['action.verified', 'action.refuted'] as const);
      return { type, epoch, toolUseId, reason: sealed('reason'), terminal: false };
    }
    case 'grant':
      return { type: 'grant.made', epoch, toolUseId, grantId: 'g', until };
  }
}

function judgedEntry(world: World, run: Run, call: CallState): PolicyApplied {
  const input = world.inputs.get(call.toolUseId) ?? null;
  const fingerprint = `${call.name} ${JSON.stringify(input)}`;
  const asked = run.calls.filter(({ policy }) => policy?.decision === 'ask').length;
  const judgement = judge(world.gate, {
    call: { tool: call.name, input: { kind: 'ok', value: input }, fingerprint },
    around: {
      words: [],
      requesters: [],
      prompt,
      requesterAssurance: run.started.requesterAssurance,
      labels: world.labels,
      asked: { inTurn: asked, inRun: asked },
      earlier: run.calls.flatMap((other) => earlierCall(world, other)),
      identical: identicalBefore(run, fingerprint),
      turnedDown: turnedDownBefore(run, fingerprint),
    },
  });
  const { decision, rule, carriedOutBy } = judgement;
  return {
    type: 'policy.applied',
    epoch: call.epoch,
    toolUseId: call.toolUseId,
    decision,
    rule,
    policyVersion: 'policy-1',
    fingerprint,
    ...(carriedOutBy === undefined ? {} : { carriedOutBy }),
  };
}

function earlierCall(world: World, call: CallState): readonly EarlierCall[] {
  if (call.policy === undefined || call.policy.decision === 'refuse') return [];
  const isOpen = call.policy.decision === 'ask' && call.closed === undefined;
  const input = world.inputs.get(call.toolUseId) ?? null;
  const counts = isOpen || (passes(call) && !cameToNothing(call));
  const isDone = call.policy.carriedOutBy !== 'gate' || call.action?.finished?.status === 'done';
  return [{ tool: call.name, input, counts, succeeded: passes(call) && isDone && !cameToNothing(call) }];
}

/** Whether it is known that a call that passed did nothing. */
export function cameToNothing({ action }: CallState): boolean {
  const status = action?.finished?.status;
  return status === 'failed' || status === 'prevented' || action?.checked?.type === 'action.refuted';
}

function requestEntries(world: World, call: CallState): readonly Entry[] | undefined {
  const rule = ruleNamed(world.gate, { tool: call.name, name: call.policy?.rule ?? '' });
  if (rule?.kind !== 'ask') return undefined;
  const { toolUseId, epoch } = call;
  const asked = {
    toolUseId,
    digest: digestOfCall(toolUseId),
    approvers: rule.approvers.map((id) => id as ApproverId),
    quorum: rule.quorum === 'all' ? rule.approvers.length : rule.quorum,
    assurance: rule.assurance,
    deadline: new Date(world.now + rule.deadlineSeconds * 1000).toISOString(),
  };
  const requestId = requestOf(toolUseId);
  return [{ type: 'approval.requested', requestId, epoch, turn: 1, policyVersion: 'policy-1', calls: [asked] }];
}

function requestOf(toolUseId: ToolUseId): RequestId {
  return `request-${toolUseId}` as RequestId;
}

function verdictEntry({ toolUseId, verdicts }: CallState, dice: Dice): Entry {
  return {
    type: 'verdict.recorded',
    // Now and then an id that was given before.
    verdictId: `v${Math.max(0, verdicts.length - (dice.roll(6) === 0 ? 1 : 0))}` as VerdictId,
    requestId: requestOf(toolUseId),
    toolUseId,
    approverId: dice.pick([...people, ...people, 'stranger']) as ApproverId,
    assurance: dice.pick(['link', 'iam', 'iam', 'claimed'] as const),
    verdict: dice.pick(['approve', 'approve', 'approve', 'reject'] as const),
    digest: dice.roll(8) === 0 ? 'another' : digestOfCall(toolUseId),
  };
}

function closingEntry(run: Run, { toolUseId, verdicts }: CallState, dice: Dice): Entry {
  const others = run.calls.flatMap((call) => call.verdicts);
  const counted = dice.roll(5) === 0 ? others : verdicts;
  return {
    type: 'approval.closed',
    requestId: requestOf(toolUseId),
    toolUseId,
    outcome: dice.pick(['approved', 'approved', 'approved', 'rejected', 'expired', 'cancelled'] as const),
    verdicts: counted.filter(() => dice.roll(8) !== 0).map(({ verdictId }) => verdictId),
  };
}
