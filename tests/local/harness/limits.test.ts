import { describe, expect, test } from 'vitest';
import { ids, startBench } from './bench.ts';

const looping = `
agent: Loop
tools: { look: { text: seen, takesSeconds: 100 } }
dialogue:
  - { label: again, say: Looking., call: look, usage: { inputTokens: 10, outputTokens: 50 } }
  - when:
      - user: { contains: enough }
        do: [{ say: I stop. }]
    else: [{ goto: again }]
`;

describe('limits', () => {
  test('maxIterations of the request ends the loop where nothing is owed, and the session goes on', async () => {
    const bench = await startBench({ script: looping });
    const heard = await bench.say('Go', { maxIterations: 3 });
    expect(heard.uses).toHaveLength(3);
    expect(heard.results).toHaveLength(3);
    expect(heard.stops.at(-1)).toBe('max_iterations_exceeded');
    expect(heard.stops.filter((stop) => stop === 'tool_use')).toHaveLength(3);
    expect((await bench.say('enough')).text).toBe('I stop.');
  });

  test('without one, the deployed limit holds, 75 by default', async () => {
    const bench = await startBench({ script: looping, settings: { timeoutSeconds: 100_000 } });
    expect((await bench.say('Go')).uses).toHaveLength(75);
    bench.server.setRules({ maxIterations: 2 });
    expect((await bench.say('Go')).uses).toHaveLength(2);
  });

  test("timeoutSeconds counts the harness's own work", async () => {
    const bench = await startBench({ script: looping });
    const heard = await bench.say('Go', { timeoutSeconds: 250 });
    expect(heard.results).toHaveLength(3);
    expect(heard.stops.at(-1)).toBe('timeout_exceeded');
    expect((await bench.say('enough')).text).toBe('I stop.');
  });

  test('a response that takes too long is not heard', async () => {
    const bench = await startBench({
      script: 'agent: Slow\ndialogue: [{ say: At last., takesSeconds: 500 }]',
    });
    const heard = await bench.say('Go', { timeoutSeconds: 499 });
    expect(heard.text).toBe('');
    expect(heard.stops).toEqual(['timeout_exceeded']);
    expect((await bench.say('Go on', { timeoutSeconds: 500 })).text).toBe('At last.');
  });

  test('a response that is begun again after a limit does not meet its branch again', async () => {
    const bench = await startBench({
      script: `
agent: Slow
dialogue:
  - when:
      - user: { matches: 'say (?<word>\\w+)' }
        do: [{ say: '{{word}}', takesSeconds: 60, usage: { inputTokens: 1, outputTokens: 60 } }]
`,
    });
    expect((await bench.say('say cheese', { timeoutSeconds: 30 })).stops).toEqual(['timeout_exceeded']);
    expect((await bench.say('Continue.', { maxTokens: 30 })).stops).toEqual(['max_output_tokens_exceeded']);
    expect(await bench.say('Continue.')).toMatchObject({ text: 'cheese', stops: ['end_turn'] });
  });

  test('maxTokens ends the invocation when its output is used up', async () => {
    const bench = await startBench({ script: looping });
    const heard = await bench.say('Go', { maxTokens: 100 });
    expect(heard.uses).toHaveLength(2);
    expect(heard.stops.at(-1)).toBe('max_output_tokens_exceeded');
  });

  test('a call that the token budget cuts off is not handed off', async () => {
    const bench = await startBench({ script: looping });
    const heard = await bench.say('Go', { maxTokens: 70 });
    expect(heard.uses).toHaveLength(1);
    expect(heard.text).toBe('Looking.Looking.');
    expect(heard.stops).toEqual(['tool_use', 'tool_result', 'max_output_tokens_exceeded']);
    expect((await bench.say('Go', { maxTokens: 70 })).error).toBeUndefined();
  });

  test('an inline call is handed off even in the last iteration', async () => {
    const bench = await startBench({ script: 'agent: A\ndialogue: [{ call: ask }, { say: Thanks }]' });
    const asked = await bench.say('Go', { maxIterations: 1 });
    expect(asked.stops).toEqual(['tool_use']);
    const limited = await bench.answer(asked, { [ids(asked)[0]]: 'yes' }, { maxIterations: 0 });
    expect(limited.stops).toEqual(['tool_result', 'max_iterations_exceeded']);
    expect((await bench.say('Go on')).text).toBe('Thanks');
  });

  test('each model call is followed by its usage', async () => {
    const bench = await startBench({ script: looping });
    const heard = await bench.say('Go', { maxIterations: 2 });
    const usage = heard.events.flatMap((event) => event.metadata?.usage ?? []);
    expect(usage).toEqual([
      { inputTokens: 10, outputTokens: 50, totalTokens: 60 },
      { inputTokens: 10, outputTokens: 50, totalTokens: 60 },
    ]);
  });
});
