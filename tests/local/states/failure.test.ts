import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { namesFailure } from '../../../lib/local/states/run/failure.ts';
import { createMachine, functionArn, openTestDesk, returns, start, type TestDesk, throws, until } from './desk.ts';

const missedBeat = { error: 'States.Timeout', alsoMatches: 'States.HeartbeatTimeout' };

test.each([
  [['Mine'], { error: 'Mine' }, true],
  [['Mine'], { error: 'Other' }, false],
  [['States.ALL'], { error: 'Mine' }, true],
  [['States.ALL'], {}, true],
  [['States.ALL'], { error: 'States.Timeout' }, true],
  [['States.ALL'], { error: 'States.DataLimitExceeded' }, true],
  [['States.ALL'], { error: 'States.Runtime' }, false],
  [['States.Runtime'], { error: 'States.Runtime' }, true],
  [['States.TaskFailed'], { error: 'Lambda.Unknown' }, true],
  [['States.TaskFailed'], { error: 'States.Timeout' }, false],
  [['States.TaskFailed'], missedBeat, false],
  [['States.HeartbeatTimeout'], missedBeat, true],
  [['States.Timeout'], missedBeat, true],
  [['States.HeartbeatTimeout'], { error: 'States.Timeout' }, false],
])('%j against %j: %s', (names, failure, expected) => {
  expect(namesFailure(names, failure)).toBe(expected);
});

let desk: TestDesk;
let answer: (arn: string) => Promise<ReturnType<typeof returns>>;
beforeEach(async () => {
  desk = await openTestDesk((arn) => answer(arn));
});
afterEach(() => desk.remove());

const fail = async (state: object) => {
  const States = { Call: { Type: 'Task', Resource: functionArn('f'), End: true, ...state } };
  return until(desk, await start(desk, await createMachine(desk, 'machine', { StartAt: 'Call', States })));
};

test("a function's own error name reaches the execution, with the payload as its cause", async () => {
  answer = async () => throws('DigestMismatch', 'one byte differs');
  const ended = await fail({});
  expect(ended).toMatchObject({ status: 'FAILED', error: 'DigestMismatch' });
  expect(JSON.parse(ended.cause ?? '')).toEqual({ errorType: 'DigestMismatch', errorMessage: 'one byte differs' });
});

test.each([
  ['a process that died', async () => Promise.reject(new Error('worker ended')), 'Lambda.Unknown'],
  [
    'a function that is not there',
    async () => Promise.reject(Object.assign(new Error('no'), { name: 'ResourceNotFoundException' })),
    'Lambda.ResourceNotFoundException',
  ],
  [
    'an error without a type',
    async () => ({ payload: '{"errorMessage":"?"}', functionError: 'Unhandled', executedVersion: '1' }),
    'Lambda.Unknown',
  ],
])('an answer of %s has the error name that Lambda gives it', async (_what, play, error) => {
  answer = play;
  expect(await fail({})).toMatchObject({ status: 'FAILED', error });
});

test('a result of more than 256 KiB is States.DataLimitExceeded', async () => {
  answer = async () => returns('x'.repeat(262_143));
  expect(await fail({})).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
});

test('an output that grew beyond 256 KiB is too', async () => {
  answer = async () => returns('x'.repeat(200_000));
  expect(await fail({ Output: '{% [$states.result, $states.result] %}' })).toMatchObject({
    error: 'States.DataLimitExceeded',
  });
});

test("an error in a task's Output can be caught by the task itself", async () => {
  answer = async () => returns(1);
  const States = {
    Call: {
      Type: 'Task',
      Resource: functionArn('f'),
      Output: '{% $nobody %}',
      Catch: [
        { ErrorEquals: ['States.QueryEvaluationError'], Output: '{% $states.errorOutput.Error %}', Next: 'Caught' },
      ],
      End: true,
    },
    Caught: { Type: 'Succeed' },
  };
  const ended = await until(desk, await start(desk, await createMachine(desk, 'machine', { StartAt: 'Call', States })));
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: '"States.QueryEvaluationError"' });
});

test('a Choice without a true condition and without Default fails with States.NoChoiceMatched', async () => {
  const States = { Which: { Type: 'Choice', Choices: [{ Condition: '{% false %}', Next: 'Which' }] } };
  const ended = await until(
    desk,
    await start(desk, await createMachine(desk, 'machine', { StartAt: 'Which', States })),
  );
  expect(ended).toMatchObject({ status: 'FAILED', error: 'States.NoChoiceMatched' });
});

test('a machine that goes round for ever ends at 25,000 events, and holds up no other', async () => {
  const round = await createMachine(desk, 'round', {
    StartAt: 'A',
    States: { A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Pass', Next: 'A' } },
  });
  const short = await createMachine(desk, 'short', { StartAt: 'A', States: { A: { Type: 'Pass', End: true } } });
  const endless = await start(desk, round);
  expect((await until(desk, await start(desk, short))).status).toBe('SUCCEEDED');
  expect((await desk.client.send(new DescribeExecutionCommand({ executionArn: endless }))).status).toBe('RUNNING');
  const ended = await until(desk, endless);
  expect(ended).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
  expect(ended.events).toHaveLength(25_000);
});
