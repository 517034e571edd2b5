import { describe, expect, test } from 'vitest';
import { assistant, fourRules, ids, result, startBench, user } from './bench.ts';

describe('what a script can branch on', () => {
  const script = `
agent: Chooser
dialogue:
  - when:
      - first: true
        user: { contains: earlier session, matches: 'decided: (?<verdict>\\w+)' }
        do: [{ say: 'I remember: {{verdict}}' }]
      - system: { empty: true }
        do: [{ say: No instructions at all. }]
      - system: { lacks: ask first }
        do: [{ say: Nobody told me to ask. }]
      - tools: { lacks: ask }
        do: [{ say: I cannot ask. }]
      - user: { equals: exactly }
        do: [{ say: Exactly. }]
      - user: { matches: '^(?<who>\\w+) pays (?<amount>\\d+)$' }
        do: [{ call: { tool: ask, input: { text: '{{who}} pays', deep: [{ amount: '{{amount:number}}' }] } } }, { say: ok }]
      - user: { empty: false, lacks: please }
        do: [{ say: Say please. }]
`;
  const asking = { systemPrompt: [{ text: 'Always' }, { text: 'ask first.' }] };

  test.each([
    ['a restart notice', 'In an earlier session it was decided: no', {}, 'I remember: no'],
    ['an empty system prompt', 'x', {}, 'No instructions at all.'],
    ['a system prompt that lacks a word', 'x', { systemPrompt: [{ text: 'Be kind.' }] }, 'Nobody told me to ask.'],
    ['a missing tool', 'x', { ...asking, tools: [] }, 'I cannot ask.'],
    ['the exact text', 'exactly', asking, 'Exactly.'],
    ['a text that lacks a word', 'do it', asking, 'Say please.'],
  ])('%s', async (_, text, request, reply) => {
    const bench = await startBench({ script });
    expect((await bench.say(text, request)).text).toBe(reply);
  });

  test('groups of an expression stand in inputs, as numbers where the script says so', async () => {
    const bench = await startBench({ script });
    const asked = await bench.say('Ada pays 12', asking);
    expect(JSON.parse(asked.uses[0]?.input ?? '')).toEqual({ text: 'Ada pays', deep: [{ amount: 12 }] });
  });

  test('the system prompt of a request replaces the deployed one', async () => {
    const bench = await startBench({ script, harness: { systemPrompt: 'Always ask first.' } });
    expect((await bench.say('exactly')).text).toBe('Exactly.');
    const other = { runtimeSessionId: 'another-session-0123456789-0123456789', systemPrompt: [] };
    expect((await bench.say('exactly', other)).text).toBe('No instructions at all.');
  });

  test('whatever no branch expects fails loudly, tells what came, and keeps the session where it was', async () => {
    const bench = await startBench({ script });
    const heard = await bench.say('please', asking);
    expect(heard.error?.name).toBe('InternalServerException');
    expect(heard.error?.message).toContain('test/agent.yaml, dialogue.0: got the user\'s text "please"');
    expect(heard.error?.message).toContain('{"user":{"equals":"exactly"}}');
    expect((await bench.say('exactly', asking)).text).toBe('Exactly.');
  });
});

