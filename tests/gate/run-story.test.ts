import { expect, test } from 'vitest';
import type { Entry, Sealed } from '../../lib/core/entries.ts';
import type {
  ApproverId,
  AttemptId,
  ContentId,
  NoticeId,
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

test('what became of a notice names whom it was for, and the hash by which looks and answers are recorded', async () => {
  const noticeId = 'notice-1' as NoticeId;
  const about = { noticeId, requestId: 'r' as RequestId, approverId: 'morgan' as ApproverId };
  const lines = await tell(
    { type: 'notice.planned', kind: 'request', channel: 'mail', ...about },
    { type: 'notice.sent', noticeId, messageId: 'ses-1', linkHash: digest },
    {
      type: 'notice.returned',
      noticeId,
      messageId: 'ses-1',
      because: 'bounce',
      lasts: 'for-good',
      returnedAt: '2026-03-04T12:00:00.000Z',
    },
  );
  expect(lines.map(({ title }) => title)).toEqual([
    'A mail to morgan was planned: it asks',
    'A mail to morgan was sent: it asks',
    'A mail to morgan came back: it could not be delivered',
  ]);
  expect(lines[0]?.detail).toContainEqual({ label: 'Notice', text: noticeId });
  expect(lines[1]?.detail).toContainEqual({ label: 'Hash of the link', text: '0a1b-2c3d' });
});

test('who was asked stands with how many must approve, with what, whom else it was told and what was to follow', async () => {
  const [line] = await tell({
    type: 'approval.requested',
    requestId: 'r' as RequestId,
    epoch: 0,
    turn: 1,
    policyVersion: digest,
    calls: [
      {
        toolUseId: call,
        digest,
        approvers: ['morgan', 'alex'] as ApproverId[],
        notify: ['morgan', 'watch'] as ApproverId[],
        quorum: 2,
        no: 'majority',
        assurance: 'code',
        deadline: '2026-03-05T12:00:00.000Z',
        schedule: [{ kind: 'escalation', at: '2026-03-04T20:00:00.000Z', to: ['kim' as ApproverId] }],
      },
    ],
  });
  expect(line?.detail.at(-1)?.text.split('; ')).toEqual([
    'asked: morgan, alex',
    '2 of them must approve',
    'a no of one does not decide while enough others may still say yes',
    'an answer needs a code from the mailbox',
    'only told: watch',
    'not written to: alex',
    'escalation at 2026-03-04T20:00:00.000Z to kim',
    'until 2026-03-05T12:00:00.000Z',
    'digest 0a1b-2c3d',
  ]);
});

test('a verdict that counts for nothing says why, and how sure it is whose it was', async () => {
  const late = { requestId: 'r' as RequestId, toolUseId: call, verdict: 'reject', why: 'too-late' } as const;
  const [, line, topic] = await tell(
    recorded,
    { type: 'verdict.set-aside', approverId: 'morgan' as ApproverId, linkHash: digest, ...late },
    { type: 'verdict.set-aside', approverId: 'topic:desk' as ApproverId, linkHash: digest, ...late },
  );
  expect(line?.title).toBe('morgan rejected approve_purchase: counts for nothing');
  expect(line?.detail).toEqual([
    { label: 'Why', text: 'it came too late' },
    { label: 'Who it was', text: 'somebody who had the link', claim: 'link' },
    { label: 'Hash of the link', text: '0a1b-2c3d' },
  ]);
  expect(topic?.detail[1]).toMatchObject({ claim: 'topic' });
});

test('who the ids were at that time stands with the gate file that judged, and is erased with it', async () => {
  const sealing = (text: string): Entry => ({ type: 'policy.sealed', policyVersion: digest, text: sealed(text) });
  const [kept, gone] = await tell(
    sealing('{"approvers":{"morgan":{"name":"Morgan Reyes"}},"gate":"g"}'),
    sealing('gone'),
  );
  expect(kept?.detail).toEqual([{ label: 'Approvers then', text: '{"morgan":{"name":"Morgan Reyes"}}', sealed: true }]);
  expect(gone?.detail.map(({ text }) => text)).toEqual(['(erased)', '(erased)']);
});

test('what closed a call names whose verdicts counted, and nobody’s that did not', async () => {
  const given = { requestId: 'r' as RequestId, toolUseId: call, assurance: 'link', digest } as const;
  const said = (verdictId: string, approverId: string, verdict: 'reject' | 'revise'): Entry => ({
    type: 'verdict.recorded',
    verdictId: verdictId as VerdictId,
    approverId: approverId as ApproverId,
    verdict,
    ...given,
  });
  const verdicts = ['v1' as VerdictId];
  const closing: Entry = {
    type: 'approval.closed',
    requestId: given.requestId,
    toolUseId: call,
    outcome: 'rejected',
    verdicts,
  };
  const lines = await tell(said('v1', 'sam', 'reject'), said('v2', 'alex', 'revise'), closing);
  expect(lines.at(-1)?.detail).toEqual([{ label: 'Verdicts counted', text: 'sam' }]);
});
