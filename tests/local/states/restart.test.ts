import { appendFileSync, cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeStateMachineCommand, SendTaskSuccessCommand } from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMachine, functionArn, openTestDesk, returns, start, type TestDesk, until } from './desk.ts';
import { type StillClock, stillClock } from './still-clock.ts';

let clock: StillClock;
let desk: TestDesk;
let tokens: string[] = [];
let hanging = true;
let calls: string[] = [];

const invoke = async (arn: string, payload: string) => {
  const { token, item } = { token: undefined, item: undefined, ...JSON.parse(payload) };
  calls.push(`${arn.split(':').at(-1)}${item ?? ''}`);
  if (token !== undefined) tokens.push(token);
  if (hanging && arn.endsWith(':slow')) return new Promise<never>(() => undefined);
  return returns(item ?? 'done');
};

beforeEach(async () => {
  tokens = [];
  calls = [];
  hanging = true;
  clock = stillClock();
  desk = await openTestDesk(invoke, { clock });
});
afterEach(() => desk.remove());

/** As after kill -9 at this moment: a second server on a copy of what is on disk right now. The first one is left behind. */
async function killAndRestart(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'states-'));
  cpSync(desk.directory, directory, { recursive: true });
  await desk.remove();
  desk = await openTestDesk(invoke, { clock, directory });
}

const run = async (states: object) => {
  const [StartAt = ''] = Object.keys(states);
  return start(desk, await createMachine(desk, 'machine', { StartAt, States: states }));
};
const reaches = (execution: string, type: string) =>
  until(desk, execution, (_, events) => events.some((event) => event.type === type));

const ask = {
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  Arguments: { FunctionName: 'ask', Payload: { token: '{% $states.context.Task.Token %}' } },
  TimeoutSeconds: 3600,
  End: true,
};

test('a waiting task keeps its token over a restart', async () => {
  const execution = await run({ Ask: ask });
  await reaches(execution, 'TaskSubmitted');
  await killAndRestart();
  await desk.client.send(new SendTaskSuccessCommand({ taskToken: tokens[0], output: '"yes"' }));
  expect(await until(desk, execution)).toMatchObject({ status: 'SUCCEEDED', output: '"yes"' });
  expect(tokens).toHaveLength(1);
});

