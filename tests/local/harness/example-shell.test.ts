import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fourRules, ids } from './bench.ts';
import { denying, lambdaHook, startHooked } from './hooks-bench.ts';

const source = 'examples/shell/agent.yaml';
const script = readFileSync(source, 'utf8');
const systemPrompt = 'For every command call run_command once.';
const hooks = [lambdaHook('before_tool_call')];
const start = (options: Partial<Parameters<typeof startHooked>[0]> = {}) =>
  startHooked({
    script,
    source,
    harness: { systemPrompt },
    hooks,
    decide: denying('before_tool_call', 'shell'),
    ...options,
  });

describe.each(fourRules)('the agent of examples/shell, $resume and $handOff', (settings) => {
  test('turns to the tool that it may ask with when its own shell is denied', async () => {
    const bench = await start({ settings });
    const asked = await bench.say('Run the tests, please.');
    expect(asked.uses.map(({ name }) => name)).toEqual(['file_operations', 'shell', 'run_command']);
    expect(asked.results.map(({ status }) => status)).toEqual(['success', 'error']);
    expect(asked.stops.at(-1)).toBe('tool_use');
  });

  test('runs its own shell where nobody denies it, and says so', async () => {
    const bench = await start({ settings, hooks: [] });
    expect((await bench.say('Run the tests, please.')).text).toContain('nobody was asked: Test Files 12 passed');
  });
});

test('denies having a tool that its prompt does not describe', async () => {
  const bench = await start({ harness: { systemPrompt: 'You look after a project.' } });
  const heard = await bench.say('Run the tests, please.');
  expect(heard).toMatchObject({ uses: [], text: expect.stringContaining('I have no tool that runs commands') });
});

test.each([
  ['Run git status in /workspace/packages/web.', { command: 'git status', directory: '/workspace/packages/web' }],
  ['Please run npm run build -- --mode=prod.', { command: 'npm run build -- --mode=prod', directory: '/workspace' }],
])('asks for what it is told: %s', async (prompt, input) => {
  const bench = await start();
  expect(JSON.parse((await bench.say(prompt)).uses.at(-1)?.input ?? '')).toEqual(input);
});

test.each([
  ['approved', 'It may be run now exactly as it was shown'],
  ['rejected', 'Is there another way'],
  ['expired', 'Nobody answered in time'],
  ['refused', 'The rules do not allow this command'],
])('hears what was decided: %s', async (outcome, said) => {
  const bench = await start();
  const asked = await bench.say('Run git push.');
  const answer = { [ids(asked)[0]]: JSON.stringify({ outcome, tool: 'run_command' }) };
  expect((await bench.answer(asked, answer)).text).toContain(said);
});
