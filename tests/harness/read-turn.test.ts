import { describe, expect, test } from 'vitest';
import { readTurn } from '../../lib/harness/read-turn.ts';
import type { StreamEvent } from '../../lib/harness/stream-event.ts';
import { assistant, bareStop, resultEvents, streamOf, usage } from '../support/stream.ts';

const read = (...events: readonly (StreamEvent | Error | readonly StreamEvent[])[]) =>
  readTurn(streamOf(events.flat()));

const begin = (contentBlockIndex: number, toolUseId: string, name = 'buy'): StreamEvent => ({
  contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId, name } } },
});
const fragment = (contentBlockIndex: number, input: string): StreamEvent => ({
  contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input } } },
});
const said = (text: string): StreamEvent => ({ contentBlockDelta: { contentBlockIndex: 0, delta: { text } } });
const stop = (contentBlockIndex: number): StreamEvent => ({ contentBlockStop: { contentBlockIndex } });
const start = (role: string): StreamEvent => ({ messageStart: { role } });
const end = (stopReason: string): StreamEvent => ({ messageStop: { stopReason } });

describe('the outcome', () => {
  test('rule 1: only the last messageStop decides; the one before belongs to a tool that the harness ran', async () => {
    const reading = await read(
      assistant({ calls: [{ id: 'a', tool: 'shell' }] }, 'tool_use'),
      resultEvents([{ id: 'a' }]),
      assistant({ text: 'Ready.' }, 'end_turn'),
    );
    expect(reading.end).toEqual({ kind: 'stopped', stopReason: 'end_turn' });
    expect(reading.results).toEqual(new Map([['a', 'success']]));
  });

  test('rule 2: metadata and hook events behind the last messageStop are still read', async () => {
    const reading = await read(start('assistant'), end('end_turn'), usage(7, 3), { hookEvent: {} }, usage(1, 1));
    expect(reading.end).toEqual({ kind: 'stopped', stopReason: 'end_turn' });
    expect(reading.usage).toEqual({ inputTokens: 8, outputTokens: 4, totalTokens: 12 });
  });

  test('what hooks decided before tools is kept, and anything but a plain allow is a denial', async () => {
    const hook = (type: string, decision?: string): StreamEvent => ({
      hookEvent: {
        hookEventId: 'h',
        name: 'guard',
        type,
        reason: 'a: why',
        ...(decision === undefined ? {} : { decision }),
      },
    });
    const { hooks } = await read(
      hook('before_tool_call', 'allow'),
      hook('before_tool_call', 'deny'),
      hook('before_tool_call', 'maybe'),
      hook('before_tool_call'),
      hook('after_tool_call', 'allow'),
      { hookEvent: { type: 'before_tool_call', decision: 'allow' } },
    );
    expect(hooks.map(({ decision, reason }) => `${decision} ${reason}`)).toEqual([
      'allow a: why',
      'deny a: why',
      'deny a: why',
      'allow ',
    ]);
  });

  test('rule 13: a stream without a messageStop has no stop, whatever else it said', async () => {
    expect((await read(start('assistant'), said('Almost'))).end).toEqual({ kind: 'no-message-stop' });
    expect((await read()).end).toEqual({ kind: 'no-message-stop' });
    expect((await read({ hookEvent: {} })).end).toEqual({ kind: 'no-message-stop' });
  });

  test('a message that is cut off takes away the stop of the one before it', async () => {
    const reading = await read(
      assistant({ calls: [{ id: 'a', tool: 'shell' }] }, 'tool_use'),
      resultEvents([{ id: 'a' }]),
      start('assistant'),
      said('Now I'),
    );
    expect(reading.end).toEqual({ kind: 'no-message-stop' });
  });

  test('a messageStop without a reason is a stop for no known reason', async () => {
    expect((await read(start('assistant'), { messageStop: {} })).end).toEqual({ kind: 'stopped', stopReason: '' });
  });
});

