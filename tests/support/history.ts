import type { ActionStatus } from '../../lib/core/action-entries.ts';
import type {
  ApprovalClosed,
  ApprovalRequested,
  PolicyApplied,
  VerdictRecorded,
} from '../../lib/core/approval-entries.ts';
import { type Commit, commitAfter, type StoredCommit } from '../../lib/core/commit.ts';
import type {
  CallRecorded,
  Entry,
  RunFinished,
  RunStarted,
  Sealed,
  SessionRetired,
  TurnFailed,
  TurnFinished,
  TurnSends,
  TurnStarted,
} from '../../lib/core/entries.ts';
import { foldRun } from '../../lib/core/fold.ts';
import { sha256Hex } from '../../lib/core/hashes.ts';
import {
  type ApproverId,
  type AttemptId,
  type CommandId,
  type ContentId,
  type RequestId,
  runIdOf,
  sessionIdOf,
  type ToolUseId,
  type VerdictId,
} from '../../lib/core/ids.ts';
import type { Run } from '../../lib/core/run.ts';

export const execution = {
  machineArn: 'arn:aws:states:us-east-1:123456789012:stateMachine:purchase',
  executionName: 'first',
  executionStartedAt: '2026-03-02T09:00:00.000Z',
};

export const runId = runIdOf(execution);
export const startedAt = Date.parse('2026-03-02T09:00:00.000Z');
export const deadline = '2026-03-02T10:00:00.000Z';

export const digest = sha256Hex('digest');
const request = 'request-1' as RequestId;

export function sealed(name: string): Sealed {
  return { contentId: name as ContentId, commitment: sha256Hex(name), size: name.length };
}

export function runStarted(changes: Partial<RunStarted> = {}): RunStarted {
  return {
    type: 'run.started',
    runId,
    executionArn: 'arn:aws:states:us-east-1:123456789012:execution:purchase:first',
    ...execution,
    gate: 'purchase',
    stage: 'dev',
    harness: { arn: 'arn:harness', qualifier: 'DEFAULT' },
    policyVersion: 'policy-1',
    requesterAssurance: 'claimed',
    start: sealed('start'),
    ...changes,
  };
}

const attempt = (turn: number) => ({ turn, attemptId: `attempt-${turn}` as AttemptId });

export function turnStarted(turn: number, sends: TurnSends = { kind: 'prompt' }, epoch = 0): TurnStarted {
  const sessionId = sessionIdOf(execution, epoch);
  return {
    type: 'turn.started',
    ...attempt(turn),
    epoch,
    sessionId,
    sends,
    mayRunUntil: new Date(startedAt + 60_000).toISOString(),
  };
}

export function results(...ids: readonly string[]): TurnSends {
  return { kind: 'results', toolUseIds: ids.map((id) => id as ToolUseId) };
}

export function recorded(turn: number, id: string, name = 'buy'): CallRecorded {
  return {
    type: 'call.recorded',
    ...attempt(turn),
    toolUseId: id as ToolUseId,
    name,
    input: sealed(`input-${id}`),
    reading: 'canonical',
  };
}

export function turnFinished(
  turn: number,
  stopReason: string,
  { handed = [], delivered = [] }: { readonly handed?: readonly string[]; readonly delivered?: readonly string[] } = {},
): TurnFinished {
  return {
    type: 'turn.finished',
    ...attempt(turn),
    stopReason,
    usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
    handed: handed.map((id) => id as ToolUseId),
    delivered: delivered.map((id) => id as ToolUseId),
  };
}

export function turnFailed(turn: number, failure: TurnFailed['failure']): TurnFailed {
  return { type: 'turn.failed', ...attempt(turn), failure };
}

export function turnRefused(turn: number, error: string, again: 'may-be-sent-again' | 'would-be-refused-again'): Entry {
  return { type: 'turn.refused', ...attempt(turn), error, again };
}

export function judged(id: string, decision: PolicyApplied['decision'], changes: Partial<PolicyApplied> = {}): Entry {
  return {
    type: 'policy.applied',
    epoch: 0,
    toolUseId: id as ToolUseId,
    decision,
    rule: `tools.buy.rule`,
    policyVersion: 'policy-1',
    fingerprint: sha256Hex(`fingerprint-${id}`),
    ...changes,
  };
}

