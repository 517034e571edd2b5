import {
  InvalidOutput,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  StopExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newToken } from '../../../lib/local/states/tokens.ts';
import { createMachine, functionArn, openTestDesk, returns, start, type TestDesk, until } from './desk.ts';

const ask = {
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  Arguments: { FunctionName: functionArn('ask'), Payload: { token: '{% $states.context.Task.Token %}' } },
  TimeoutSeconds: 60,
  End: true,
};
const submitted = (_: unknown, events: readonly { readonly type?: string | undefined }[]) =>
  events.at(-1)?.type === 'TaskSubmitted';

describe('a task token', () => {
  let desk: TestDesk;
  const tokens: string[] = [];
  let answer: () => Promise<void> = async () => undefined;

  beforeEach(async () => {
    tokens.length = 0;
    answer = async () => undefined;
    desk = await openTestDesk(async (_arn, payload) => {
      tokens.push(JSON.parse(payload).token);
      await answer();
      return returns(null);
    });
  });
  afterEach(() => desk.remove());

  const waiting = async (states: object = { Ask: ask }) => {
    const execution = await start(desk, await createMachine(desk, 'machine', { StartAt: 'Ask', States: states }));
    await until(desk, execution, submitted);
    return execution;
  };
  const success = (taskToken: string | undefined, output = '{}') =>
    desk.client.send(new SendTaskSuccessCommand({ taskToken, output }));

  test('wakes its task once; a second time it is too late', async () => {
    const execution = await waiting();
    await success(tokens[0], '{"verdict":"approved"}');
    await expect(success(tokens[0])).rejects.toBeInstanceOf(TaskTimedOut);
    expect(JSON.parse((await until(desk, execution)).output ?? '')).toEqual({ verdict: 'approved' });
  });

  test('looks like one of the service: base64 with characters that a URL must escape, of at most 2048', async () => {
    await waiting();
    expect(tokens[0]).toMatch(/^[A-Za-z0-9+/]{300,2048}=*$/);
    expect(tokens[0]).toMatch(/[+/]/);
  });

  test('is new for each attempt, and the old one is dead', async () => {
    const execution = await waiting({
      Ask: { ...ask, Retry: [{ ErrorEquals: ['States.Timeout'], IntervalSeconds: 1 }] },
    });
    desk.clock.advance(60_000);
    await until(desk, execution, (_, events) => events.at(-1)?.type === 'TaskTimedOut');
    desk.clock.advance(1_000);
    await until(desk, execution, submitted);
    expect(new Set(tokens).size).toBe(2);
    await expect(success(tokens[0])).rejects.toBeInstanceOf(TaskTimedOut);
    await success(tokens[1]);
    expect((await until(desk, execution)).status).toBe('SUCCEEDED');
  });

  test('counts although the function that carries it has not returned yet', async () => {
    let release = () => undefined as undefined;
    answer = () => new Promise((resolve) => (release = () => void resolve() as undefined));
    const execution = await start(desk, await createMachine(desk, 'machine', { StartAt: 'Ask', States: { Ask: ask } }));
    await until(desk, execution, () => tokens.length === 1);
    await success(tokens[0], '1');
    const ended = await until(desk, execution);
    release();
    expect(ended.events.map((event) => event.type)).not.toContain('TaskSubmitted');
    expect(ended.output).toBe('1');
  });

  test('fails its task with the error and cause that were sent', async () => {
    const execution = await waiting();
    await desk.client.send(new SendTaskFailureCommand({ taskToken: tokens[0], error: 'Broken', cause: 'because' }));
    expect(await until(desk, execution)).toMatchObject({ status: 'FAILED', error: 'Broken', cause: 'because' });
  });

  test('that nobody handed out is told from one that is spent and from one of an unknown execution', async () => {
    const execution = await waiting();
    await expect(success('no token')).rejects.toBeInstanceOf(InvalidToken);
    await expect(success(newToken(execution))).rejects.toBeInstanceOf(InvalidToken);
    await expect(success(newToken('arn:of:nobody'))).rejects.toBeInstanceOf(TaskDoesNotExist);
  });

  test('takes only JSON, of at most 256 KiB', async () => {
    await waiting();
    await expect(success(tokens[0], '{')).rejects.toBeInstanceOf(InvalidOutput);
    await expect(success(tokens[0], JSON.stringify('ä'.repeat(131_072)))).rejects.toBeInstanceOf(InvalidOutput);
    await expect(success(tokens[0], JSON.stringify('a'.repeat(262_142)))).resolves.toBeDefined();
  });

  test('dies with its execution', async () => {
    const execution = await waiting();
    await desk.client.send(new StopExecutionCommand({ executionArn: execution, error: 'Stopped' }));
    await expect(success(tokens[0])).rejects.toBeInstanceOf(TaskTimedOut);
    expect(await until(desk, execution)).toMatchObject({ status: 'ABORTED', error: 'Stopped' });
  });

  test('that comes after the deadline, but before the timer, is too late', async () => {
    const execution = await waiting();
    desk.clock.advanceUnheard(60_000);
    await expect(success(tokens[0])).rejects.toBeInstanceOf(TaskTimedOut);
    expect(await until(desk, execution)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
  });

  test('keeps its task alive by heartbeats, but not beyond the timeout', async () => {
    const execution = await waiting({ Ask: { ...ask, HeartbeatSeconds: 20 } });
    for (let beat = 0; beat < 3; beat += 1) {
      desk.clock.advance(19_000);
      await desk.client.send(new SendTaskHeartbeatCommand({ taskToken: tokens[0] }));
    }
    expect((await until(desk, execution, () => true)).status).toBe('RUNNING');
    desk.clock.advance(3_000);
    expect(await until(desk, execution)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
    await expect(desk.client.send(new SendTaskHeartbeatCommand({ taskToken: tokens[0] }))).rejects.toBeInstanceOf(
      TaskTimedOut,
    );
  });
});
