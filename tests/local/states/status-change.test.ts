import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateStateMachineCommand,
  RedriveExecutionCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startStepFunctions } from '../../../lib/local/states/server.ts';
import type { StatusChangeEvent } from '../../../lib/local/states/status-change.ts';
import { account, clientOf, region, roleArn } from './desk.ts';
import { stillClock } from './still-clock.ts';

const waits = { QueryLanguage: 'JSONata', StartAt: 'Wait', States: { Wait: { Type: 'Wait', Seconds: 60, End: true } } };
const fails = { QueryLanguage: 'JSONata', StartAt: 'Fail', States: { Fail: { Type: 'Fail', Error: 'E', Cause: 'c' } } };

test('start, stop and redrive of an execution are told in the form that EventBridge has', async () => {
  const { events, client, start, clock } = await open(waits);
  const executionArn = await start();
  await client.send(new StopExecutionCommand({ executionArn, error: 'Stopped', cause: 'by hand' }));
  await client.send(new RedriveExecutionCommand({ executionArn }));
  await vi.waitFor(() => expect(statuses(events)).toEqual(['RUNNING', 'ABORTED', 'RUNNING']));
  clock.advance(61_000);
  await vi.waitFor(() => expect(statuses(events)).toEqual(['RUNNING', 'ABORTED', 'RUNNING', 'SUCCEEDED']));
  expect(events[1]).toEqual({
    version: '0',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    'detail-type': 'Step Functions Execution Status Change',
    source: 'aws.states',
    account,
    time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
    region,
    resources: [executionArn],
    detail: {
      executionArn,
      stateMachineArn: `arn:aws:states:${region}:${account}:stateMachine:m`,
      stateMachineVersionArn: null,
      stateMachineAliasArn: null,
      name: 'one',
      status: 'ABORTED',
      startDate: expect.any(Number),
      stopDate: expect.any(Number),
      input: '{"n":1}',
      inputDetails: { included: true },
      output: null,
      outputDetails: null,
      error: 'Stopped',
      cause: 'by hand',
      redriveCount: 0,
      redriveDate: null,
      redriveStatus: 'REDRIVABLE',
      redriveStatusReason: null,
    },
  });
  expect(events[3]?.detail).toMatchObject({ output: '{"n":1}', redriveCount: 1, redriveStatus: 'NOT_REDRIVABLE' });
});

test('an execution that fails by itself is told with its error', async () => {
  const { events, start } = await open(fails);
  await start();
  await vi.waitFor(() => expect(events.at(-1)?.detail).toMatchObject({ status: 'FAILED', error: 'E', cause: 'c' }));
});

const statuses = (events: readonly StatusChangeEvent[]) => events.map(({ detail }) => detail.status);

async function open(definition: object) {
  const clock = stillClock();
  const directory = mkdtempSync(join(tmpdir(), 'states-'));
  const events: StatusChangeEvent[] = [];
  const server = await startStepFunctions({
    directory,
    clock,
    invokeFunction: async () => ({ payload: '{}', executedVersion: '$LATEST' }),
    region,
    account,
    statusChanged: (event) => events.push(event),
  });
  const client = clientOf(server.url);
  onTestFinished(async () => {
    client.destroy();
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const { stateMachineArn } = await client.send(
    new CreateStateMachineCommand({ name: 'm', roleArn, definition: JSON.stringify(definition) }),
  );
  const start = async () => {
    const started = await client.send(new StartExecutionCommand({ stateMachineArn, name: 'one', input: '{"n":1}' }));
    return started.executionArn;
  };
  return { events, client, start, clock };
}
