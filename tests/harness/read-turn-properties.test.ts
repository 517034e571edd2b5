import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTurn } from '../../lib/harness/read-turn.ts';
import type { StreamEvent } from '../../lib/harness/stream-event.ts';
import { streamOf } from '../support/stream.ts';

const read = (events: readonly StreamEvent[]) => readTurn(streamOf(events));

interface Written {
  readonly id: string;
  readonly index: number;
  readonly input: string;
}

/** Calls of one message, where several may share an index, as the service was seen to send them. */
const writtenCalls = fc
  .array(fc.record({ index: fc.integer({ min: 0, max: 2 }), input: fc.string({ maxLength: 30 }) }), { maxLength: 5 })
  .map((calls): readonly Written[] => calls.map((call, at) => ({ ...call, id: `call-${at}` })));

const noise = fc.constantFrom<StreamEvent>(
  { hookEvent: { name: 'audit' } },
  { metadata: {} },
  { contentBlockStop: { contentBlockIndex: 0 } },
  { $unknown: ['novelty', {}] },
);

function eventsOf(calls: readonly Written[], cut: (input: string) => readonly string[]): StreamEvent[] {
  return [
    { messageStart: { role: 'assistant' } },
    ...calls.flatMap(({ id, index, input }): readonly StreamEvent[] => [
      { contentBlockStart: { contentBlockIndex: index, start: { toolUse: { toolUseId: id, name: 'buy' } } } },
      ...cut(input).map((piece) => ({
        contentBlockDelta: { contentBlockIndex: index, delta: { toolUse: { input: piece } } },
      })),
      { contentBlockStop: { contentBlockIndex: index } },
    ]),
    { messageStop: { stopReason: 'tool_use' } },
  ];
}

test('however the inputs are cut and whatever unrelated events stand between them, the reading is the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      writtenCalls,
      fc.array(fc.nat(30), { maxLength: 6 }),
      fc.array(fc.tuple(fc.nat(), noise), { maxLength: 10 }),
      async (calls, cuts, between) => {
        const whole = await read(eventsOf(calls, (input) => [input]));
        const events = eventsOf(calls, (input) => piecesOf(input, cuts));
        for (const [at, event] of between) events.splice(at % (events.length + 1), 0, event);
        expect(await read(events)).toEqual(whole);
        expect(whole.calls.map((call) => call.inputText)).toEqual(calls.map((call) => call.input));
      },
    ),
    { numRuns: 300 },
  );
});

function piecesOf(input: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.map((cut) => Math.min(cut, input.length)).sort((a, b) => a - b), input.length];
  return places.slice(1).map((end, at) => input.slice(places[at], end));
}

const anyEvent = fc.oneof(
  fc.record({ messageStart: fc.record({ role: fc.constantFrom('assistant', 'user', undefined) }) }),
  fc.record({ messageStop: fc.record({ stopReason: fc.constantFrom('tool_use', 'end_turn', undefined) }) }),
  fc.record({
    contentBlockStart: fc.record({
      contentBlockIndex: fc.option(fc.nat(3), { nil: undefined }),
      start: fc.constantFrom(
        { toolUse: { toolUseId: 'a', name: 'b' } },
        { toolUse: {} },
        { toolResult: {} },
        undefined,
      ),
    }),
  }),
  fc.record({
    contentBlockDelta: fc.record({
      contentBlockIndex: fc.nat(3),
      delta: fc.constantFrom({ text: 'x' }, { toolUse: { input: '{' } }, { toolUse: {} }, undefined),
    }),
  }),
  fc.constantFrom<StreamEvent>({}, { runtimeClientError: {} }, { metadata: { usage: {} } }),
);

test('nothing that a stream says makes the reader throw, and a stop is only ever reported where one was the last word', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 20 }), async (events) => {
      const { end } = await read(events);
      if (end.kind !== 'stopped') return;
      const lastStop = events.findLastIndex((event: StreamEvent) => event.messageStop !== undefined);
      const lastStart = events.findLastIndex((event: StreamEvent) => event.messageStart !== undefined);
      expect(lastStop).toBeGreaterThan(lastStart);
    }),
    { numRuns: 500 },
  );
});
