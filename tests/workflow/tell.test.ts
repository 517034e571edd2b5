import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMachine, openTestDesk, returns, start, type TestDesk, throws, until } from '../local/states/desk.ts';
import { workflow } from './desk-workflow.ts';

let desk: TestDesk;
let told: object[];
let works: () => boolean;
beforeEach(async () => {
  told = [];
  desk = await openTestDesk(async (arn, payload) => {
    if (arn.endsWith(':advance')) {
      const next = told.length === 0 ? 'tell' : 'done';
      return returns({ next, runId: 'r', output: { ended: true } });
    }
    told.push(JSON.parse(payload));
    return works() ? returns({}) : throws('Countersign.NoticesUnsent', 'SES is away.');
  });
});
afterEach(() => desk.remove());

async function statesOf(execution: string) {
  const { events, status } = await until(desk, execution, (now) => now.status !== 'RUNNING');
  return { status, entered: events.flatMap(({ stateEnteredEventDetails: entry }) => entry?.name ?? []) };
}

const run = async () => start(desk, await createMachine(desk, 'approvals', { ...workflow }), { prompt: 'Pay.' });

test('people are told by a pointer, and the run goes on', async () => {
  works = () => true;
  const { status, entered } = await statesOf(await run());
  expect([status, entered]).toEqual(['SUCCEEDED', ['Advance', 'Route', 'Tell', 'Advance', 'Route', 'Done']]);
  expect(told).toEqual([{ runId: 'r' }]);
});

test('telling that fails is tried twice more within seconds, and then the run goes on all the same', async () => {
  works = () => false;
  const execution = await run();
  for (const [nth, seconds] of [2, 4].entries()) {
    await until(desk, execution, (_, events) => events.filter(({ type }) => type === 'TaskFailed').length === nth + 1);
    desk.clock.advance(seconds * 1000);
  }
  const { status, entered } = await statesOf(execution);
  expect([status, entered]).toEqual(['SUCCEEDED', ['Advance', 'Route', 'Tell', 'Advance', 'Route', 'Done']]);
  expect(told).toHaveLength(3);
});
