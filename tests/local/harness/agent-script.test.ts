import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAgentScript } from '../../../lib/local/harness/agent-script.ts';

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

test('the examples of docs/agent-scripts.md can be used', () => {
  const page = readFileSync('docs/agent-scripts.md', 'utf8');
  const scripts = [...page.matchAll(/```yaml\n(agent:.*?)```/gs)].map((match) => match[1] ?? '');
  expect(scripts.length).toBeGreaterThanOrEqual(2);
  for (const script of scripts) expect(parseAgentScript(script, 'docs').program.length).toBeGreaterThan(1);
});