describe('results', () => {
  const script = `
agent: Listener
dialogue:
  - call: [{ tool: a }, { tool: b }]
  - when:
      - results: { status: success, contains: approved }
        do: [{ say: All approved. }]
      - result: { tool: b, status: error }
        do: [{ say: 'b failed: {{results.b.text}}' }]
      - result: [{ tool: a, matches: 'limit (?<limit>\\d+)' }, { tool: b, equals: ok }]
        do: [{ say: 'Limit {{limit}}, {{result.status}}' }]
`;

  test.each([
    ['approved 1', 'approved 2', 'success', 'All approved.'],
    ['approved', 'broken', 'error', 'b failed: broken'],
    ['limit 40', 'ok', 'success', 'Limit 40, success'],
  ] as const)('%s and %s (%s)', async (a, b, status, reply) => {
    const bench = await startBench({ script });
    const asked = await bench.say('Go');
    const [first, second] = ids(asked);
    const failed = { toolResult: { toolUseId: second, content: [{ text: b }], status } };
    expect((await bench.invoke([assistant(asked), user(result(first, a), failed)])).text).toBe(reply);
  });

  test('an unexpected result fails loudly with its text and tool, and is owed again', async () => {
    const bench = await startBench({ script });
    const asked = await bench.say('Go');
    const [a, b] = ids(asked);
    const heard = await bench.answer(asked, { [a]: 'approved', [b]: 'perhaps' });
    expect(heard.error?.message).toContain('the result "perhaps" (success) of b');
    expect((await bench.answer(asked, { [a]: 'approved', [b]: 'approved' })).text).toBe('All approved.');
  });
});

describe.each(fourRules)('agents that misbehave, $resume and $handOff', (settings) => {
  test('one ignores a rejection and asks again, with other arguments and then in a loop', async () => {
    const bench = await startBench({
      settings,
      script: `
agent: Stubborn
dialogue:
  - call: { tool: buy, input: { amount: 100 } }
  - call: { tool: buy, input: { amount: 99 } }
  - { label: loop, call: { tool: buy, input: { amount: 1 } } }
  - { goto: loop }
`,
    });
    let asked = await bench.say('Buy');
    const inputs = [];
    for (let round = 0; round < 5; round++) {
      inputs.push(asked.uses[0]?.input);
      asked = await bench.answer(asked, { [ids(asked)[0]]: 'rejected' });
    }
    expect(inputs).toEqual(['{"amount":100}', '{"amount":99}', '{"amount":1}', '{"amount":1}', '{"amount":1}']);
  });

  test('one claims success without a call', async () => {
    const bench = await startBench({ settings, script: 'agent: Liar\ndialogue: [{ say: I have bought it. }]' });
    const heard = await bench.say('Buy');
    expect(heard).toMatchObject({ uses: [], text: 'I have bought it.', stops: ['end_turn'] });
  });
});

test.each([
  'max_tokens',
  'content_filtered',
  'stop_sequence',
  'malformed_model_output',
  'malformed_tool_use',
  'interrupted',
  'partial_turn',
  'model_context_window_exceeded',
  'hook_stopped',
  'guardrail_intervened',
  'end_turn',
])('a response may stop with %s, and its calls are then owed by nobody', async (reason) => {
  const bench = await startBench({
    script: `agent: A\ndialogue: [{ say: x, call: buy, stop: ${reason} }, { say: Next. }]`,
  });
  const heard = await bench.say('Go');
  expect(heard.stops).toEqual([reason]);
  expect(heard.uses).toHaveLength(1);
  expect((await bench.answer(heard, { [ids(heard)[0]]: 'approved' })).error?.message).toContain('unknown toolUseId');
  expect((await bench.say('Go on')).text).toBe('Next.');
});

test('tool_use without any call is possible', async () => {
  const bench = await startBench({ script: 'agent: A\ndialogue: [{ say: x, stop: tool_use }, { say: Next. }]' });
  expect(await bench.say('Go')).toMatchObject({ stops: ['tool_use'], uses: [] });
  expect((await bench.say('Go on')).text).toBe('Next.');
});

test('jumps in a circle are named instead of followed for ever', async () => {
  const bench = await startBench({ script: 'agent: A\ndialogue: [{ label: a, goto: b }, { label: b, goto: a }]' });
  expect((await bench.say('Go')).error?.message).toContain('they go in a circle');
});

test('a value that does not exist yet fails loudly', async () => {
  const bench = await startBench({ script: "agent: A\ndialogue: [{ say: 'So: {{result.text}}' }]" });
  expect((await bench.say('Go')).error?.message).toContain('dialogue.0: {{result.text}} has no value');
});
