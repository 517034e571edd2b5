import { expect, test } from 'vitest';
import { sha256Hex } from '../../lib/core/hashes.ts';
import type { RequestId } from '../../lib/core/ids.ts';
import { advance } from '../../lib/gate/advance.ts';
import { ask } from '../../lib/gate/ask.ts';
import { viewLink } from '../../lib/gate/open-link.ts';
import { bench, execution, topicArn } from '../support/bench.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending, type SaidCall } from '../support/stream.ts';

const selling: SaidCall = { id: 'c1', tool: 'sell', input: {} };
const made = (...calls: readonly SaidCall[]) =>
  bench({ harness: scriptedHarness([calling(...calls), ending('Done.', ...calls.map((call) => call.id))]) });

test('every approver gets one message with a link of his own, whose hash alone is in the ledger', async () => {
  const { drive, courier, run, secretOf } = made(selling);
  await drive();
  expect(courier.sent.map((sent) => sent.to)).toEqual(['morgan@example.com', 'alex@example.com']);
  const secrets = ['morgan@example.com', 'alex@example.com'].map(secretOf);
  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{12}[A-Za-z0-9_-]{32}$/);
  const sent = [...(await run()).notices.values()].map((notice) => notice.sent?.linkHash);
  expect(sent).toEqual(secrets.map((secret) => sha256Hex(secret)));
});

test('an approver sees the calls that he is asked about and no others', async () => {
  const { drive, ports, secretOf } = made(buying('c1'), { id: 'c2', tool: 'sell' }, { id: 'c3', tool: 'shout' });
  await drive();
  const seenBy = async (to: string) => {
    const view = await viewLink(ports, secretOf(to));
    return view.kind === 'request' ? view.request.calls.map((call) => call.toolUseId) : [];
  };
  expect(await seenBy('morgan@example.com')).toEqual(['c1', 'c2']);
  expect(await seenBy('alex@example.com')).toEqual(['c2']);
  expect(await seenBy(topicArn)).toEqual(['c3']);
});

test('a mail that is refused for one approver is recorded, and the other still decides', async () => {
  const { drive, decide, courier, run } = made(selling);
  courier.answerWith((to) =>
    to === 'morgan@example.com' ? { kind: 'failed', error: 'MessageRejected', again: 'given-up' } : undefined,
  );
  expect(await drive()).toMatchObject({ kind: 'waiting' });
  expect([...(await run()).notices.values()].map((notice) => notice.failures[0]?.error)).toEqual([
    'MessageRejected',
    undefined,
  ]);
  await decide('approve', { call: 'c1', as: 'alex@example.com' });
  expect(await drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
});

test('what cannot be sent just now is tried again after a pause, what was sent is not sent twice', async () => {
  const { drive, courier, clock } = made(selling);
  let outages = 3;
  courier.answerWith((to) => {
    if (to !== 'alex@example.com' || outages === 0) return undefined;
    outages -= 1;
    return { kind: 'failed', error: 'TooManyRequestsException', again: 'will-be-tried-again' };
  });
  const before = clock.now();
  expect(await drive()).toMatchObject({ kind: 'waiting' });
  expect(courier.sent.map((sent) => sent.to)).toEqual(['morgan@example.com', 'alex@example.com']);
  expect(clock.now() - before).toBeGreaterThanOrEqual(90_000);
});

test('a mail service that stays away is given up before it fills the history, and the deadline still comes', async () => {
  const { drive, courier, run, clock } = made(buying('c1'));
  courier.answerWith(() => ({ kind: 'failed', error: 'TimeoutError', again: 'will-be-tried-again' }));
  const rest = await drive();
  expect(rest).toMatchObject({ kind: 'waiting' });
  const failures = [...(await run()).notices.values()].map((notice) => notice.failures);
  expect(failures.map((list) => list.length)).toEqual([100]);
  expect(failures.map((list) => list.at(-1)?.again)).toEqual(['given-up']);
  if (rest.kind === 'waiting') clock.set(rest.wakeAt);
  expect(await drive()).toMatchObject({ next: { output: { verdicts: { c1: { outcome: 'expired' } } } } });
});

test('a topic that the installation does not know is recorded and given up', async () => {
  const { ports, runId, run } = made({ id: 'c1', tool: 'shout' });
  const next = await advance(ports, execution, { prompt: 'Shout.', requester: 'sam' });
  if (next.next !== 'ask') throw new Error(`Asking should come next, not ${next.next}.`);
  const requestId = next.requestId as RequestId;
  const entering = { runId, requestId, taskToken: 'task-token', enteredAt: execution.executionStartedAt };
  await ask({ ...ports, topicArnOf: () => undefined }, entering);
  expect([...(await run()).notices.values()][0]?.failures).toMatchObject([
    { error: 'TopicNotInGateFile', again: 'given-up' },
  ]);
});