export function requested(turn: number, ...ids: readonly string[]): ApprovalRequested {
  return {
    type: 'approval.requested',
    requestId: request,
    epoch: 0,
    turn,
    policyVersion: 'policy-1',
    calls: ids.map((id) => ({
      toolUseId: id as ToolUseId,
      digest,
      approvers: ['morgan' as ApproverId, 'alex' as ApproverId],
      deadline,
    })),
  };
}

export function verdict(id: string, changes: Partial<VerdictRecorded> = {}): VerdictRecorded {
  return {
    type: 'verdict.recorded',
    verdictId: `verdict-${id}` as VerdictId,
    requestId: request,
    toolUseId: id as ToolUseId,
    approverId: 'morgan' as ApproverId,
    assurance: 'link',
    verdict: 'approve',
    digest,
    linkHash: sha256Hex('link'),
    ...changes,
  };
}

export function closed(
  id: string,
  outcome: ApprovalClosed['outcome'],
  verdicts: readonly string[] = [`verdict-${id}`],
): ApprovalClosed {
  return {
    type: 'approval.closed',
    requestId: request,
    toolUseId: id as ToolUseId,
    outcome,
    verdicts: verdicts.map((verdictId) => verdictId as VerdictId),
  };
}

/** What came of carrying a call out: one attempt, how it ended, and what a verifier saw. */
export interface Acted {
  /** @default the attempt has not ended */
  readonly status?: ActionStatus | undefined;
  /** What the verifier said, where there is one. */
  readonly seen?: 'verified' | 'refuted' | 'unverified' | undefined;
}

export function acted(id: string, { status, seen }: Acted): readonly Entry[] {
  const call = { epoch: 0, toolUseId: id as ToolUseId };
  const mayRunUntil = new Date(startedAt).toISOString();
  const begun = { attempt: 1, attemptId: 'a1' as AttemptId, idempotencyKey: digest, digest, mayRunUntil };
  const toVerify = seen === undefined ? {} : ({ toVerify: true } as const);
  return [
    { type: 'action.started', ...call, ...begun },
    ...(status === undefined ? [] : [{ type: 'action.finished', ...call, attempt: 1, status, ...toVerify } as const]),
    ...(seen === undefined ? [] : [checked(call, seen)]),
  ];
}

function checked(
  call: { readonly epoch: number; readonly toolUseId: ToolUseId },
  seen: NonNullable<Acted['seen']>,
): Entry {
  if (seen === 'unverified') return { type: 'action.unverified', ...call, error: 'Timeout' };
  return { type: `action.${seen}`, ...call, reason: sealed('reason'), terminal: false };
}

export function retired(epoch: number): SessionRetired {
  return { type: 'session.retired', epoch, because: 'session-lost', owed: [] };
}

export function runFinished(outcome: RunFinished['outcome'] = 'done'): RunFinished {
  return { type: 'run.finished', outcome, reason: 'end_turn' };
}

/** A commit at an instant other than that of the one before it. */
export interface At {
  readonly at: string;
  readonly entries: readonly Entry[];
}

/** A chain with one commit per argument, one second apart. */
export function chainOf(...parts: readonly (Entry | At)[]): readonly Commit[] {
  const commits: Commit[] = [];
  for (const [index, part] of parts.entries()) {
    const at = 'entries' in part ? part.at : new Date(startedAt + index * 1000).toISOString();
    const entries = 'entries' in part ? part.entries : [part];
    commits.push(
      commitAfter(commits.at(-1), { chain: runId, at, commandId: `command-${index}` as CommandId, entries }),
    );
  }
  return commits;
}

export function storedOf(commits: readonly Commit[]): readonly StoredCommit[] {
  return commits.map(({ chain, seq, bytes, hash }) => ({ chain, seq, bytes, hash }));
}

/** The run that these commits fold to. */
export function runOf(...parts: readonly (Entry | At)[]): Run {
  const run = foldRun(chainOf(...parts));
  if (run === undefined) throw new Error('An empty history has no run.');
  return run;
}

/** One call that people are asked about, up to its open request. */
export const asked: readonly Entry[] = [
  runStarted(),
  turnStarted(1),
  recorded(1, 'c1'),
  turnFinished(1, 'tool_use', { handed: ['c1'] }),
  judged('c1', 'ask'),
  requested(1, 'c1'),
];
