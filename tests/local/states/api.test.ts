import {
  CreateStateMachineCommand,
  DeleteStateMachineCommand,
  InvalidDefinition,
  ListStateMachinesCommand,
  RedriveExecutionCommand,
  StateMachineAlreadyExists,
  StateMachineTypeNotSupported,
  UpdateStateMachineCommand,
  ValidateStateMachineDefinitionCommand,
} from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createMachine,
  functionArn,
  openTestDesk,
  returns,
  roleArn,
  start,
  type TestDesk,
  throws,
  until,
} from './desk.ts';

const passes = { StartAt: 'Pass', States: { Pass: { Type: 'Pass', End: true } } };
const definition = JSON.stringify({ QueryLanguage: 'JSONata', ...passes });
let desk: TestDesk;
let broken = true;
beforeEach(async () => {
  broken = true;
  desk = await openTestDesk(async () => (broken ? throws('Broken') : returns('mended')));
});
afterEach(() => desk.remove());

describe('CreateStateMachine', () => {
  const create = (more: object) =>
    desk.client.send(new CreateStateMachineCommand({ name: 'machine', definition, roleArn, ...more }));

  test('answers the same when it is asked the same again, and refuses another definition under the name', async () => {
    const first = await create({});
    expect((await create({})).creationDate).toEqual(first.creationDate);
    const other = JSON.stringify({ ...JSON.parse(definition), Comment: 'other' });
    await expect(create({ definition: other })).rejects.toBeInstanceOf(StateMachineAlreadyExists);
  });

  test('refuses what a desk has not: EXPRESS, versions, a wrong definition', async () => {
    await expect(create({ type: 'EXPRESS' })).rejects.toBeInstanceOf(StateMachineTypeNotSupported);
    await expect(create({ publish: true })).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(create({ definition: '{"StartAt":"A"}' })).rejects.toBeInstanceOf(InvalidDefinition);
    await expect(create({ definition: '{"StartAt":"A"}' })).rejects.toThrow(/SCHEMA_VALIDATION_FAILED: .* at \//);
  });
});

test('a machine is listed until it is deleted, and its name is free then', async () => {
  const stateMachineArn = await createMachine(desk, 'machine', passes);
  const list = async () =>
    (await desk.client.send(new ListStateMachinesCommand({}))).stateMachines?.map((one) => one.name);
  expect(await list()).toEqual(['machine']);
  await desk.client.send(new DeleteStateMachineCommand({ stateMachineArn }));
  await desk.client.send(new DeleteStateMachineCommand({ stateMachineArn }));
  expect(await list()).toEqual([]);
});

test('an update with a wrong definition changes nothing', async () => {
  const stateMachineArn = await createMachine(desk, 'machine', passes);
  await expect(
    desk.client.send(new UpdateStateMachineCommand({ stateMachineArn, definition: '{}' })),
  ).rejects.toBeInstanceOf(InvalidDefinition);
  expect((await until(desk, await start(desk, stateMachineArn))).status).toBe('SUCCEEDED');
});

test('ValidateStateMachineDefinition lists what would be refused', async () => {
  const validate = async (text: string) =>
    desk.client.send(new ValidateStateMachineDefinitionCommand({ definition: text }));
  expect(await validate(definition)).toMatchObject({ result: 'OK', diagnostics: [], truncated: false });
  expect(await validate(definition.replace('"End":true', '"Next":"B"'))).toMatchObject({
    result: 'FAIL',
    diagnostics: [{ severity: 'ERROR', code: 'MISSING_TRANSITION_TARGET', location: '/States/Pass/Next' }],
  });
});

test('an operation that is not there is refused by name', async () => {
  const asked = fetch(desk.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSStepFunctions.CreateActivity' },
    body: '{}',
  });
  expect((await asked).status).toBe(400);
  expect(await (await asked).json()).toMatchObject({
    __type: 'UnknownOperationException',
    message: expect.stringMatching(/'CreateActivity' is not supported; supported are CreateStateMachine,/),
  });
});

test('a member of a request that is not understood is refused, not ignored', async () => {
  const asked = await fetch(desk.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSStepFunctions.ListStateMachines' },
    body: '{"filter":"x"}',
  });
  expect(await asked.json()).toMatchObject({
    __type: 'ValidationException',
    message: expect.stringContaining('filter'),
  });
});

describe('RedriveExecution', () => {
  const call = { Type: 'Task', Resource: functionArn('f') };
  const redrive = (executionArn: string) => desk.client.send(new RedriveExecutionCommand({ executionArn }));

  test('repeats the task that failed, and nothing before it', async () => {
    const machine = {
      StartAt: 'First',
      States: {
        First: { Type: 'Pass', Assign: { kept: 1 }, Next: 'Call' },
        Call: { ...call, Output: '{% [$states.result, $kept, $states.context.Execution.RedriveCount] %}', End: true },
      },
    };
    const execution = await start(desk, await createMachine(desk, 'machine', machine));
    expect(await until(desk, execution)).toMatchObject({
      status: 'FAILED',
      error: 'Broken',
      redriveStatus: 'REDRIVABLE',
    });
    broken = false;
    await redrive(execution);
    const ended = await until(desk, execution);
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: '["mended",1,1]', redriveCount: 1 });
    expect(ended.events.filter((event) => event.type === 'PassStateEntered')).toHaveLength(1);
    expect(ended.events.map((event) => event.type)).toContain('ExecutionRedriven');
  });

  test('repeats only the iterations of a Map that had not succeeded', async () => {
    const inner = {
      StartAt: 'Which',
      States: {
        Which: { Type: 'Choice', Choices: [{ Condition: '{% $states.input = 1 %}', Next: 'Good' }], Default: 'Call' },
        Good: { Type: 'Succeed' },
        Call: { ...call, End: true },
      },
    };
    const machine = {
      StartAt: 'Each',
      States: { Each: { Type: 'Map', Items: [1, 2], MaxConcurrency: 1, ItemProcessor: inner, End: true } },
    };
    const execution = await start(desk, await createMachine(desk, 'machine', machine));
    await until(desk, execution);
    broken = false;
    await redrive(execution);
    const ended = await until(desk, execution);
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: '[1,"mended"]' });
    expect(ended.events.filter((event) => event.type === 'MapIterationStarted')).toHaveLength(2);
  });

  test('is refused for an execution that succeeded, and 14 days after the end', async () => {
    const good = await start(desk, await createMachine(desk, 'good', passes));
    await until(desk, good);
    await expect(redrive(good)).rejects.toMatchObject({ name: 'ExecutionNotRedrivable' });
    const bad = await start(
      desk,
      await createMachine(desk, 'bad', { StartAt: 'Call', States: { Call: { ...call, End: true } } }),
    );
    await until(desk, bad);
    desk.clock.advance(14 * 86_400_000 + 1_000);
    await expect(redrive(bad)).rejects.toMatchObject({ name: 'ExecutionNotRedrivable' });
  });
});
