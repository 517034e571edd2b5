import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  type DescribeExecutionCommandOutput,
  GetExecutionHistoryCommand,
  type HistoryEvent,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { DeskClock } from '../../../lib/local/clock.ts';
import type { InvokeFunction } from '../../../lib/local/states/function-answer.ts';
import { startStepFunctions } from '../../../lib/local/states/server.ts';
import { type StillClock, stillClock } from './still-clock.ts';

export const region = 'eu-central-1';
export const account = '111122223333';
export const roleArn = `arn:aws:iam::${account}:role/machine`;
export const functionArn = (name: string) => `arn:aws:lambda:${region}:${account}:function:${name}`;

export type TestDesk<Clock extends DeskClock = StillClock> = {
  readonly client: SFNClient;
  readonly clock: Clock;
  readonly directory: string;
  readonly url: string;
  readonly faults: unknown[];
  /** Closes the server and leaves the files, for a second desk on the same directory. */
  readonly close: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** A local Step Functions with the real SDK client in front of it. */
export async function openTestDesk(
  invokeFunction: InvokeFunction,
  options: { readonly directory?: string; readonly clock?: StillClock } = {},
): Promise<TestDesk> {
  return openDeskOn(options.clock ?? stillClock(), { invokeFunction, ...options });
}

/** As `openTestDesk`, on any clock: the recorded executions need one that goes. */
export async function openDeskOn<Clock extends DeskClock>(
  clock: Clock,
  options: { readonly invokeFunction: InvokeFunction; readonly directory?: string },
): Promise<TestDesk<Clock>> {
  const { invokeFunction } = options;
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'states-'));
  const faults: unknown[] = [];
  const log = (_message: string, error: unknown) => faults.push(error);
  const server = await startStepFunctions({ directory, clock, invokeFunction, region, account, log });
  const client = clientOf(server.url);
  const close = async () => {
    client.destroy();
    await server.close();
  };
  const remove = async () => {
    await close();
    rmSync(directory, { recursive: true, force: true });
  };
  return { client, clock, directory, url: server.url, faults, close, remove };
}

export function clientOf(endpoint: string): SFNClient {
  return new SFNClient({
    endpoint,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({ httpAgent: { keepAlive: true, maxSockets: 200 } }),
  });
}

/** A function that answers with JSON. */
export const returns = (value: unknown) => ({ payload: JSON.stringify(value), executedVersion: '$LATEST' });

/** A function that fails with an error of its own. */
export const throws = (errorType: string, errorMessage = '') => ({
  payload: JSON.stringify({ errorType, errorMessage }),
  functionError: 'Unhandled',
  executedVersion: '$LATEST',
});

/** Creates a machine in JSONata out of its states, and answers its ARN. */
export async function createMachine(
  desk: TestDesk<DeskClock>,
  name: string,
  machine: { readonly StartAt: string; readonly States: object; readonly TimeoutSeconds?: number },
): Promise<string> {
  const definition = JSON.stringify({ QueryLanguage: 'JSONata', ...machine });
  const { stateMachineArn = '' } = await desk.client.send(new CreateStateMachineCommand({ name, definition, roleArn }));
  return stateMachineArn;
}

export async function start(desk: TestDesk<DeskClock>, stateMachineArn: string, input: unknown = {}): Promise<string> {
  const command = new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input) });
  return (await desk.client.send(command)).executionArn ?? '';
}

export type Seen = DescribeExecutionCommandOutput & { readonly events: readonly HistoryEvent[] };

/** The execution once it has ended, or once what is asked of it holds. @throws Error after 15 s, with what was last seen */
export async function until(
  desk: TestDesk<DeskClock>,
  executionArn: string,
  holds?: (execution: DescribeExecutionCommandOutput, events: readonly HistoryEvent[]) => boolean,
): Promise<Seen> {
  for (const begun = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 10))) {
    const execution = await desk.client.send(new DescribeExecutionCommand({ executionArn }));
    const late = Date.now() - begun > 15_000;
    // An end is seen without the history, which may be long.
    if (!holds && execution.status === 'RUNNING' && !late) continue;
    const events = await historyOf(desk, executionArn);
    if (holds ? holds(execution, events) : execution.status !== 'RUNNING') return { ...execution, events };
    if (late) throw new Error(`not reached: ${execution.status}, ${events.map((event) => event.type).join(' ')}`);
  }
}

export async function historyOf(desk: TestDesk<DeskClock>, executionArn: string): Promise<HistoryEvent[]> {
  const events: HistoryEvent[] = [];
  let nextToken: string | undefined;
  do {
    const page = await desk.client.send(
      new GetExecutionHistoryCommand({ executionArn, maxResults: 1000, ...(nextToken && { nextToken }) }),
    );
    events.push(...(page.events ?? []));
    nextToken = page.nextToken;
  } while (nextToken);
  return events;
}
