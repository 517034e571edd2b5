import { expect, test } from 'vitest';
import type { Entry } from '../../lib/core/entries.ts';
import { afterDeath, type DeadExecution } from '../../lib/gate/after-death.ts';
import { operate } from '../../lib/gate/operate.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import { bench, execution } from '../support/bench.ts';
import {
  chainOf,
  closed,
  judged,
  recorded,
  requested,
  runStarted,
  turnFinished,
  turnStarted,
  verdict,
} from '../support/history.ts';
import { resultsIn, scriptedHarness, textIn } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const dead: DeadExecution = { ...execution, status: 'ABORTED', diedAt: '2026-03-02T09:20:00.000Z' };

async function waiting() {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), ending('I see.')]) });
  expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  const outcomes = async () => (await made.run()).calls.map((call) => call.closed?.outcome);
  const retired = async () =>
    (await made.commits())
      .flatMap((commit): readonly Entry[] => commit.entries)
      .filter((entry) => entry.type === 'session.retired');
  return { ...made, outcomes, retired };
}

test('an execution that died cancels what waits and tells whoever was asked, once', async () => {
  const made = await waiting();
  expect(await afterDeath(made.ports, dead)).toBe('recorded');
  expect(await afterDeath(made.ports, dead)).toBe('nothing-to-do');
  expect(await made.outcomes()).toEqual(['cancelled']);
  expect(made.courier.sent.map(({ message }) => message.subject)).toEqual(['Approval', 'Cancelled']);
  expect((await made.run()).finished).toBeUndefined();
});

test('a redrive goes on in a new session, which is told that nobody decided', async () => {
  const made = await waiting();
  await afterDeath(made.ports, dead);
  expect(await made.retired()).toEqual([
    { type: 'session.retired', epoch: 0, because: 'execution-died', owed: ['c1'] },
  ]);
  made.clock.set('2026-03-02T10:00:00.000Z');
  expect(await made.drive()).toMatchObject({
    next: { next: 'done', output: { verdicts: { c1: { outcome: 'cancelled' } } } },
  });
  const [first, second] = made.harness.requests;
  expect(resultsIn(second)).toEqual([]);
  expect(textIn(second)).toMatch(/cancelled before it was decided.*- buy with .*"outcome":"cancelled"/s);
  expect(second?.sessionId).not.toBe(first?.sessionId);
  expect((await made.run()).died).toBeUndefined();
  expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
});

test('a run that ended by itself, or never began, is left alone', async () => {
  const made = await waiting();
  await made.decide('approve', { call: 'c1' });
  await made.drive();
  const { head } = await made.run();
  expect(await afterDeath(made.ports, { ...dead, status: 'FAILED' })).toBe('nothing-to-do');
  expect((await made.run()).head).toEqual(head);
  const other = { ...dead, executionName: 'never-began' };
  expect(await afterDeath(made.ports, other)).toBe('nothing-to-do');
});

test('a death that is told after a redrive has taken a turn cancels nothing', async () => {
  const made = await waiting();
  expect(await afterDeath(made.ports, { ...dead, diedAt: '2026-03-02T08:59:00.000Z' })).toBe('nothing-to-do');
  expect(await made.outcomes()).toEqual([undefined]);
});

test('whoever could not be told is tried again by a repeat of the event', async () => {
  const made = await waiting();
  made.courier.answerWith(() => ({ kind: 'failed', error: 'Throttled', again: 'will-be-tried-again' }));
  await expect(afterDeath(made.ports, dead)).rejects.toThrow('could not be told');
  made.courier.answerWith(undefined);
  await afterDeath(made.ports, dead);
  expect(made.courier.sent).toHaveLength(2);
  expect(await made.outcomes()).toEqual(['cancelled']);
});

test('a dead run can be stopped for good, since nobody would come back to end it', async () => {
  const made = await waiting();
  await afterDeath(made.ports, dead);
  const body = JSON.stringify({ runId: made.runId });
  const answer = await operate(made.ports, { path: '/runs/stop', userArn: 'arn:aws:iam::123456789012:user/ops', body });
  expect(answer).toMatchObject({ status: 202, body: { message: 'The run is stopped.' } });
  expect((await made.run()).finished).toMatchObject({ outcome: 'stopped', reason: 'operator' });
  expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
});

test('a session in which something approved is yet to be carried out is kept: a new one would ask for it again', async () => {
  const history = (carriedOutBy: 'gate' | 'harness' | undefined): readonly Entry[] => [
    runStarted(),
    turnStarted(1),
    recorded(1, 'c1'),
    recorded(1, 'c2'),
    turnFinished(1, 'tool_use', { handed: ['c1', 'c2'] }),
    judged('c1', 'ask', carriedOutBy === undefined ? {} : { carriedOutBy }),
    judged('c2', 'ask'),
    requested(1, 'c1', 'c2'),
    verdict('c1'),
    closed('c1', 'approved'),
  ];
  const retiredAfter = async (carriedOutBy: 'gate' | 'harness' | undefined) => {
    const made = bench({ harness: scriptedHarness([]) });
    for (const commit of chainOf(...history(carriedOutBy))) await made.ledger.append(commit);
    expect(await afterDeath(made.ports, dead)).toBe('recorded');
    const run = await made.run();
    expect(run.calls.map((call) => call.closed?.outcome)).toEqual(['approved', 'cancelled']);
    return run.epoch;
  };
  expect(await retiredAfter('gate')).toBe(0);
  expect(await retiredAfter('harness')).toBe(0);
  expect(await retiredAfter(undefined)).toBe(1);
});