test('a waiting task keeps its deadline, and one that passed meanwhile is met at once', async () => {
  const execution = await run({ Ask: ask });
  await reaches(execution, 'TaskSubmitted');
  clock.advance(3_599_000);
  await killAndRestart();
  expect((await until(desk, execution, () => true)).status).toBe('RUNNING');
  const directory = desk.directory;
  await desk.close();
  clock.advance(1_000);
  desk = await openTestDesk(invoke, { clock, directory });
  expect(await until(desk, execution)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
});

test('a Wait goes on over a restart', async () => {
  const execution = await run({ Wait: { Type: 'Wait', Seconds: 600, End: true } });
  await reaches(execution, 'WaitStateEntered');
  clock.advance(300_000);
  await killAndRestart();
  clock.advance(299_000);
  expect((await until(desk, execution, () => true)).status).toBe('RUNNING');
  clock.advance(1_000);
  expect((await until(desk, execution)).status).toBe('SUCCEEDED');
});

test('a function that was running is failed with Lambda.Unknown, and the retry that is declared for it runs', async () => {
  const Retry = [{ ErrorEquals: ['Lambda.Unknown'], IntervalSeconds: 5, MaxAttempts: 1 }];
  const execution = await run({ Call: { Type: 'Task', Resource: functionArn('slow'), Retry, End: true } });
  await reaches(execution, 'LambdaFunctionStarted');
  await killAndRestart();
  const failed = await reaches(execution, 'LambdaFunctionFailed');
  expect(failed.events.at(-1)?.lambdaFunctionFailedEventDetails?.error).toBe('Lambda.Unknown');

  // The pause before the retry is over a restart too.
  await killAndRestart();
  hanging = false;
  clock.advance(5_000);
  expect(await until(desk, execution)).toMatchObject({ status: 'SUCCEEDED', output: '"done"' });
  expect(calls).toEqual(['slow', 'slow']);
});

test('a retry that fell due while the process was down is made, not taken for one that died', async () => {
  const Retry = [{ ErrorEquals: ['Lambda.Unknown'], IntervalSeconds: 5, MaxAttempts: 1 }];
  const execution = await run({ Call: { Type: 'Task', Resource: functionArn('slow'), Retry, End: true } });
  await reaches(execution, 'LambdaFunctionStarted');
  await killAndRestart();
  await reaches(execution, 'LambdaFunctionFailed');
  const directory = desk.directory;
  await desk.close();
  hanging = false;
  clock.advance(5_000);
  desk = await openTestDesk(invoke, { clock, directory });
  expect(await until(desk, execution)).toMatchObject({ status: 'SUCCEEDED', output: '"done"' });
});

test('a Map goes on with the iterations that are left', async () => {
  const execution = await run({
    Each: {
      Type: 'Map',
      Items: [1, 2, 3],
      MaxConcurrency: 1,
      ItemProcessor: {
        StartAt: 'Fast',
        States: {
          Fast: {
            Type: 'Task',
            Resource: functionArn('fast'),
            Arguments: { item: '{% $states.input %}' },
            Next: 'Pause',
          },
          Pause: { Type: 'Wait', Seconds: 60, End: true },
        },
      },
      End: true,
    },
  });
  for (const [index] of [1, 2, 3].entries()) {
    await until(
      desk,
      execution,
      (_, events) => events.filter((event) => event.type === 'WaitStateEntered').length === index + 1,
    );
    await killAndRestart();
    clock.advance(60_000);
  }
  expect(await until(desk, execution)).toMatchObject({ status: 'SUCCEEDED', output: '[1,2,3]' });
  expect(calls).toEqual(['fast1', 'fast2', 'fast3']);
});

test('a line that was cut off in the middle of writing is as if it had not been begun', async () => {
  const execution = await run({ Ask: ask });
  await reaches(execution, 'TaskSubmitted');
  const [file = ''] = readdirSync(join(desk.directory, 'executions'));
  appendFileSync(join(desk.directory, 'executions', file), '{"events":[{"id":7');
  await killAndRestart();
  await desk.client.send(new SendTaskSuccessCommand({ taskToken: tokens[0], output: '1' }));
  await until(desk, execution);
  await killAndRestart();
  expect(await until(desk, execution)).toMatchObject({ status: 'SUCCEEDED', output: '1' });
});

test('machines, and executions that have ended, are there after a restart as they were', async () => {
  const stateMachineArn = await createMachine(desk, 'machine', {
    StartAt: 'Pass',
    States: { Pass: { Type: 'Pass', End: true } },
  });
  const execution = await start(desk, stateMachineArn, { a: 1 });
  const { $metadata: _, ...before } = await until(desk, execution);
  await killAndRestart();
  const { $metadata: __, ...after } = await until(desk, execution);
  expect(after).toEqual(before);
  expect((await desk.client.send(new DescribeStateMachineCommand({ stateMachineArn }))).status).toBe('ACTIVE');
});

test('a success that was acknowledged is on disk at that moment', async () => {
  const execution = await run({
    Ask: { ...ask, End: undefined, Next: 'Then' },
    Then: { Type: 'Wait', Seconds: 600, End: true },
  });
  await reaches(execution, 'TaskSubmitted');
  await desk.client.send(new SendTaskSuccessCommand({ taskToken: tokens[0], output: '{"n":1}' }));
  await killAndRestart();
  clock.advance(600_000);
  expect(await until(desk, execution)).toMatchObject({ status: 'SUCCEEDED', output: '{"n":1}' });
});
