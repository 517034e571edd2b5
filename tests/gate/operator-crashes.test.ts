import { expect, test } from 'vitest';
import { afterDeath } from '../../lib/gate/after-death.ts';
import { operate } from '../../lib/gate/operate.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import { type Bench, bench, execution, oneInvocation } from '../support/bench.ts';
import { scriptedHarness, textIn } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

interface World extends Bench {
  /** From now on the n-th call of a port dies, before or after it; undefined for none. */
  readonly dieAt: (point: number | undefined) => void;
  readonly calls: () => number;
}

/** A run that waits for two people, whose ports can be made to fail at any of their calls. */
async function waiting(): Promise<World> {
  let calls = 0;
  let point: number | undefined;
  const made = bench({
    harness: scriptedHarness([calling({ id: 'c1', tool: 'sell' }, buying('c2')), ending('I see.', 'c1', 'c2')]),
    around: async (name, call) => {
      const here = calls;
      calls += 1;
      // Even points die before the call, odd ones when its answer is lost.
      if (point === here * 2) throw new Error(`died before ${name}`);
      const answer = await call();
      if (point === here * 2 + 1) throw new Error(`died after ${name}`);
      return answer;
    },
  });
  await made.drive();
  return {
    ...made,
    calls: () => calls,
    dieAt: (at) => {
      calls = 0;
      point = at;
    },
  };
}

/** Does it once with a death at every point, repeats it, and looks at what came of it. */
async function atEveryPoint(
  act: (made: World) => Promise<unknown>,
  look: (made: World, point: string) => Promise<void>,
) {
  const counted = await waiting();
  counted.dieAt(undefined);
  await act(counted);
  const points = counted.calls() * 2;
  expect(points).toBeGreaterThan(10);
  for (let point = 0; point < points; point += 1) {
    const made = await waiting();
    made.dieAt(point);
    await act(made).catch(() => undefined);
    made.dieAt(undefined);
    // Whoever died may have been sending: until it is certainly gone, nothing is sent in its place.
    made.clock.forward(120_000);
    await act(made);
    await look(made, `point ${point}`);
  }
}

async function toldOfTheEnd({ courier, ports, runId, commits }: World, point: string): Promise<void> {
  const told = courier.sent.filter(({ message }) => message.subject === 'Cancelled').map(({ to }) => to);
  // A notice whose record was lost is sent once more, and nobody is left out.
  expect(new Set(told), point).toEqual(new Set(['morgan@example.com', 'alex@example.com']));
  expect(told.length, point).toBeLessThanOrEqual(3);
  const entries = (await commits()).flatMap((commit) => commit.entries);
  const closings = entries.filter((entry) => entry.type === 'approval.closed');
  expect(closings, point).toMatchObject([{ outcome: 'cancelled' }, { outcome: 'cancelled' }]);
  expect((await verifyRun(ports, runId)).findings, point).toEqual([]);
}

test('a stop that dies at any point and is asked for again stops the run once', async () => {
  await atEveryPoint(
    (made) => {
      const body = JSON.stringify({ runId: made.runId, reason: 'Wrong.' });
      const userArn = 'arn:aws:iam::123456789012:user/ops';
      return operate(oneInvocation(made.ports), { path: '/runs/stop', userArn, body });
    },
    async (made, point) => {
      await toldOfTheEnd(made, point);
      expect(await made.drive(), point).toMatchObject({ next: { next: 'stopped' } });
      expect(made.harness.requests, point).toHaveLength(1);
    },
  );
});

test('an event of a death that is handled by halves and comes again cancels once, and a redrive goes on', async () => {
  const dead = { ...execution, status: 'TIMED_OUT', diedAt: '2026-03-02T09:20:00.000Z' } as const;
  await atEveryPoint(
    (made) => afterDeath(oneInvocation(made.ports), dead),
    async (made, point) => {
      await toldOfTheEnd(made, point);
      made.clock.set('2026-03-02T11:00:00.000Z');
      expect(await made.drive(), point).toMatchObject({ next: { next: 'done' } });
      expect(textIn(made.harness.requests[1]).match(/"outcome":"cancelled"/g), point).toHaveLength(2);
      expect((await made.run()).epoch, point).toBe(1);
    },
  );
});
