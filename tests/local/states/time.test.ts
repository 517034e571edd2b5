import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMachine, functionArn, openTestDesk, returns, start, type TestDesk, throws, until } from './desk.ts';

let desk: TestDesk;
let calls: number[] = [];
let failing = 0;
let answer: (() => Promise<ReturnType<typeof returns>>) | undefined;

beforeEach(async () => {
  calls = [];
  failing = 0;
  answer = undefined;
  desk = await openTestDesk(async (arn) => {
    calls.push(desk.clock.now());
    if (answer) return answer();
    if (arn.endsWith(':hangs')) return new Promise(() => undefined);
    return calls.length <= failing ? throws('Flaky', 'not yet') : returns('done');
  });
});
afterEach(() => desk.remove());

const run = async (states: object, options: { readonly TimeoutSeconds?: number; readonly input?: unknown } = {}) => {
  const { input = {}, ...machine } = options;
  const [StartAt = ''] = Object.keys(states);
  return start(desk, await createMachine(desk, 'machine', { StartAt, States: states, ...machine }), input);
};
const reaches = (execution: string, type: string, times = 1) =>
  until(desk, execution, (_, events) => events.filter((event) => event.type === type).length === times);

test('a Wait of weeks ends when the clock is moved, not before', async () => {
  const execution = await run({ Wait: { Type: 'Wait', Seconds: 1_209_600, End: true } });
  await reaches(execution, 'WaitStateEntered');
  desk.clock.advance(1_209_599_000);
  expect((await until(desk, execution, () => true)).status).toBe('RUNNING');
  desk.clock.advance(1_000);
  expect((await until(desk, execution)).status).toBe('SUCCEEDED');
});

test('a Wait until an instant takes the offset of its timestamp into account', async () => {
  const at = new Date(desk.clock.now() + 7_200_000).toISOString().replace(/\.\d+Z$/, '');
  const execution = await run(
    { Wait: { Type: 'Wait', Timestamp: '{% $states.input %}', End: true } },
    { input: `${at}+01:00` },
  );
  await reaches(execution, 'WaitStateEntered');
  desk.clock.advance(3_590_000);
  expect((await until(desk, execution, () => true)).status).toBe('RUNNING');
  desk.clock.advance(11_000);
  expect((await until(desk, execution)).status).toBe('SUCCEEDED');
});

test('retries wait longer each time, up to the longest delay, and count in the context', async () => {
  failing = 3;
  const execution = await run({
    Call: {
      Type: 'Task',
      Resource: functionArn('flaky'),
      Retry: [{ ErrorEquals: ['Flaky'], IntervalSeconds: 10, BackoffRate: 3, MaxDelaySeconds: 40, MaxAttempts: 3 }],
      Output: '{% $states.context.State.RetryCount %}',
      End: true,
    },
  });
  for (const [index, seconds] of [10, 30, 40].entries()) {
    await reaches(execution, 'LambdaFunctionFailed', index + 1);
    desk.clock.advance(seconds * 1000 - 500);
    await until(desk, execution, () => true);
    expect(calls).toHaveLength(index + 1);
    desk.clock.advance(500);
    await until(desk, execution, () => calls.length === index + 2);
  }
  expect(JSON.parse((await until(desk, execution)).output ?? '')).toBe(3);
});

test('a function that does not answer in time fails its task with States.Timeout', async () => {
  const execution = await run({
    Call: { Type: 'Task', Resource: functionArn('hangs'), TimeoutSeconds: '{% 15 * 60 %}', End: true },
  });
  await reaches(execution, 'LambdaFunctionStarted');
  desk.clock.advance(900_000);
  const ended = await until(desk, execution);
  expect(ended).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
  expect(ended.events.map((event) => event.type)).toContain('LambdaFunctionTimedOut');
});

test('an answer that comes after its attempt timed out is not taken for the answer of the next', async () => {
  const answers: ((value: ReturnType<typeof returns>) => void)[] = [];
  answer = () => new Promise((resolve) => answers.push(resolve));
  const Retry = [{ ErrorEquals: ['States.Timeout'], IntervalSeconds: 1 }];
  const execution = await run({
    Call: { Type: 'Task', Resource: functionArn('late'), TimeoutSeconds: 10, Retry, End: true },
  });
  await reaches(execution, 'LambdaFunctionStarted');
  desk.clock.advance(10_000);
  await reaches(execution, 'LambdaFunctionTimedOut');
  desk.clock.advance(1_000);
  await reaches(execution, 'LambdaFunctionStarted', 2);
  answers[0]?.(returns('late'));
  answers[1]?.(returns('in time'));
  expect(await until(desk, execution)).toMatchObject({ status: 'SUCCEEDED', output: '"in time"' });
});

test('a missed heartbeat is found by its own name and is no failure of the task', async () => {
  const waiting = {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Arguments: { FunctionName: 'ask' },
    TimeoutSeconds: 600,
    HeartbeatSeconds: 30,
  };
  const execution = await run({
    Ask: {
      ...waiting,
      Catch: [
        { ErrorEquals: ['States.TaskFailed'], Next: 'Wrong' },
        { ErrorEquals: ['States.HeartbeatTimeout'], Next: 'Right' },
      ],
      Next: 'Wrong',
    },
    Wrong: { Type: 'Fail', Error: 'Wrong' },
    Right: { Type: 'Succeed' },
  });
  await reaches(execution, 'TaskSubmitted');
  desk.clock.advance(30_000);
  expect((await until(desk, execution)).status).toBe('SUCCEEDED');
});

test('a machine with TimeoutSeconds ends as TIMED_OUT, whatever it is waiting for', async () => {
  const execution = await run({ Wait: { Type: 'Wait', Seconds: 600, End: true } }, { TimeoutSeconds: 300 });
  await reaches(execution, 'WaitStateEntered');
  desk.clock.advance(300_000);
  const ended = await until(desk, execution);
  expect(ended.status).toBe('TIMED_OUT');
  expect(ended.events.at(-1)?.type).toBe('ExecutionTimedOut');
});

test('deadlines that one move of the clock passes are met in their order', async () => {
  const execution = await run(
    {
      Ask: {
        Type: 'Task',
        Resource: functionArn('hangs'),
        TimeoutSeconds: 100,
        Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'Late' }],
        End: true,
      },
      Late: { Type: 'Wait', Seconds: 0, End: true },
    },
    { TimeoutSeconds: 200 },
  );
  await reaches(execution, 'LambdaFunctionStarted');
  desk.clock.advance(150_000);
  expect((await until(desk, execution)).status).toBe('SUCCEEDED');
});

test('$now and $millis tell the time of the desk', async () => {
  desk.clock.advance(86_400_000 * 365);
  const execution = await run({
    Now: {
      Type: 'Pass',
      Output: { now: '{% $now() %}', day: "{% $now('[Y]-[M01]') %}", millis: '{% $millis() %}' },
      End: true,
    },
  });
  const { now, day, millis } = JSON.parse((await until(desk, execution)).output ?? '');
  expect(Math.abs(desk.clock.now() - millis)).toBeLessThan(5_000);
  expect(Date.parse(now)).toBeCloseTo(millis, -3);
  expect(day).toBe(new Date(millis).toISOString().slice(0, 7));
});
