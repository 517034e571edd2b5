import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandId } from '../../lib/core/ids.ts';
import { advance } from '../../lib/gate/advance.ts';
import { decideAndAppend, type LedgerPorts } from '../../lib/gate/append.ts';
import type { Ledger } from '../../lib/gate/ports.ts';
import { around } from '../support/around.ts';
import { bench, execution, oneInvocation } from '../support/bench.ts';
import { countingRandomness, fakeClock } from '../support/fakes.ts';
import { runId, runStarted } from '../support/history.ts';
import { memoryLedger } from '../support/memory-ledger.ts';
import { agentHarness } from '../support/scripted-harness.ts';
import { buying, calling } from '../support/stream.ts';

function portsWith(ledger: Ledger): LedgerPorts & { readonly pauses: readonly number[] } {
  const pauses: number[] = [];
  return {
    ledger,
    clock: fakeClock().now,
    randomness: countingRandomness(),
    pauses,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  };
}

test('a command that others outrun every time gives up after a bounded number of short pauses, for the machine to try later', async () => {
  const ports = portsWith({ load: async () => [], append: async () => 'taken' });
  await expect(decideAndAppend(ports, runId, () => [runStarted()])).rejects.toMatchObject({
    name: 'Countersign.LedgerContention',
    code: 'conflict',
  });
  expect(ports.pauses.length).toBeGreaterThan(3);
  expect(Math.max(...ports.pauses)).toBeLessThanOrEqual(40);
  expect(new Set(ports.pauses).size).toBeGreaterThan(1);
});

test('every attempt of one command bears the same command id and is decided on the chain as it then is', async () => {
  const ledger = memoryLedger();
  const ids: CommandId[] = [];
  let others = 1;
  const contended: Ledger = {
    load: ledger.load,
    append: async (commit) => {
      ids.push(commit.commandId);
      if (others === 0) return ledger.append(commit);
      others -= 1;
      return 'taken';
    },
  };
  const seen: (boolean | undefined)[] = [];
  const commit = await decideAndAppend(portsWith(contended), runId, (run) => {
    seen.push(run === undefined);
    return [runStarted()];
  });
  expect(commit).toMatchObject({ seq: 0, commandId: ids[0] });
  expect(new Set(ids).size).toBe(1);
  expect(seen).toEqual([true, true]);
});

test('a decision to do nothing writes nothing', async () => {
  const ledger = memoryLedger();
  expect(await decideAndAppend(portsWith(ledger), runId, () => undefined)).toBeUndefined();
  expect(await decideAndAppend(portsWith(ledger), runId, () => [])).toBeUndefined();
  expect(await ledger.load(runId)).toEqual([]);
});

test('two invocations of Advance at once send a turn once, in any interleaving', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const made = bench({ harness: agentHarness(() => calling(buying('c1'))) });
      const later = (name: string, call: () => Promise<unknown>) =>
        scheduler.schedule(Promise.resolve(), name).then(call);
      const invoke = () =>
        advance(
          oneInvocation({
            ...made.ports,
            ledger: around(made.ports.ledger, 'ledger', later),
            harness: around(made.ports.harness, 'harness', later),
          }),
          execution,
          { prompt: 'Buy a chair.', requester: 'sam' },
        ).then(
          (next) => next.next,
          (error: unknown) => (error instanceof Error ? error.name : ''),
        );
      const both = Promise.all([invoke(), invoke()]);
      await scheduler.waitFor(both);
      expect(made.harness.requests).toHaveLength(1);
      expect(await both).toContain('ask');
      // Whoever came second either finds the turn under way or the request that it led to.
      for (const next of await both) expect(['ask', 'Countersign.TurnInFlight']).toContain(next);
      expect((await made.run()).turns).toHaveLength(1);
    }),
    { numRuns: 100 },
  );
});
