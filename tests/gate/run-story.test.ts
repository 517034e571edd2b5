import { expect, test } from 'vitest';
import type { Entry, Sealed } from '../../lib/core/entries.ts';
import type {
  ApproverId,
  AttemptId,
  ContentId,
  RequestId,
  SessionId,
  ToolUseId,
  VerdictId,
} from '../../lib/core/ids.ts';
import { runStory } from '../../lib/gate/run-story.ts';
import { runStarted } from '../support/history.ts';

const call = 'tooluse_1' as ToolUseId;
const attemptId = 'attempt' as AttemptId;
const digest = '0a1b2c3d'.repeat(8);

const sealed = (text: string): Sealed => ({ contentId: text as ContentId, commitment: digest, size: text.length });

/** Reads what the builder sealed; a text of `gone` was erased. */
const read = async ({ contentId }: Sealed) => (contentId === 'gone' ? undefined : contentId);

const tell = (...entries: readonly Entry[]) =>
  runStory(
    entries.map((entry, seq) => ({ seq, at: `2026-03-04T12:00:0${seq}.000Z`, entries: [entry] })),
    read,
  );

const recorded: Entry = {
  type: 'call.recorded',
  turn: 1,
  attemptId,
  toolUseId: call,
  name: 'approve_purchase',
  input: sealed('{"item":"lamp"}'),
  reading: 'canonical',
};

test('every entry becomes one line at its commit’s time and number, in order', async () => {
  const lines = await runStory([{ seq: 4, at: '2026-03-04T12:00:00.000Z', entries: [recorded, recorded] }], read);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ seq: 4, at: '2026-03-04T12:00:00.000Z', kind: 'call' });
});

test('what the agent wrote is labelled unverified: its words, its arguments, its last claim', async () => {
  const lines = await tell(
    recorded,
    {
      type: 'turn.finished',
      turn: 1,
      attemptId,
      stopReason: 'tool_use',
      usage: { inputTokens: 8, outputTokens: 2, totalTokens: 10 },
      words: sealed('I am sure.'),
      handed: [call],
      delivered: [],
    },
    { type: 'run.finished', outcome: 'done', reason: 'end_turn', claim: sealed('All bought.') },
  );
  const claims = lines.flatMap((line) => line.detail.filter((detail) => detail.claim === 'unverified'));
  expect(claims.map(({ text }) => text)).toEqual(['{"item":"lamp"}', 'I am sure.', 'All bought.']);
  expect(lines[1]?.detail).toContainEqual({ label: 'Tokens', text: '10 (8 in, 2 out)' });
});

test('calls of the same tool are told apart by their place in the run, and each by its id', async () => {
  const other = { ...recorded, toolUseId: 'tooluse_2' as ToolUseId };
  const lines = await tell(recorded, { ...recorded, toolUseId: 'tooluse_0' as ToolUseId, name: 'read_file' }, other);
  expect(lines.map(({ title }) => title)).toEqual([
    'The agent called approve_purchase (call 1)',
    'The agent called read_file',
    'The agent called approve_purchase (call 3)',
  ]);
  expect(lines[2]?.detail).toContainEqual({ label: 'Tool use id', text: 'tooluse_2' });
});

test('a verdict says who gave it and how sure that is, and nothing more', async () => {
  const [, verdict] = await tell(recorded, {
    type: 'verdict.recorded',
    verdictId: 'v' as VerdictId,
    requestId: 'r' as RequestId,
    toolUseId: call,
    approverId: 'morgan' as ApproverId,
    assurance: 'link',
    verdict: 'reject',
    digest,
    linkHash: digest,
    comment: sealed('Too dear'),
  });
  expect(verdict?.title).toBe('morgan rejected approve_purchase');
  expect(verdict?.detail).toContainEqual({ label: 'Who it was', text: 'somebody who had the link', claim: 'link' });
  expect(verdict?.detail).toContainEqual({ label: 'Comment', text: 'Too dear', claim: 'link' });
  expect(verdict?.detail).toContainEqual({ label: 'Digest', text: '0a1b-2c3d' });
});

test('expired and rejected are told apart', async () => {
  const close = (outcome: 'expired' | 'rejected'): Entry => ({
    type: 'approval.closed',
    requestId: 'r' as RequestId,
    toolUseId: call,
    outcome,
    verdicts: [],
  });
  const [expired, rejected] = await tell(close('expired'), close('rejected'));
  expect(expired?.title).toContain('not enough people had answered');
  expect(rejected?.title).not.toContain('enough');
});

test('a refusal names its rule', async () => {
  const [, refused] = await tell(recorded, {
    type: 'policy.applied',
    epoch: 0,
    toolUseId: call,
    decision: 'refuse',
    rule: 'tools.approve_purchase.rule',
    policyVersion: digest,
    fingerprint: digest,
  });
  expect(refused?.title).toBe('approve_purchase was refused');
  expect(refused?.detail).toContainEqual({ label: 'Rule', text: 'tools.approve_purchase.rule' });
});

test('an erased text is told as erased', async () => {
  const [line] = await tell({ ...recorded, input: sealed('gone') });
  expect(line?.detail).toContainEqual({ label: 'Arguments', text: '(erased)', claim: 'unverified' });
});

test('a retired session and what it never got an answer to are told', async () => {
  const sessionId = 'session-1' as SessionId;
  const [line, started] = await tell(
    { type: 'session.retired', epoch: 0, because: 'session-lost', owed: [call] },
    {
      type: 'turn.started',
      turn: 2,
      attemptId,
      epoch: 1,
      sessionId,
      sends: { kind: 'restated' },
      mayRunUntil: '2026-03-04T12:15:00.000Z',
    },
  );
  expect(line).toMatchObject({ kind: 'trouble', detail: [{ label: 'Never answered in it', text: 'tooluse_1' }] });
  expect(started?.title).toContain('in a new session');
});

test('a stop names the identity that signed it, and an unguarded run is told as one', async () => {
  const by = sealed('{"arn":"arn:aws:iam::123456789012:user/ops"}');
  const [stop] = await tell({ type: 'run.stop-requested', by, reason: sealed('Wrong quarter.') });
  expect(stop?.detail).toContainEqual({
    label: 'Who it was',
    text: 'arn:aws:iam::123456789012:user/ops',
    claim: 'iam',
  });
  expect(stop?.detail).toContainEqual({ label: 'Reason', text: 'Wrong quarter.', claim: 'iam' });
  const [unguarded] = await tell(runStarted({ guard: 'unguarded' }));
  const [guarded] = await tell(runStarted({ guard: 'guarded' }));
  const told = (line: typeof stop) => line?.detail.find(({ label }) => label === 'Guard')?.text;
  expect(told(unguarded)).toMatch(/^UNGUARDED/);
  expect(told(guarded)).toMatch(/^guarded/);
});
