import { describe, expect, test } from 'vitest';
import type { Json } from '../../lib/core/canonical-json.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { advance } from '../../lib/gate/advance.ts';
import { afterDeath } from '../../lib/gate/after-death.ts';
import { operate } from '../../lib/gate/operate.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import { bench, execution, oneInvocation } from '../support/bench.ts';
import { type Reply, resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const input: Json = { prompt: 'Buy a chair.', requester: 'sam' };

/** A run during whose harness turn, or right before another call of a port, something happens once. */
function interrupted(replies: readonly Reply[], at: { readonly port: string; readonly nth?: number }) {
  let left = at.nth ?? 1;
  let happens: () => Promise<unknown> = async () => undefined;
  const made = bench({
    harness: scriptedHarness(replies),
    around: async (name, call) => {
      if (name === at.port) {
        left -= 1;
        if (left === 0) await happens();
      }
      return call();
    },
  });
  const die = () => {
    const diedAt = new Date(made.clock.now() + 1).toISOString();
    made.clock.forward(2);
    return afterDeath(oneInvocation(made.ports), { ...execution, status: 'ABORTED', diedAt });
  };
  const stop = () => {
    const userArn = 'arn:aws:iam::123456789012:user/ops';
    return operate(oneInvocation(made.ports), {
      path: '/runs/stop',
      userArn,
      body: JSON.stringify({ runId: made.runId }),
    });
  };
  return {
    ...made,
    die,
    stop,
    onInterrupt: (does: () => Promise<unknown>) => {
      happens = does;
    },
    invocation: () => advance(oneInvocation(made.ports), execution, input),
    typed: async (type: Entry['type']) =>
      (await made.commits()).flatMap((commit) => commit.entries).filter((entry) => entry.type === type),
  };
}

const asking = [calling(buying('c1')), ending('I see.', 'c1')] as const;

describe('a turn that was under way when its execution died', () => {
  test('is recorded, and asks nobody', async () => {
    const made = interrupted(asking, { port: 'harness.invoke' });
    made.onInterrupt(made.die);
    expect(await made.invocation()).toEqual({ next: 'again', runId: made.runId });
    expect(await made.typed('turn.finished')).toHaveLength(1);
    expect(await made.typed('execution.died')).toHaveLength(1);
    expect(await made.typed('approval.requested')).toEqual([]);
    expect(made.courier.sent).toEqual([]);
  });

  test('keeps its session, in which a redrive asks and goes on', async () => {
    const made = interrupted(asking, { port: 'harness.invoke' });
    made.onInterrupt(made.die);
    await made.invocation();
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
    expect(made.courier.sent).toHaveLength(1);
    await made.decide('approve', { call: 'c1' });
    expect(await made.drive()).toMatchObject({ next: { next: 'done' } });
    expect(resultsIn(made.harness.requests[1])).toMatchObject([{ id: 'c1', said: { outcome: 'approved' } }]);
    expect(await made.typed('session.retired')).toEqual([]);
    expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
  });

  test('may still end the run: that asks nobody', async () => {
    const made = interrupted([ending('Nothing to do.')], { port: 'harness.invoke' });
    made.onInterrupt(made.die);
    expect(await made.invocation()).toMatchObject({ next: 'done' });
  });

  test('ends a run that was also to stop, since nobody comes back to do it', async () => {
    const made = interrupted(asking, { port: 'harness.invoke' });
    made.onInterrupt(async () => {
      await made.die();
      expect(await made.stop()).toMatchObject({ status: 202 });
    });
    expect(await made.invocation()).toMatchObject({ next: 'stopped' });
    expect(await made.typed('approval.requested')).toEqual([]);
  });

  test('is never sent where the death is told before its mark', async () => {
    // The session is put right before the mark.
    const made = interrupted(asking, { port: 'operational.putSession' });
    made.onInterrupt(made.die);
    expect(await made.invocation()).toMatchObject({ next: 'again' });
    expect(made.harness.requests).toEqual([]);
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
    expect(made.harness.requests).toHaveLength(1);
  });
});

test('at whatever append the death is told, nobody is left with a request that a dead execution made', async () => {
  for (let nth = 2; nth <= 5; nth += 1) {
    const made = interrupted([...asking, ending('Begun again.')], { port: 'ledger.append', nth });
    made.onInterrupt(made.die);
    await made.invocation();
    const { calls, died } = await made.run();
    expect(died, `append ${nth}`).toBeDefined();
    const open = calls.filter((call) => call.requested !== undefined && call.closed === undefined);
    expect(open, `append ${nth}`).toEqual([]);
    expect(made.harness.requests.length, `append ${nth}`).toBeLessThanOrEqual(1);
    expect((await verifyRun(made.ports, made.runId)).findings, `append ${nth}`).toEqual([]);
  }
});

describe('a run that is to stop and whose execution died', () => {
  test('is ended where the death is told', async () => {
    const made = interrupted(asking, { port: 'none' });
    await made.drive();
    await made.stop();
    await made.die();
    expect((await made.run()).finished).toMatchObject({ outcome: 'stopped', reason: 'operator' });
    expect(await made.typed('session.retired')).toMatchObject([{ because: 'run-ended', owed: ['c1'] }]);
  });

  test('is ended by a stop that comes when a turn whose function is gone can run no more', async () => {
    const made = interrupted(asking, { port: 'harness.invoke' });
    made.onInterrupt(async () => {
      await made.die();
      throw new Error('the function is gone');
    });
    await expect(made.invocation()).rejects.toThrow('is gone');
    await made.stop();
    expect((await made.run()).finished).toBeUndefined();
    made.clock.forward(120_000);
    expect(await made.stop()).toMatchObject({ status: 202, body: { message: 'The run is stopped.' } });
    expect(await made.typed('turn.failed')).toMatchObject([{ failure: 'in-doubt' }]);
    expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
  });
});