describe('tool calls', () => {
  test('rule 3: calls are kept apart by id when the service gives two of them the same index', async () => {
    const { calls } = await read(
      start('assistant'),
      ...[begin(0, 'a'), fragment(0, '{"n":1}'), stop(0)],
      ...[begin(0, 'b'), fragment(0, '{"n":2}'), stop(0)],
      ...[begin(1, 'c'), fragment(1, '{"n":3}'), stop(1)],
      end('tool_use'),
    );
    expect(calls.map((call) => [call.toolUseId, call.inputText])).toEqual([
      ['a', '{"n":1}'],
      ['b', '{"n":2}'],
      ['c', '{"n":3}'],
    ]);
  });

  test('rule 3: a late stop of the first call at a reused index does not close the second', async () => {
    const { calls, end: stopped } = await read(
      start('assistant'),
      ...[begin(0, 'a'), fragment(0, '{"n":1}'), begin(0, 'b'), stop(0), fragment(0, '{"n":2}'), stop(0)],
      end('tool_use'),
    );
    expect(calls.map((call) => call.inputText)).toEqual(['{"n":1}', '{"n":2}']);
    expect(stopped.kind).toBe('stopped');
  });

  test('rule 3: indexes begin anew with every message', async () => {
    const { calls } = await read(
      assistant({ calls: [{ id: 'a', tool: 'shell', input: { n: 1 } }] }, 'tool_use'),
      resultEvents([{ id: 'a' }]),
      assistant({ calls: [{ id: 'b', tool: 'buy', input: { n: 2 } }] }, 'tool_use'),
    );
    expect(calls).toEqual([
      { toolUseId: 'a', name: 'shell', inputText: '{"n":1}', message: 1 },
      { toolUseId: 'b', name: 'buy', inputText: '{"n":2}', message: 2 },
    ]);
  });

  test.each([
    ['pieces with an empty one first', ['', '{"am', 'ount":', '349}']],
    ['one piece', ['{"amount":349}']],
    ['a piece that ends inside a surrogate pair', ['{"a":"\ud83d', '\ude00"}']],
  ])('rule 4: input arrives in %s', async (_, pieces) => {
    const { calls } = await read(start('assistant'), begin(1, 'a'), ...pieces.map((piece) => fragment(1, piece)));
    expect(calls[0]?.inputText).toBe(pieces.join(''));
  });

  test('rule 4: a call without any fragment has an empty input', async () => {
    const { calls } = await read(start('assistant'), begin(1, 'a'), stop(1), end('tool_use'));
    expect(calls).toEqual([{ toolUseId: 'a', name: 'buy', inputText: '', message: 1 }]);
  });

  test.each(['tool_use', 'server_tool_use', 'mcp_tool_use', undefined])(
    'rule 5: the type %s says nothing about whose call it is',
    async (type) => {
      const typed = { toolUseId: 'a', name: 'buy', ...(type === undefined ? {} : { type }) };
      const event: StreamEvent = { contentBlockStart: { contentBlockIndex: 0, start: { toolUse: typed } } };
      const { calls } = await read(start('assistant'), event, end('tool_use'));
      expect(calls.map((call) => call.toolUseId)).toEqual(['a']);
    },
  );

  test.each([
    ['no id', { name: 'buy' }],
    ['no name', { toolUseId: 'a' }],
    ['an id with a slash', { toolUseId: 'a/b', name: 'buy' }],
    ['an id of 65 characters', { toolUseId: 'a'.repeat(65), name: 'buy' }],
    ['a name with a space', { toolUseId: 'a', name: 'buy it' }],
  ])('a call with %s makes the turn unreadable', async (_, toolUse) => {
    const reading = await read(
      start('assistant'),
      { contentBlockStart: { contentBlockIndex: 0, start: { toolUse } } },
      end('tool_use'),
    );
    expect(reading.end.kind).toBe('unreadable');
    expect(reading.calls).toEqual([]);
  });

  test('two calls of one turn with the same id make it unreadable', async () => {
    const reading = await read(start('assistant'), begin(0, 'a'), begin(1, 'a'), end('tool_use'));
    expect(reading.end).toMatchObject({ kind: 'unreadable', message: expect.stringContaining('same id') });
  });

  test('a fragment that belongs to no call makes the turn unreadable', async () => {
    expect((await read(start('assistant'), begin(0, 'a'), fragment(1, '{}'), end('tool_use'))).end.kind).toBe(
      'unreadable',
    );
  });
});

