import {
  DescribeStateMachineCommand,
  DescribeStateMachineForExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  GetExecutionHistoryCommand,
  InvalidArn,
  InvalidExecutionInput,
  InvalidName,
  ListExecutionsCommand,
  StartExecutionCommand,
  StateMachineDoesNotExist,
  StopExecutionCommand,
  UpdateStateMachineCommand,
} from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMachine, functionArn, historyOf, openTestDesk, start, type TestDesk, until } from './desk.ts';

const waits = { StartAt: 'Wait', States: { Wait: { Type: 'Wait', Seconds: 600, End: true } } };
const passes = { StartAt: 'Pass', States: { Pass: { Type: 'Pass', End: true } } };
let desk: TestDesk;
beforeEach(async () => {
  desk = await openTestDesk(async (_arn, payload) => ({ payload, executedVersion: '$LATEST' }));
});
afterEach(() => desk.remove());

const begin = (stateMachineArn: string, more: { readonly name?: string; readonly input?: string } = {}) =>
  desk.client.send(new StartExecutionCommand({ stateMachineArn, ...more }));

describe('StartExecution', () => {
  test('answers the same for the same name and input while the execution runs', async () => {
    const arn = await createMachine(desk, 'machine', waits);
    const first = await begin(arn, { name: 'one', input: '{"a":1}' });
    desk.clock.advance(1_000);
    const again = await begin(arn, { name: 'one', input: '{"a":1}' });
    expect([again.executionArn, again.startDate]).toEqual([first.executionArn, first.startDate]);
    expect(
      (await historyOf(desk, first.executionArn ?? '')).filter((event) => event.type === 'ExecutionStarted'),
    ).toHaveLength(1);
  });

  test('refuses the name with another input, and after the end', async () => {
    const arn = await createMachine(desk, 'machine', waits);
    const { executionArn = '' } = await begin(arn, { name: 'one', input: '{"a":1}' });
    await expect(begin(arn, { name: 'one', input: '{"a":2}' })).rejects.toBeInstanceOf(ExecutionAlreadyExists);
    await desk.client.send(new StopExecutionCommand({ executionArn }));
    await expect(begin(arn, { name: 'one', input: '{"a":1}' })).rejects.toBeInstanceOf(ExecutionAlreadyExists);
  });

  test('gives a name free again 90 days after the end', async () => {
    const arn = await createMachine(desk, 'machine', passes);
    const first = await begin(arn, { name: 'one' });
    await until(desk, first.executionArn ?? '');
    desk.clock.advance(90 * 86_400_000 + 1_000);
    const second = await begin(arn, { name: 'one' });
    expect(second.startDate?.getTime()).toBeGreaterThan((first.startDate?.getTime() ?? 0) + 90 * 86_400_000);
    expect((await until(desk, second.executionArn ?? '')).status).toBe('SUCCEEDED');
  });

  test.each(['', 'a b', 'a/b', 'a:b', 'a\u0000b', 'x'.repeat(81), 'a"b', 'a$'])('refuses the name %j', async (name) => {
    const arn = await createMachine(desk, 'machine', passes);
    await expect(begin(arn, { name })).rejects.toBeInstanceOf(InvalidName);
  });

  test.each(['x'.repeat(80), 'a.b-c_d+e@f=g!h(i)', 'größe-船', "it's"])('takes the name %j', async (name) => {
    const arn = await createMachine(desk, 'machine', passes);
    expect((await begin(arn, { name })).executionArn).toBe(`${arn.replace('stateMachine', 'execution')}:${name}`);
  });

  test('refuses an input that is no JSON or larger than 256 KiB', async () => {
    const arn = await createMachine(desk, 'machine', passes);
    await expect(begin(arn, { input: '{a' })).rejects.toBeInstanceOf(InvalidExecutionInput);
    await expect(begin(arn, { input: JSON.stringify('ä'.repeat(131_072)) })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  test('refuses a machine that is not there, and what is no ARN', async () => {
    const arn = await createMachine(desk, 'machine', passes);
    await expect(begin(`${arn}2`)).rejects.toBeInstanceOf(StateMachineDoesNotExist);
    await expect(begin('machine')).rejects.toBeInstanceOf(InvalidArn);
  });
});

test('an update leaves running executions with their definition and role', async () => {
  const stateMachineArn = await createMachine(desk, 'machine', waits);
  const { executionArn = '' } = await begin(stateMachineArn);
  const definition = JSON.stringify({ QueryLanguage: 'JSONata', ...passes });
  const { revisionId } = await desk.client.send(new UpdateStateMachineCommand({ stateMachineArn, definition }));
  expect(await desk.client.send(new DescribeStateMachineCommand({ stateMachineArn }))).toMatchObject({
    definition,
    revisionId,
  });
  const before = await desk.client.send(new DescribeStateMachineForExecutionCommand({ executionArn }));
  expect(JSON.parse(before.definition ?? '')).toMatchObject(waits);
  await until(desk, executionArn, (_, events) => events.at(-1)?.type === 'WaitStateEntered');
  desk.clock.advance(600_000);
  expect((await until(desk, executionArn)).events.map((event) => event.type)).toContain('WaitStateExited');
  expect((await until(desk, (await begin(stateMachineArn)).executionArn ?? '')).events[1]?.type).toBe(
    'PassStateEntered',
  );
});

test('ListExecutions has the newest first, by status, in pages', async () => {
  const stateMachineArn = await createMachine(desk, 'machine', waits);
  for (const name of ['a', 'b', 'c', 'd']) {
    await begin(stateMachineArn, { name });
    desk.clock.advance(10);
  }
  await desk.client.send(
    new StopExecutionCommand({ executionArn: `${stateMachineArn.replace('stateMachine', 'execution')}:b` }),
  );
  const list = async (more: object) => {
    const { executions = [], nextToken } = await desk.client.send(
      new ListExecutionsCommand({ stateMachineArn, ...more }),
    );
    return { names: executions.map((one) => one.name), nextToken };
  };
  const first = await list({ maxResults: 3 });
  expect(first.names).toEqual(['d', 'c', 'b']);
  expect((await list({ maxResults: 3, nextToken: first.nextToken })).names).toEqual(['a']);
  expect((await list({ statusFilter: 'ABORTED' })).names).toEqual(['b']);
  expect((await list({ statusFilter: 'RUNNING' })).names).toEqual(['d', 'c', 'a']);
});

describe('GetExecutionHistory', () => {
  const task = {
    StartAt: 'Call',
    States: {
      Call: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Arguments: { FunctionName: functionArn('f'), Payload: '{% $states.input %}' },
        Assign: { seen: '{% $states.result.StatusCode %}' },
        TimeoutSeconds: 30,
        End: true,
      },
    },
  };
  const page = (executionArn: string, more: object) =>
    desk.client.send(new GetExecutionHistoryCommand({ executionArn, ...more }));

  test('chains the events as AWS does, with what went in and out', async () => {
    const execution = await start(desk, await createMachine(desk, 'machine', task), { a: 1 });
    const { events } = await until(desk, execution);
    expect(events.map(({ id, previousEventId, type }) => [id, previousEventId, type])).toEqual([
      [1, 0, 'ExecutionStarted'],
      [2, 0, 'TaskStateEntered'],
      [3, 2, 'TaskScheduled'],
      [4, 3, 'TaskStarted'],
      [5, 4, 'TaskSucceeded'],
      [6, 5, 'TaskStateExited'],
      [7, 6, 'ExecutionSucceeded'],
    ]);
    expect(events[0]?.executionStartedEventDetails?.input).toBe('{"a":1}');
    expect(events[1]?.stateEnteredEventDetails).toMatchObject({ name: 'Call', input: '{"a":1}' });
    expect(events[2]?.taskScheduledEventDetails).toMatchObject({
      resourceType: 'lambda',
      resource: 'invoke',
      timeoutInSeconds: 30,
    });
    expect(JSON.parse(events[4]?.taskSucceededEventDetails?.output ?? '')).toMatchObject({
      Payload: { a: 1 },
      StatusCode: 200,
    });
    expect(events[5]?.stateExitedEventDetails?.assignedVariables).toEqual({ seen: '200' });
  });

  test('turns round, goes in pages, and leaves the data out on request', async () => {
    const execution = await start(desk, await createMachine(desk, 'machine', task), { secret: 1 });
    await until(desk, execution);
    const { events, nextToken } = await page(execution, { reverseOrder: true, maxResults: 4 });
    expect(events?.map((event) => event.id)).toEqual([7, 6, 5, 4]);
    expect(
      (await page(execution, { reverseOrder: true, maxResults: 4, nextToken })).events?.map((event) => event.id),
    ).toEqual([3, 2, 1]);
    const bare = await page(execution, { includeExecutionData: false });
    expect(JSON.stringify(bare.events)).not.toContain('secret');
    expect(bare.events?.[1]?.stateEnteredEventDetails?.name).toBe('Call');
  });

  test('of an execution that is not there is refused', async () => {
    const arn = await createMachine(desk, 'machine', passes);
    await expect(page(`${arn.replace('stateMachine', 'execution')}:x`, {})).rejects.toBeInstanceOf(
      ExecutionDoesNotExist,
    );
  });
});

test('stopping an execution that has ended changes nothing', async () => {
  const executionArn = await start(desk, await createMachine(desk, 'machine', passes));
  const ended = await until(desk, executionArn);
  expect((await desk.client.send(new StopExecutionCommand({ executionArn }))).stopDate).toEqual(ended.stopDate);
  expect(await until(desk, executionArn)).toMatchObject({ status: 'SUCCEEDED' });
});
