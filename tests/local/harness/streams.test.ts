import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { encodeFrame } from '../../../lib/local/harness/event-frames.ts';
import { ids, startBench } from './bench.ts';

test('text has no contentBlockStart, and reasoning comes before it', async () => {
  const bench = await startBench({ script: 'agent: A\ndialogue: [{ think: Hm, say: [One, Two] }]' });
  const heard = await bench.say('Go');
  expect(heard.events.some((event) => event.contentBlockStart)).toBe(false);
  expect(heard.events.flatMap((event) => event.contentBlockDelta ?? [])).toEqual([
    { contentBlockIndex: 0, delta: { reasoningContent: { text: 'Hm' } } },
    { contentBlockIndex: 1, delta: { text: 'One' } },
    { contentBlockIndex: 2, delta: { text: 'Two' } },
  ]);
});

test.each([
  ['distinct', [1, 2, 3]],
  ['reused', [1, 1, 2]],
] as const)('indexes of tool calls may be %s', async (blockIndexes, expected) => {
  const script = 'agent: A\ndialogue: [{ say: x, call: [a, b, c] }]';
  const bench = await startBench({ script, settings: { blockIndexes } });
  const heard = await bench.say('Go');
  expect(heard.events.flatMap((e) => e.contentBlockStart?.contentBlockIndex ?? [])).toEqual(expected);
  expect(heard.events.flatMap((e) => e.contentBlockStop?.contentBlockIndex ?? [])).toEqual([0, ...expected]);
});