describe('results and words', () => {
  test('rules 7 and 10: results in the stream are noted with their status, ours replayed or the harness own', async () => {
    const reading = await read(
      resultEvents([{ id: 'ours' }, { id: 'denied', status: 'error' }]),
      assistant({ text: 'On.' }, 'end_turn'),
    );
    expect(reading.results).toEqual(
      new Map([
        ['ours', 'success'],
        ['denied', 'error'],
      ]),
    );
  });

  test('rule 11: a hand-off of an earlier call is silent, even where it comes in an empty assistant message', async () => {
    const silent = await read(resultEvents([{ id: 'a' }]), bareStop('tool_use'));
    expect(silent).toMatchObject({ modelSpoke: 'silent', messages: 0, calls: [], words: '' });
    expect(silent.end).toEqual({ kind: 'stopped', stopReason: 'tool_use' });
  });

  test.each<[string, StreamEvent]>([
    ['text', said('I')],
    ['a call', begin(0, 'a')],
    ['reasoning', { contentBlockDelta: { contentBlockIndex: 0, delta: {} } }],
  ])('the model has spoken with %s', async (_, event) => {
    expect(await read(start('assistant'), event, end('end_turn'))).toMatchObject({ modelSpoke: 'spoke', messages: 1 });
  });

  test('text comes without a block start, and the words are those of the last assistant message that has any', async () => {
    const reading = await read(
      start('assistant'),
      said('Let me '),
      said('look.'),
      end('tool_use'),
      start('user'),
      said('a result, not words'),
      end('tool_result'),
      start('assistant'),
      said('Found '),
      said('it.'),
      end('end_turn'),
    );
    expect(reading.words).toBe('Found it.');
  });

  test('an empty assistant message at the end does not take the words away', async () => {
    const reading = await read(assistant({ text: 'Working.' }, 'end_turn'), bareStop('timeout_exceeded'));
    expect(reading.words).toBe('Working.');
  });
});

describe('trouble', () => {
  test.each(['internalServerException', 'validationException', 'runtimeClientError'])(
    'rule 12: %s as a member of the stream is a fault',
    async (error) => {
      const reading = await read(start('assistant'), { [error]: { message: 'no' } });
      expect(reading.end).toEqual({ kind: 'fault', error, message: 'no' });
    },
  );

  test('rule 12: an error thrown while iterating is a fault with the name that it has', async () => {
    const error = Object.assign(new Error('gone'), { name: 'RuntimeClientError' });
    const reading = await read(start('assistant'), said('I'), error);
    expect(reading.end).toEqual({ kind: 'fault', error: 'RuntimeClientError', message: 'gone' });
    expect(reading.words).toBe('I');
  });

  test('a fault decides although a messageStop follows, and calls behind it are still read', async () => {
    const reading = await read(
      { runtimeClientError: {} },
      assistant({ calls: [{ id: 'a', tool: 'buy' }] }, 'tool_use'),
    );
    expect(reading.end).toEqual({ kind: 'fault', error: 'runtimeClientError', message: '' });
    expect(reading.calls.map((call) => call.toolUseId)).toEqual(['a']);
  });

  test('a fault after the last messageStop decides too', async () => {
    const reading = await read(assistant({ text: 'Bye.' }, 'end_turn'), { internalServerException: { message: 'oh' } });
    expect(reading.end.kind).toBe('fault');
  });

  test('members newer than the SDK are passed over', async () => {
    const unknown = { $unknown: ['novelty', { messageStop: 1 }] };
    const reading = await read(unknown, assistant({ text: 'Hi.' }, 'end_turn'), unknown);
    expect(reading.end).toEqual({ kind: 'stopped', stopReason: 'end_turn' });
  });

  test('usage without a total is summed from its parts, and metadata without usage is nothing', async () => {
    const reading = await read(
      { metadata: { usage: { inputTokens: 2, outputTokens: 3 } } },
      { metadata: {} },
      usage(10, 1),
    );
    expect(reading.usage).toEqual({ inputTokens: 12, outputTokens: 4, totalTokens: 16 });
  });
});
