import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeEndpoints } from '../../bin/serve-local.ts';
import { deskCli } from '../cli/desk-cli.ts';
import { eventually } from '../support/local-eventually.ts';
import { testGate } from '../support/local-gates.ts';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// Goes on for as long as the guard lets it: 75 rounds are the harness's own limit.
const agent = `
agent: goes on until it is denied
tools:
  look_up: { text: found }
dialogue:
  - { label: again, call: { tool: look_up, input: {} }, delayMs: 15 }
  - when:
      - result: { tool: look_up, status: error }
        do: [{ say: 'I was denied: {{result.text}}', stop: end_turn }]
    else: [{ goto: again }]
`;

let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocalStack({ gate: testGate(), agent });
  writeEndpoints(stack.directory, { ...stack.endpoints, deskUrl: 'http://127.0.0.1:1' });
});
afterAll(() => stack.close());

test('a stop that comes in the middle of a turn has the next call of the harness denied, and the run ends as stopped', async () => {
  const run = await stack.start('Look everything up.');
  await eventually('the turn', async () => (await stack.entries(run, 'turn.started'))[0]);
  const words = ['stop', '--run', run.runId, '--reason', 'Enough.', '--as', 'user/ops'];
  const { code, errors } = await deskCli(stack.directory)(...words);
  expect([code, errors]).toEqual([0, '']);
  const { output } = await stack.end(run);
  expect(output).toMatchObject({
    outcome: 'stopped',
    reason: 'operator',
    turns: 1,
    claim: { text: expect.stringContaining('this run was stopped by an operator') },
  });
  const calls = await stack.entries(run, 'call.recorded');
  const last = calls.at(-1)?.toolUseId;
  expect(await stack.entries(run, 'call.denied')).toMatchObject([{ toolUseId: last }]);
  const ran = (await stack.entries(run, 'call.ran')).filter(({ status }) => status === 'success');
  expect(ran.map(({ toolUseId }) => toolUseId)).toEqual(calls.slice(0, -1).map(({ toolUseId }) => toolUseId));
  expect(await stack.entries(run, 'guard.missing')).toEqual([]);
});
