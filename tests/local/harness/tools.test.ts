import { describe, expect, test } from 'vitest';
import { startBench } from './bench.ts';

const script = `
agent: A
tools:
  search:
    - { when: { from: Oban }, json: [{ sailing: 7 }] }
    - { when: { from: Nowhere }, text: no such port, status: error }
  shell: { text: done }
dialogue:
  - when:
      - user: { matches: 'from (?<port>\\w+)' }
        do: [{ call: { tool: search, input: { from: '{{port}}', to: x } } }]
      - user: shell
        do: [{ call: shell }]
      - user: ask
        do: [{ call: ask }]
  - say: 'Result: {{result.status}} {{result.text}}'
`;
const inline = (name: string) => ({
  type: 'inline_function' as const,
  name,
  config: { inlineFunction: { description: name, inputSchema: {} } },
});
const gateway = (name: string) => ({ type: 'agentcore_gateway' as const, name });

describe("the harness's own tools", () => {
  test.each([
    ['Oban', 'Result: success [{"sailing":7}]'],
    ['Nowhere', 'Result: error no such port'],
  ])('answer by their input: from %s', async (port, reply) => {
    const bench = await startBench({ script });
    const heard = await bench.say(`from ${port}`);
    expect(heard.text).toBe(reply);
    expect(heard.stops).toEqual(['tool_use', 'tool_result', 'end_turn']);
  });

  test('fail loudly when no result fits the input', async () => {
    const bench = await startBench({ script });
    const heard = await bench.say('from Mallaig');
    expect(heard.error?.message).toContain('tools.search: no result for the input {"from":"Mallaig","to":"x"}');
  });
});

describe('which tools an invocation has', () => {
  const asks = { stops: ['tool_use'], text: '' };
  const missing = (name: string) => ({
    stops: ['tool_use', 'tool_result', 'end_turn'],
    text: `Result: error Unknown tool: ${name}`,
  });
  const runs = { stops: ['tool_use', 'tool_result', 'end_turn'], text: 'Result: success done' };
  const found = { text: 'Result: success [{"sailing":7}]' };

  test.each([
    ['every inline tool, when no list is deployed', 'ask', {}, {}, asks],
    ['those of the deployed list', 'ask', { tools: ['ask'] }, {}, asks],
    ['no others', 'ask', { tools: ['other'] }, {}, missing('ask')],
    ['those that the request declares', 'ask', { tools: [] }, { tools: [inline('ask')] }, asks],
    ['not the deployed ones beside them', 'ask', { tools: ['ask'] }, { tools: [inline('other')] }, missing('ask')],
    ["not the harness's own beside them", 'from Oban', {}, { tools: [inline('ask')] }, missing('search')],
    ["the harness's own when declared again", 'from Oban', {}, { tools: [gateway('search')] }, found],
    ['the built-in ones always', 'shell', {}, { tools: [inline('ask')] }, runs],
    ['all with *', 'ask', {}, { allowedTools: ['*'] }, asks],
    ['no inline ones by their name', 'ask', {}, { allowedTools: ['ask', '@inline/ask'] }, missing('ask')],
    ["the harness's own by name", 'from Oban', {}, { allowedTools: ['@search'] }, found],
    ['not what is not allowed', 'from Oban', {}, { allowedTools: ['@builtin'] }, missing('search')],
    ['the built-in ones with @builtin', 'shell', {}, { allowedTools: ['@builtin'] }, runs],
    ['one of them by its name below it', 'shell', {}, { allowedTools: ['@builtin/shell'] }, runs],
    ['not the other one', 'shell', {}, { allowedTools: ['@builtin/file_operations'] }, missing('shell')],
    ['not an inline function in the place of one', 'shell', { tools: ['shell'] }, { tools: [inline('shell')] }, runs],
  ])('%s', async (_, text, harness, request, expected) => {
    const bench = await startBench({ script, harness });
    expect(await bench.say(text, request)).toMatchObject(expected);
  });
});

test.each(['shell', 'file_operations'])(
  '%s is in every session, also where the script says nothing of it',
  async (name) => {
    const bare = `agent: A\ndialogue: [{ when: [{ tools: { has: ${name} }, do: [{ call: ${name} }, { say: x }] }] }]`;
    const heard = await (await startBench({ script: bare })).say('Go');
    expect(heard.uses).toMatchObject([{ name }]);
    expect(heard.error?.message).toContain(`tools.${name}: no result for the input {}`);
  },
);
