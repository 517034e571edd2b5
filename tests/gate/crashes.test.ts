import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TurnRequest } from '../../lib/gate/ports.ts';
import type { Around } from '../support/around.ts';
import { type Bench, bench, type Rest } from '../support/bench.ts';
import { gateFile, restartingGate } from '../support/gate-files.ts';
import { agentHarness, type Reply, resultsIn, textIn } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

class Crash extends Error {
  override name = 'Crash';
}

/** A process that dies at the n-th call of a port, before the call or after it, when its answer is lost. */
interface CrashPoint {
  readonly at: number;
  readonly when: 'before' | 'after';
}

function crashing(points: readonly CrashPoint[]): { readonly hook: Around; readonly calls: () => number } {
  let calls = 0;
  return {
    calls: () => calls,
    hook: async (name, call) => {
      const point = points.find((crash) => crash.at === calls);
      calls += 1;
      if (point?.when === 'before') throw new Crash(`before ${name}`);
      const answer = await call();
      if (point !== undefined) throw new Crash(`after ${name}`);
      return answer;
    },
  };
}

/** An agent that asks before it buys, in whatever session it is, and obeys. */
function obedientAgent(request: TurnRequest): Reply {
  const results = resultsIn(request);
  if (results.length > 0) return ending('Done as told.', ...results.map((result) => result.id));
  if (textIn(request).includes('"outcome"')) return ending('I go on from what was decided.');
  return calling(buying('c1'), { id: 'c2', tool: 'sell' });
}

const restarting = restartingGate();
const failing = gateFile();

/** Two calls, two approvers, from prompt to end; whoever is interrupted tries again. */
async function story(points: readonly CrashPoint[], gate = restarting): Promise<{ made: Bench; rest: Rest }> {
  const made = bench({ harness: agentHarness(obedientAgent), gate, around: crashing(points).hook });
  for (let step = 0; step < 40; step += 1) {
    const rest = await made.drive();
    if (rest.kind !== 'waiting') return { made, rest };
    const run = await made.run();
    const open = run.calls.filter((call) => call.closed === undefined && call.requestId === rest.requestId);
    // All is decided and the wake-up was lost with nobody seeing it, or whoever was to send a mail died twice over it and it
    // was given up: the deadline wakes the run.
    const isAsked = made.courier.sent.some(({ to }) => to === 'morgan@example.com');
    if (open.length === 0 || !isAsked) made.clock.set(rest.wakeAt);
    else
      for (const { name, toolUseId } of open)
        await insist(() => made.decide(name === 'buy' ? 'approve' : 'reject', { call: toolUseId }));
  }
  throw new Error('The run does not come to its end.');
}

async function insist(click: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    try {
      await click();
      return;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
}

/** What holds after any crash: nothing was sent twice, and the record holds. */
async function checkWorld({ harness, run, ledger, runId }: Bench): Promise<void> {
  const state = await run();
  const sent = harness.requests.map((request) => JSON.stringify([request.sessionId, request.messages]));
  expect(new Set(sent).size).toBe(sent.length);
  expect(harness.requests.length).toBeLessThanOrEqual(state.turns.length);
  const closings = ledger.stored(runId).flatMap(
    (item) =>
      Buffer.from(item.bytes)
        .toString()
        .match(/"approval\.closed"/g) ?? [],
  );
  expect(closings.length).toBe(state.calls.filter((call) => call.closed !== undefined).length);
}

async function countCalls(): Promise<number> {
  const counter = crashing([]);
  const made = bench({ harness: agentHarness(obedientAgent), around: counter.hook });
  await made.drive();
  await made.decide('approve', { call: 'c1' });
  await made.decide('reject', { call: 'c2' });
  await made.drive();
  return counter.calls();
}

const total = await countCalls();
const everyPoint = Array.from({ length: total }, (_, at) => at).flatMap((at): readonly CrashPoint[] => [
  { at, when: 'before' },
  { at, when: 'after' },
]);

describe('a process that dies', () => {
  test('between any two calls of its ports costs no verdict and sends no turn twice: the run ends as decided', async () => {
    for (const point of everyPoint) {
      const { made, rest } = await story([point]);
      await checkWorld(made);
      expect(rest, JSON.stringify(point)).toMatchObject({ kind: 'ended', next: { next: 'done' } });
      const outcomes = (await made.run()).calls.filter((call) => call.closed !== undefined);
      expect(outcomes.map((call) => [call.name, call.closed?.outcome])).toEqual([
        ['buy', 'approved'],
        ['sell', 'rejected'],
      ]);
    }
  });

  test('where doubts fail the run, it fails exactly when a turn was sent and its answer lost', async () => {
    for (const point of everyPoint) {
      const { made, rest } = await story([point], failing);
      await checkWorld(made);
      const { turns } = await made.run();
      const inDoubt = turns.some((turn) => turn.end?.type === 'turn.failed' && turn.end.failure === 'in-doubt');
      expect(rest, JSON.stringify(point)).toMatchObject({ kind: 'ended', next: { next: inDoubt ? 'failed' : 'done' } });
    }
  });

  test('again and again still leaves a record that holds, and no turn that was sent twice', async () => {
    const points = fc.array(
      fc.record({ at: fc.nat(total * 2), when: fc.constantFrom('before' as const, 'after' as const) }),
      { minLength: 2, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(points, async (crashes) => {
        const { made, rest } = await story(crashes);
        await checkWorld(made);
        expect(rest.kind).toBe('ended');
      }),
      { numRuns: 60 },
    );
  });
});

test('a mark that may still be running is waited for, not sent again', async () => {
  const { harness, drive, clock } = bench({
    harness: agentHarness(obedientAgent),
    ...dyingOnceAfter('harness.invoke'),
  });
  const before = clock.now();
  const rest = await drive();
  expect(rest).toMatchObject({
    kind: 'ended',
    next: { next: 'failed', cause: expect.stringContaining('turn.in-doubt') },
  });
  expect(clock.now() - before).toBeGreaterThanOrEqual(120_000);
  expect(harness.requests).toHaveLength(1);
});

test('a turn whose end is in the ledger is not sent again, although its function never answered', async () => {
  let appends = 0;
  const around: Around = async (name, call) => {
    const answer = await call();
    // The third commit is the end of the first turn.
    if (name === 'ledger.append' && ++appends === 3) throw new Crash('after the end of the turn');
    return answer;
  };
  const { harness, drive } = bench({ harness: agentHarness(obedientAgent), around });
  expect(await drive()).toMatchObject({ kind: 'waiting' });
  expect(harness.requests).toHaveLength(1);
});

function dyingOnceAfter(port: string): { readonly around: Around } {
  let died = false;
  return {
    around: async (name, call) => {
      const answer = await call();
      if (name !== port || died) return answer;
      died = true;
      throw new Crash(`after ${name}`);
    },
  };
}