describe('tool input', () => {
  const fragments = async (call: string, toolInput: 'pieces' | 'whole' = 'pieces') => {
    const bench = await startBench({ script: `agent: A\ndialogue: [{ call: ${call} }]`, settings: { toolInput } });
    const heard = await bench.say('Go');
    return heard.events.flatMap((event) => event.contentBlockDelta?.delta?.toolUse?.input ?? []);
  };

  test('comes in pieces, the first of them empty', async () => {
    expect(await fragments('{ tool: a, input: { text: äöü-👍-1234567890 } }')).toEqual([
      '',
      '{"text":"äöü-👍-1',
      '234567890"}',
    ]);
  });

  test('or whole', async () => {
    expect(await fragments('{ tool: a, input: { text: 1234567890123456789 } }', 'whole')).toHaveLength(1);
  });

  test('may be nothing at all', async () => {
    expect(await fragments('{ tool: a, rawInput: "" }')).toEqual(['']);
  });

  test('may be hostile: it is sent to the letter', async () => {
    const raw = '{"a":1,"a":2,"__proto__":{},"n":1e999,"s":"\\ud800","t":"{{x}}"';
    expect((await fragments(JSON.stringify({ tool: 'a', rawInput: raw }))).join('')).toBe(raw);
  });

  test('may be deep and long, in a moderate number of pieces', async () => {
    const deep = "{ tool: a, rawInput: [{ repeat: '[', times: 100000 }, '1', { repeat: ']', times: 100000 }] }";
    const pieces = await fragments(deep);
    expect(pieces.join('')).toBe(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`);
    expect(pieces.length).toBeLessThan(70);
  });
});

test.each([
  ['the default', 'a', 'tool_use'],
  ['another type', '{ tool: a, type: server_tool_use }', 'server_tool_use'],
  ['no type', '{ tool: a, type: none }', undefined],
])('%s of a tool call says nothing about who runs it', async (_, call, type) => {
  const bench = await startBench({
    script: `agent: A\ntools: { look: { text: seen } }\ndialogue: [{ call: ${call} }]`,
  });
  const heard = await bench.say('Go');
  expect(heard.events.find((event) => event.contentBlockStart)?.contentBlockStart?.start?.toolUse?.type).toBe(type);
  expect(heard.stops).toEqual(['tool_use']);
});

test('other events may come between: hooks, and members that the client does not know', async () => {
  const bench = await startBench({
    script: `
agent: A
dialogue:
  - say: Hello
    emit:
      - { type: hookEvent, payload: { hookEventId: h1, name: audit, type: before_invocation } }
      - { type: somethingNew, payload: { x: 1 } }
`,
  });
  const heard = await bench.say('Go');
  expect(heard.events[1]).toEqual({ hookEvent: { hookEventId: 'h1', name: 'audit', type: 'before_invocation' } });
  expect(heard.text).toBe('Hello');
  expect(heard.error).toBeUndefined();
});

test('a slow stream arrives piece by piece', async () => {
  const bench = await startBench({ script: 'agent: A\ndialogue: [{ say: Hello, delayMs: 15 }]' });
  const started = performance.now();
  expect((await bench.say('Go')).text).toBe('Hello');
  expect(performance.now() - started).toBeGreaterThanOrEqual(5 * 15 - 5);
});

describe('recordings', () => {
  const record = (lines: readonly string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'recording-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'turn.jsonl'), lines.join('\n'));
    const script = "agent: A\ndialogue: [{ replay: turn.jsonl }, { say: 'Answered: {{result.text}}' }]";
    return { script, source: join(folder, 'agent.yaml') };
  };
  const events = [
    { type: 'messageStart', payload: { role: 'assistant' } },
    {
      type: 'contentBlockStart',
      payload: { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'rec_look', name: 'look' } } },
    },
    { type: 'contentBlockDelta', payload: { contentBlockIndex: 0, delta: { toolUse: { input: '{}' } } } },
    {
      type: 'contentBlockStart',
      payload: { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'rec_buy', name: 'buy' } } },
    },
    { type: 'contentBlockDelta', payload: { contentBlockIndex: 0, delta: { toolUse: { input: '{"a":1}' } } } },
    { type: 'messageStop', payload: { stopReason: 'tool_use' } },
    { type: 'messageStart', payload: { role: 'user' } },
    {
      type: 'contentBlockStart',
      payload: { contentBlockIndex: 0, start: { toolResult: { toolUseId: 'rec_look', status: 'success' } } },
    },
    { type: 'messageStop', payload: { stopReason: 'tool_result' } },
    { type: 'messageStop', payload: { stopReason: 'tool_use' } },
  ];
  const raw = events.map((event) => Buffer.from(encodeFrame({ frame: 'event', ...event })).toString('base64'));

  test.each([
    ['events', events.map((event) => JSON.stringify(event))],
    ['frames in base64', raw],
  ])('%s are streamed as they are, and what they leave owed can be answered', async (_, lines) => {
    const bench = await startBench(record(lines));
    const heard = await bench.say('Go');
    expect(heard.events).toHaveLength(events.length);
    expect(heard.uses).toMatchObject([{ id: 'rec_look' }, { id: 'rec_buy', input: '{"a":1}' }]);
    const done = await bench.answer({ uses: heard.uses.slice(1) }, { rec_buy: 'yes' });
    expect(done.text).toBe('Answered: yes');
  });

  test('a recorded exception is an exception again', async () => {
    const frame = encodeFrame({ frame: 'exception', type: 'runtimeClientError', payload: { message: 'recorded' } });
    const bench = await startBench(record([...raw.slice(0, 3), Buffer.from(frame).toString('base64')]));
    expect((await bench.say('Go')).error).toMatchObject({ name: 'RuntimeClientError', message: 'recorded' });
  });

  test('a line that cannot be read stops the start with its place', async () => {
    await expect(startBench(record([JSON.stringify(events[0]), 'nonsense']))).rejects.toThrow(
      /turn\.jsonl:2 is neither/,
    );
  });

  test('a missing file stops the start', async () => {
    await expect(startBench({ ...record([]), source: '/nowhere/agent.yaml' })).rejects.toThrow('ENOENT');
  });
});

test('ids of a script may be fixed', async () => {
  const bench = await startBench({ script: 'agent: A\ndialogue: [{ call: { tool: a, id: tooluse_mine } }]' });
  expect(ids(await bench.say('Go'))[0]).toBe('tooluse_mine');
});
