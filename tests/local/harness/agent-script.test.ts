import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAgentScript } from '../../../lib/local/harness/agent-script.ts';
import { fourRules, ids, session, startBench } from './bench.ts';

const dialogue = (steps: string) => `agent: A\ndialogue:\n${steps.replaceAll(/^/gm, '  ')}`;

describe('a script that cannot be used', () => {
  test.each([
    [
      'an unknown key',
      'agent: A\nmodel: x\ndialogue: [{ say: Hi }]',
      'unknown key model; allowed: agent, settings, tools, dialogue',
    ],
    ['no dialogue', 'agent: A\ndialogue: []', 'dialogue: Too small'],
    [
      'an unknown key of a step',
      dialogue('- { says: Hi }'),
      'dialogue.0: unknown key says; allowed: label, think, say',
    ],
    [
      'an unknown rule',
      'agent: A\nsettings: { resume: maybe }\ndialogue: [{ say: Hi }]',
      'settings.resume: Invalid option: expected one of "kept"|"resend"; given: "maybe"',
    ],
    ['an empty step', dialogue('- { label: here }'), 'dialogue.0: an empty step'],
    [
      'both kinds of input',
      dialogue('- call: { tool: a, input: {}, rawInput: "{}" }'),
      'takes input or rawInput, not both',
    ],
    [
      'two responses in a row',
      dialogue('- { say: One }\n- { call: a }'),
      'dialogue.0: a response without calls ends the turn',
    ],
    [
      'an unknown label',
      dialogue('- { say: Hi }\n- { goto: nowhere }'),
      'dialogue.1.goto: no such label; given: nowhere; labels: none',
    ],
    [
      'a label given twice',
      dialogue('- { label: x, call: a }\n- { label: x, call: a }'),
      'dialogue.1.label: given twice: x',
    ],
    [
      'more beside a branch',
      dialogue('- when: [{ user: a, do: [{ say: b }] }]\n  say: c'),
      'a step with "when" takes only when, else, label; given also: say',
    ],
    [
      'more beside a goto',
      dialogue('- { label: a, call: b }\n- { goto: a, say: c }'),
      'a step with "goto" takes only goto, label; given also: say',
    ],
    ['else without when', dialogue('- { say: c, else: [] }'), 'dialogue.0.else: stands beside "when" only'],
    [
      'a case without condition',
      dialogue('- when: [{ do: [{ say: b }] }]'),
      'dialogue.0.when.0: no condition; use "else"',
    ],
    [
      'a case with do and goto',
      dialogue('- { label: x, call: a }\n- when: [{ user: a, goto: x, do: [{ say: b }] }]'),
      'takes do or goto, not both',
    ],
    [
      'a broken expression',
      dialogue('- when: [{ user: { matches: "(" } }]'),
      'dialogue.0.when.0.user.matches: not a regular expression',
    ],
    [
      'an unknown condition',
      dialogue('- when: [{ answer: yes }]'),
      'dialogue.0.when.0: unknown key answer; allowed: user, system, result',
    ],
    ['a misspelt value', dialogue('- { say: "Hi {{usr.text}}" }'), '{{usr.text}}: no such value; known: user.text'],
    [
      'an HTTP failure in mid-stream',
      dialogue('- { say: Hi, fail: { kind: http, status: 500, error: X } }'),
      'an HTTP failure comes before any stream',
    ],
    ['an unknown failure', dialogue('- { fail: { kind: explode } }'), 'kind is one of http, exception, error, cut'],
    [
      'a canned result of nothing',
      'agent: A\ntools: { a: {} }\ndialogue: [{ call: a }]',
      'tools.a.0: needs text or json',
    ],
    ['no YAML', 'agent: [', 'not YAML'],
  ])('%s', (_, script, message) => {
    expect(() => parseAgentScript(script, 'here/agent.yaml')).toThrow(
      'The agent script here/agent.yaml cannot be used',
    );
    expect(() => parseAgentScript(script, 'here/agent.yaml')).toThrow(message);
  });

  test('every problem is told at once', () => {
    const script = dialogue('- { says: Hi }\n- { say: [] , stop: 3 }');
    expect(() => parseAgentScript(script, 'a')).toThrow(/dialogue\.0: unknown key says.*\n.*dialogue\.1\.stop/);
  });
});

const examples = [...readFileSync('docs/agent-scripts.md', 'utf8').matchAll(/```yaml\n(agent:.*?)```/gs)].map(
  (match) => match[1] ?? '',
);

describe.each(fourRules)('the examples of docs/agent-scripts.md, $resume and $handOff', (settings) => {
  test.each([
    ['approved, by Ada', 'I bought paper. (approved, by Ada)'],
    ['rejected: too dear', 'I did not buy paper: rejected: too dear'],
    ['expired: nobody answered', 'Nobody answered in time, so I bought nothing.'],
  ])('the first one obeys: %s', async (answer, reply) => {
    const bench = await startBench({ script: examples[0] ?? '', settings });
    const asked = await bench.say('Please buy paper for at most 12.50.');
    const approval = { uses: asked.uses.filter((use) => use.name === 'approve_purchase') };
    expect(approval.uses).toMatchObject([{ input: '{"item":"paper","amount":12.5}' }]);
    expect((await bench.answer(approval, { [ids(approval)[0]]: answer })).text).toBe(reply);
  });

  test('the second one does not', async () => {
    const bench = await startBench({ script: examples[1] ?? '', settings, harness: { systemPrompt: 'Ask.' } });
    let asked = await bench.say('Buy paper');
    const amounts = [];
    for (let round = 0; round < 4; round++) {
      amounts.push(JSON.parse(asked.uses[0]?.input ?? '').amount);
      asked = await bench.answer(asked, { [ids(asked)[0]]: 'rejected' });
    }
    expect(amounts).toEqual([100, 99, 100, 99]);
    const lie = await bench.say('Buy paper', { systemPrompt: [], runtimeSessionId: `${session}-2` });
    expect(lie).toMatchObject({ uses: [], text: 'I have bought it.' });
    const hostile = await bench.say('hostile', { runtimeSessionId: `${session}-3` });
    expect(hostile.uses.map((use) => use.name)).toEqual(['approve_purchase', 'approve_purchase', 'delete_everything']);
  });
});

test('rules are laid over each other: script, harness, all harnesses, then those set while it runs', async () => {
  const script =
    'agent: A\nsettings: { maxIterations: 1, eventDelayMs: 0 }\ntools: { t: { text: x } }\ndialogue: [{ label: l, call: t }, { goto: l }]';
  const count = async (bench: Awaited<ReturnType<typeof startBench>>) => (await bench.say('Go')).uses.length;
  expect(await count(await startBench({ script }))).toBe(1);
  expect(await count(await startBench({ script, harness: { rules: { maxIterations: 2 } } }))).toBe(2);
  const bench = await startBench({ script, harness: { rules: { maxIterations: 2 } }, settings: { maxIterations: 3 } });
  expect(await count(bench)).toBe(3);
  bench.server.setRules({ maxIterations: 4 });
  expect(await count(bench)).toBe(4);
  bench.server.setRules({ maxIterations: undefined });
  expect(await count(bench)).toBe(3);
});
