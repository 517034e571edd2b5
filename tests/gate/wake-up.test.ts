import { expect, test } from 'vitest';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { ask } from '../../lib/gate/ask.ts';
import type { Callback } from '../../lib/gate/ports.ts';
import { recordVerdict } from '../../lib/gate/record-verdict.ts';
import { around } from '../support/around.ts';
import { type Bench, bench, oneInvocation } from '../support/bench.ts';
import { everyOrder, heldCalls, type Scheduler } from '../support/schedules.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

async function waiting(): Promise<Bench> {
  const made = bench({ harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  await made.drive();
  return made;
}

test('a forged success only makes the run look again and wait again, without another mail', async () => {
  const made = await waiting();
  for (let forged = 0; forged < 3; forged += 1) {
    const token = made.liveToken() ?? '';
    expect(await made.ports.callback.wake(token)).toBe('sent');
    expect(await made.drive()).toMatchObject({ kind: 'waiting', wakeAt: '2026-03-02T10:00:00.000Z' });
    expect(made.liveToken()).not.toBe(token);
  }
  expect(made.courier.sent).toHaveLength(1);
  expect(made.harness.requests).toHaveLength(1);
  await made.decide('approve', { call: 'c1' });
  expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
});

test('a wake-up that fails is reported and no error of the approver’s, and a second click sends it again', async () => {
  const made = await waiting();
  const lossy: Callback = {
    wake: async () => {
      throw new Error('connection reset');
    },
  };
  const command = { linkSecret: made.secretOf('morgan@example.com'), toolUseId: 'c1' as ToolUseId };
  const digest = await made.digestOf('c1');
  const approve = { ...command, verdict: 'approve' as const, digest, comment: undefined };
  const failures: unknown[] = [];
  const wakeFailed = (failure: unknown) => failures.push(failure);
  const answer = await recordVerdict({ ...made.ports, callback: lossy, wakeFailed }, approve);
  expect(answer).toMatchObject({ kind: 'recorded', call: { standing: { outcome: 'approved' } } });
  expect(failures).toMatchObject([{ runId: made.runId, error: { message: 'connection reset' } }]);
  expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  expect(await made.decide('approve', { call: 'c1' })).toMatchObject({ kind: 'repeated' });
  expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
});

test('a verdict whose wake-up was lost for good costs time until the deadline and still counts', async () => {
  const made = await waiting();
  const silent: Callback = { wake: async () => 'too-old' };
  const linkSecret = made.secretOf('morgan@example.com');
  await recordVerdict(
    { ...made.ports, callback: silent },
    {
      linkSecret,
      toolUseId: 'c1' as ToolUseId,
      verdict: 'approve',
      digest: await made.digestOf('c1'),
      comment: undefined,
    },
  );
  expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  made.clock.set('2026-03-02T10:00:00.000Z');
  expect(await made.drive()).toMatchObject({ next: { output: { verdicts: { c1: { outcome: 'approved' } } } } });
});

test('the wake-up waits for the last call of a request', async () => {
  const made = bench({ harness: scriptedHarness([calling(buying('c1', 'a'), buying('c2', 'b'))]) });
  await made.drive();
  await made.decide('approve', { call: 'c1' });
  expect(made.woken.size).toBe(0);
  await made.decide('reject', { call: 'c2' });
  expect(made.woken.size).toBe(1);
});

const decisive = [
  'ledger.load',
  'ledger.append',
  'operational.putTaskToken',
  'operational.newestTaskToken',
  'callback.wake',
];

/** The state machine enters Ask once more while somebody decides; both run under every order of what they do. */
async function enterWhileDeciding(scheduler: Scheduler): Promise<void> {
  const made = await waiting();
  const woken = new Set<string>();
  // The first token was spent by a forged success; the machine waits with the second from the moment it enters Ask.
  const callback: Callback = {
    wake: async (token) => {
      if (token !== 'second-token') return 'too-old';
      woken.add(token);
      return 'sent';
    },
  };
  const portsOf = (actor: string) => {
    const held = heldCalls(scheduler, actor, decisive);
    return {
      ...made.ports,
      ledger: around(made.ports.ledger, 'ledger', held),
      operational: around(made.ports.operational, 'operational', held),
      callback: around(callback, 'callback', held),
    };
  };
  const run = await made.run();
  const [requestId] = [...run.requests.keys()];
  if (requestId === undefined) throw new Error('There is no request.');
  const digest = await made.digestOf('c1');
  await Promise.all([
    ask(oneInvocation(portsOf('asks')), {
      runId: made.runId,
      requestId,
      taskToken: 'second-token',
      enteredAt: '2026-03-02T09:10:00.000Z',
    }),
    recordVerdict(oneInvocation(portsOf('decides')), {
      linkSecret: made.secretOf('morgan@example.com'),
      toolUseId: 'c1' as ToolUseId,
      verdict: 'approve',
      digest,
      comment: undefined,
    }),
  ]);
  expect([...woken]).toEqual(['second-token']);
}

test('store-then-check and append-then-read lose the wake-up in no order of events', async () => {
  const orders = await everyOrder(enterWhileDeciding);
  expect(orders).toBeGreaterThan(20);
});

test('without the check of who waits, some order does lose it, so the test above can fail', async () => {
  const blind = async (scheduler: Scheduler) => {
    const made = await waiting();
    const { operational } = made.ports;
    const [requestId] = [...(await made.run()).requests.keys()];
    if (requestId === undefined) throw new Error('There is no request.');
    const entering = { runId: made.runId, requestId, taskToken: 'second-token', enteredAt: '2026-03-02T09:10:00.000Z' };
    const sent: string[] = [];
    const callback: Callback = {
      wake: async (token) => {
        sent.push(token);
        return token === 'second-token' ? 'sent' : 'too-old';
      },
    };
    const held = heldCalls(scheduler, 'decides', decisive);
    const digest = await made.digestOf('c1');
    await Promise.all([
      scheduler.hold('asks', () => operational.putTaskToken(entering)),
      recordVerdict(
        { ...made.ports, callback, operational: around(operational, 'operational', held) },
        {
          linkSecret: made.secretOf('morgan@example.com'),
          toolUseId: 'c1' as ToolUseId,
          verdict: 'approve',
          digest,
          comment: undefined,
        },
      ),
    ]);
    expect(sent).toContain('second-token');
  };
  await expect(everyOrder(blind)).rejects.toThrow();
});
