import type { PolicyApplied } from '../../lib/core/approval-entries.ts';
import type { Commit } from '../../lib/core/commit.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { CountersignError } from '../../lib/core/errors.ts';
import { foldRun } from '../../lib/core/fold.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import type { ApproverId, AttemptId, CommandId, VerdictId } from '../../lib/core/ids.ts';
import type { CallState, Run } from '../../lib/core/run.ts';
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
import { editEntries } from './hostile-edits.ts';
import { askedAbout, askRule, digestOfCall, inputOfCall, requestOf, ruled, type World } from './hostile-world.ts';
import { type Dice, people, randomInput, randomLabels, toolNames } from './random-policy.ts';

export function newWorld(gate: GateFile, dice: Dice): World {
  const ids = Array.from({ length: 1 + dice.roll(3) }, (_, index) => `c${index}`);
  const calls = ids.map((id) => ({ id, name: dice.pick(toolNames), input: randomInput(dice) }));
  const world: World = {
    gate,
    labels: randomLabels(dice),
    inputs: new Map(calls.map(({ id, input }) => [`input-${id}`, input])),
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

/** Something that anybody might try at any time; `undefined` where it makes no sense to try. */
export function attempt(world: World, run: Run, dice: Dice): readonly Entry[] | undefined {
  const alive = run.calls.filter(({ policy }) => policy?.decision !== 'refuse');
  const call = dice.pick(alive.length > 0 && dice.roll(8) !== 0 ? alive : run.calls);
  world.now += dice.roll(24) === 0 ? 1_900_000 : 1_000;
  // Without what usually comes next few histories would come far.
  const move = dice.roll(3) === 0 ? dice.pick(moves) : usualMove(call, dice);
  switch (move) {
    case 'judge':
      return call.policy === undefined ? [judgedEntry(world, run, call)] : undefined;
    case 'request':
      return requestEntries(world, call);
    case 'verdict':
      return [verdictEntry(call, dice)];
    case 'edit':
      return editEntries(world, run, { call, dice });
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
  ...(['judge', 'request', 'verdict', 'verdict', 'edit', 'close', 'close'] as const),
  ...(['start', 'finish', 'check', 'grant', 'retire', 'stop'] as const),
];

type Move = (typeof moves)[number];

function usualMove({ policy, requested, closed, edits, verdicts, action }: CallState, dice: Dice): Move {
  if (policy === undefined) return 'judge';
  if (policy.decision === 'ask' && requested === undefined) return 'request';
  const mayBeEdited = requested?.offers?.includes('edit') && edits === undefined && closed === undefined;
  if (mayBeEdited && dice.roll(3) === 0) return 'edit';
  if (requested !== undefined && closed === undefined)
    return verdicts.length < (requested?.quorum ?? 1) ? 'verdict' : 'close';
  if (policy.carriedOutBy === 'harness') return 'grant';
  if (action === undefined || action.finished?.status === 'retry') return 'start';
  return action.finished === undefined ? 'finish' : 'check';
}

function actionEntry(
  { now }: World,
  call: CallState,
  { move, dice }: { readonly move: 'start' | 'finish' | 'check' | 'grant'; readonly dice: Dice },
): Entry {
  const { epoch, toolUseId, action } = call;
  const attempts = action?.attempts.length ?? 0;
  const until = new Date(now).toISOString();
  switch (move) {
    case 'start': {
      const ids = { attemptId: 'a' as AttemptId, idempotencyKey: 'key', digest: digestOfCall(call) };
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
  const { epoch, toolUseId } = call;
  return { type: 'policy.applied', epoch, toolUseId, ...ruled(world, run, { call, input: inputOfCall(world, call) }) };
}

function requestEntries(world: World, call: CallState): readonly Entry[] | undefined {
  const { toolUseId, epoch, policy } = call;
  const deadlineSeconds = askRule(world, call, policy?.rule)?.deadlineSeconds ?? 0;
  const deadline = new Date(world.now + deadlineSeconds * 1000).toISOString();
  const asked = askedAbout(world, call, { rule: policy?.rule, deadline });
  if (asked === undefined) return undefined;
  const requestId = requestOf(toolUseId);
  return [{ type: 'approval.requested', requestId, epoch, turn: 1, policyVersion: 'policy-1', calls: [asked] }];
}

function verdictEntry(call: CallState, dice: Dice): Entry {
  const { toolUseId, verdicts } = call;
  return {
    type: 'verdict.recorded',
    // Now and then an id that was given before.
    verdictId: `v${Math.max(0, verdicts.length - (dice.roll(6) === 0 ? 1 : 0))}` as VerdictId,
    requestId: requestOf(toolUseId),
    toolUseId,
    approverId: dice.pick([...people, ...people, 'stranger']) as ApproverId,
    assurance: dice.pick(['link', 'code', 'iam', 'iam', 'claimed'] as const),
    verdict: dice.pick(['approve', 'approve', 'approve', 'approve', 'reject', 'reject', 'revise', 'edit'] as const),
    digest: dice.roll(8) === 0 ? 'another' : digestOfCall(call),
  };
}

function closingEntry(run: Run, call: CallState, dice: Dice): Entry {
  const { toolUseId, verdicts, edits = [] } = call;
  const others = run.calls.flatMap((one) => [...one.verdicts, ...(one.superseded ?? [])]);
  const counted = dice.roll(5) === 0 ? others : verdicts;
  const yes = edits.length > 0 && dice.roll(8) !== 0 ? 'approved-with-edits' : 'approved';
  return {
    type: 'approval.closed',
    requestId: requestOf(toolUseId),
    toolUseId,
    outcome: dice.pick([yes, yes, yes, yes, 'rejected', 'rejected', 'sent-back', 'expired', 'cancelled'] as const),
    verdicts: counted.filter(() => dice.roll(8) !== 0).map(({ verdictId }) => verdictId),
  };
}
