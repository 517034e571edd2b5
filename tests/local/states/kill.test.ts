import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateStateMachineCommand,
  GetExecutionHistoryCommand,
  SendTaskSuccessCommand,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { clientOf, roleArn } from './desk.ts';

const definition = JSON.stringify({
  QueryLanguage: 'JSONata',
  StartAt: 'Ask',
  States: {
    Ask: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Arguments: { FunctionName: 'ask', Payload: { token: '{% $states.context.Task.Token %}' } },
      Retry: [{ ErrorEquals: ['Lambda.Unknown'], IntervalSeconds: 1, BackoffRate: 1, MaxAttempts: 100 }],
      Next: 'Ask',
    },
  },
});

test('what was acknowledged is there after kill -9 at any moment, and the execution goes on', {
  timeout: 30_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'states-'));
  const acknowledged: number[] = [];
  let executionArn: string | undefined;
  let next = 0;

  for (const killAfterMs of [37, 71, 113]) {
    const { child, client } = await begin(directory);
    if (executionArn === undefined) {
      const { stateMachineArn } = await client.send(
        new CreateStateMachineCommand({ name: 'machine', definition, roleArn }),
      );
      ({ executionArn } = await client.send(new StartExecutionCommand({ stateMachineArn })));
    }
    const before = acknowledged.length;
    const loop = (async () => {
      for (;;) {
        const taskToken = await waitingToken(client, executionArn);
        next += 1;
        await client.send(new SendTaskSuccessCommand({ taskToken, output: String(next) }));
        acknowledged.push(next);
        // The clock of the kill begins with the first answer: a restart may have a retry to wait for.
        if (acknowledged.length === before + 1) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      }
    })();
    await Promise.all([loop.catch(() => undefined), once(child, 'exit')]);
    client.destroy();
    expect(acknowledged.length).toBeGreaterThan(before);
  }

  const { child, client } = await begin(directory);
  const outputs = (await events(client, executionArn)).flatMap(
    (event) => event.taskSucceededEventDetails?.output ?? [],
  );
  const taskToken = await waitingToken(client, executionArn);
  await client.send(new SendTaskSuccessCommand({ taskToken, output: '"still alive"' }));
  client.destroy();
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(directory, { recursive: true, force: true });
  expect(outputs).toEqual(expect.arrayContaining(acknowledged.map(String)));
  // One answer a kill may have been taken without its acknowledgement having arrived; none is taken twice.
  expect(new Set(outputs).size).toBe(outputs.length);
});

async function begin(directory: string): Promise<{ readonly child: ChildProcess; readonly client: SFNClient }> {
  const script = join(import.meta.dirname, 'kill-child.ts');
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { child, client: clientOf(String(line).trim()) };
}

async function waitingToken(client: SFNClient, executionArn: string | undefined): Promise<string> {
  for (;;) {
    const newest = await events(client, executionArn);
    const scheduled = newest.find((event) => event.type === 'TaskScheduled');
    if (newest[0]?.type === 'TaskSubmitted')
      return JSON.parse(scheduled?.taskScheduledEventDetails?.parameters ?? '').Payload.token;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The newest 1000 events, the newest first. */
async function events(client: SFNClient, executionArn: string | undefined) {
  return (
    (await client.send(new GetExecutionHistoryCommand({ executionArn, reverseOrder: true, maxResults: 1000 })))
      .events ?? []
  );
}
