import jsonata from 'jsonata';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workflowErrors } from '../../lib/workflow/approval-workflow.ts';
import { createMachine, openTestDesk, returns, start, type TestDesk, throws, until } from '../local/states/desk.ts';
import { workflow } from './desk-workflow.ts';

const daySeconds = 86_400;

let desk: TestDesk;
let advances: () => object;
let isMended: () => boolean;
beforeEach(async () => {
  desk = await openTestDesk(async (arn) => {
    if (arn.endsWith(':advance')) return returns(advances());
    return isMended() ? returns({}) : throws(workflowErrors.error, 'The ledger cannot be read.');
  });
  isMended = () => false;
});
afterEach(() => desk.remove());

const calls = [{ epoch: 1, toolUseId: 'c1' }];
const run = async () => start(desk, await createMachine(desk, 'approvals', { ...workflow }), { prompt: 'Pay.' });
const entered = (execution: string, state: string, times: number) =>
  until(
    desk,
    execution,
    (_, events) => events.filter(({ stateEnteredEventDetails: entry }) => entry?.name === state).length === times,
  );

test('what goes wrong again and again is tried after pauses that grow, and one success makes them short again', async () => {
  advances = () => ({ next: 'act', runId: 'r', calls });
  const execution = await run();
  for (const [nth, seconds] of [30, 31, 32, 33].entries()) {
    await entered(execution, 'Pause', nth + 1);
    desk.clock.advance(seconds * 1000 - 1);
    expect((await entered(execution, 'Advance', nth + 1)).status).toBe('RUNNING');
    desk.clock.advance(1);
    await entered(execution, 'Advance', nth + 2);
  }
  await entered(execution, 'Pause', 5);
  let mended = 0;
  isMended = () => mended++ === 0;
  desk.clock.advance(34_000);
  const inputs = (await entered(execution, 'Pause', 6)).events.flatMap(({ stateEnteredEventDetails: entry }) =>
    entry?.name === 'Pause' ? [JSON.parse(entry.input ?? '').failures] : [],
  );
  expect(inputs).toEqual([1, 2, 3, 4, 5, 1]);
});

test('while a call cannot be carried out, whoever is asked about another one hears of it, until the pause or the deadline ends', async () => {
  const wakeAt = new Date(desk.clock.now() + daySeconds * 1000).toISOString();
  advances = () => ({ next: 'act', runId: 'r', calls, ask: { requestId: 'q', wakeAt } });
  const execution = await run();
  const { events } = await entered(execution, 'Ask', 1);
  const asked = events.find(({ stateEnteredEventDetails: entry }) => entry?.name === 'Ask');
  expect(JSON.parse(asked?.stateEnteredEventDetails?.input ?? '')).toEqual({
    runId: 'r',
    requestId: 'q',
    wakeAt: new Date(desk.clock.now() + 30_000).toISOString(),
    failures: 1,
  });
});

test('the history of 300 days of failures stays below what ends an execution', async () => {
  const seconds = jsonata(workflow.States.Pause.Seconds.slice(2, -2));
  let failures = 0;
  for (let passed = 0; passed < 300 * daySeconds; failures += 1)
    passed += await seconds.evaluate({}, { states: { input: { failures: failures + 1 } } });
  // Of one action that fails at every attempt: Advance, Route, Act and its iteration, Acted, Pause.
  const attempts = 7;
  const eventsEach = 5 + 2 + 3 + 2 + 2 + 3 * attempts + 2 + 3 + 2 + 2;
  expect(failures).toBeGreaterThan(100);
  expect(failures * eventsEach).toBeLessThan(20_000);
});
