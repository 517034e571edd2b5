import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { actingFunctions, actingGate } from '../support/acting/gate.ts';
import { approve, reject } from '../support/local-page.ts';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const agent = `
agent: pays and takes notes
dialogue:
  - when:
      - user: { matches: 'pay (?<what>[a-z]+)' }
        do:
          - call: [{ tool: pay, id: payment, input: { what: '{{what}}' } }, { tool: note, id: remark, input: { what: 'paid' } }]
          - say: All is paid.
      - user: { matches: 'note (?<what>[a-z]+)' }
        do:
          - call: { tool: note, id: remark, input: { what: '{{what}}' } }
          - say: 'It is noted: {{result.text}}'
`;

let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocalStack({ gate: actingGate, agent, functions: actingFunctions });
});
afterAll(() => stack.close());

test('an allowed call is carried out without a person and answered in the same batch as an approved one', async () => {
  const run = await stack.start('pay rent');
  const link = await stack.openLink(run);
  // The sibling needs nobody, and is done before anybody has answered.
  expect(await stack.entries(run, 'action.finished')).toMatchObject([{ toolUseId: 'remark', status: 'done' }]);
  await approve(link);
  const { output } = await stack.end(run);
  expect(output).toMatchObject({ outcome: 'done', turns: 2, claim: { text: 'All is paid.' } });
  expect(await stack.entries(run, 'action.finished')).toMatchObject([
    { toolUseId: 'remark', status: 'done' },
    { toolUseId: 'payment', status: 'done' },
  ]);
  expect(await stack.entries(run, 'action.verified')).toMatchObject([{ toolUseId: 'payment' }]);
  expect(await stack.states(run)).toEqual(expect.arrayContaining(['Act', 'CarryOut', 'Ask', 'Done']));
});

test('what was rejected is not carried out', async () => {
  const run = await stack.start('pay rent');
  await reject(await stack.openLink(run));
  await stack.end(run);
  expect((await stack.entries(run, 'action.started')).map(({ toolUseId }) => toolUseId)).toEqual(['remark']);
});

test('an executor that asks for it is tried again, with the same key', async () => {
  const run = await stack.start('note busy');
  const { output } = await stack.end(run);
  expect(output?.claim?.text).toContain('"attempt":2');
  const started = await stack.entries(run, 'action.started');
  expect(started.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(new Set(started.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('an executor that throws may have acted: nothing is tried again, and the run ends as unknown whatever is claimed', async () => {
  const run = await stack.start('note throw');
  const end = await stack.end(run);
  expect(end).toMatchObject({ status: 'FAILED', error: 'Countersign.ActionUnknown' });
  expect(end.output).toMatchObject({ outcome: 'failed', reason: 'action.unknown' });
  expect(await stack.entries(run, 'action.started')).toHaveLength(1);
});

test('a run whose last action the verifier refutes ends as refuted, whatever the executor and the model say', async () => {
  const run = await stack.start('pay lie');
  await approve(await stack.openLink(run));
  const end = await stack.end(run);
  expect(end).toMatchObject({ status: 'FAILED', error: 'Countersign.ActionRefuted' });
  expect(end.output).toMatchObject({ reason: 'action.refuted', claim: { text: 'All is paid.', verified: false } });
});
