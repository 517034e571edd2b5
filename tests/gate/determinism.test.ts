import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TurnRequest } from '../../lib/gate/ports.ts';
import { bench } from '../support/bench.ts';
import { restartingGate } from '../support/gate-files.ts';
import { agentHarness, type Reply, resultsIn } from '../support/scripted-harness.ts';
import { bareStop, calling, ending, resultEvents, type SaidCall } from '../support/stream.ts';

const call = fc.record({
  tool: fc.constantFrom('buy', 'sell', 'look', 'wipe', 'unheard-of'),
  raw: fc.constantFrom('{"item":"pen"}', '{"item":"yacht"}', '{}', '', '{"a":1,"a":2}'),
});

const turn = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(call, { minLength: 1, maxLength: 4 }).map((calls) => ({ kind: 'calls' as const, calls })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ kind: 'throttled' as const }, { kind: 'cut' as const }, { kind: 'lost' as const }),
  },
);

const verdicts = fc.array(fc.constantFrom('approve' as const, 'reject' as const, 'nobody' as const), { minLength: 1 });

type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

function replies(turns: readonly Turn[]): (request: TurnRequest) => Reply {
  let at = 0;
  return (request) => {
    const now = turns[at];
    const replayed = resultsIn(request).map(({ id }) => ({ id }));
    at += 1;
    if (now === undefined) return ending('That is all.', ...replayed.map(({ id }) => id));
    if (now.kind === 'throttled') return { kind: 'refused', error: 'ThrottlingException', again: 'may-be-sent-again' };
    if (now.kind === 'lost') return { kind: 'unanswered', error: 'TimeoutError', message: 'gone' };
    if (now.kind === 'cut') return bareStop('timeout_exceeded');
    const calls = now.calls.map((made, index): SaidCall => ({ ...made, id: `call-${at}-${index}` }));
    return [...(replayed.length === 0 ? [] : resultEvents(replayed)), ...calling(...calls)];
  };
}

const gate = restartingGate();

async function chainOf(turns: readonly Turn[], answers: readonly ('approve' | 'reject' | 'nobody')[]) {
  const made = bench({ harness: agentHarness(replies(turns)), gate });
  for (let asked = 0; asked < 30; asked += 1) {
    const rest = await made.drive();
    if (rest.kind !== 'waiting') break;
    const answer = answers[asked % answers.length] ?? 'nobody';
    if (answer === 'nobody') made.clock.set(rest.wakeAt);
    const open = (await made.run()).calls.filter(
      ({ requestId, closed }) => requestId === rest.requestId && closed === undefined,
    );
    for (const { toolUseId } of open) if (answer !== 'nobody') await made.decide(answer, { call: toolUseId });
  }
  return made.ledger.stored(made.runId).map((item) => Buffer.from(item.bytes).toString());
}

test('same streams, verdicts, clock and ids give the same commits, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 5 }), verdicts, async (turns, answers) => {
      const chain = await chainOf(turns, answers);
      expect(chain.length).toBeGreaterThan(1);
      expect(await chainOf(turns, answers)).toEqual(chain);
      // Whatever the agent does, the run comes to an end of its own: nothing is left open in the record.
      expect(chain.at(-1)).toContain('"run.finished"');
    }),
    { numRuns: 60 },
  );
});
