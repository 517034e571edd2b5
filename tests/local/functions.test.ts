import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect, onTestFinished, test } from 'vitest';
import { movableClock } from '../../lib/local/clock.ts';
import type { DeskFunction } from '../../lib/local/functions/deployed-function.ts';
import { startFunctions } from '../../lib/local/functions/functions.ts';
import { answerInvoke } from '../../lib/local/functions/invoke-api.ts';
import { listen } from '../../lib/local/http-server.ts';
import { deskFunction } from './support/function-bundle.ts';
import { sdkClient } from './support/sdk-client.ts';

test('an unmodified client invokes a function and gets its answer', async () => {
  const { send } = await lambda(deskFunction('export const handler = async (event) => ({ got: event.n + 1 });'));
  const answer = await send('probe', { n: 1 });
  expect(answer).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST', json: { got: 2 } });
  expect(answer.FunctionError).toBeUndefined();
});

test.each(['arn:aws:lambda:us-east-1:123456789012:function:probe', '123456789012:function:probe', 'probe:$LATEST'])(
  '%s names a function too',
  async (name) => {
    const { send } = await lambda(deskFunction('export const handler = async () => 1;'));
    expect((await send(name, {})).json).toBe(1);
  },
);

test('a function sees its own environment and nothing of the process that runs the desk', async () => {
  process.env.DESK_TEST_SECRET = 'of the shell';
  onTestFinished(() => {
    delete process.env.DESK_TEST_SECRET;
  });
  const probe = deskFunction('export const handler = async () => ({ ...process.env });', {
    environment: { TABLE: 'runs' },
  });
  const { send } = await lambda(probe);
  expect((await send('probe', {})).json).toEqual({ TABLE: 'runs' });
});

test('a thrown error comes back as Lambda describes it', async () => {
  const { send } = await lambda(deskFunction('export const handler = async () => { throw new TypeError("not so"); };'));
  const answer = await send('probe', {});
  expect(answer.FunctionError).toBe('Unhandled');
  expect(answer.json).toMatchObject({ errorType: 'TypeError', errorMessage: 'not so', trace: expect.any(Array) });
});

test('a handler that exits answers Runtime.ExitError, and the next invocation gets a new thread', async () => {
  const { send } = await lambda(
    deskFunction('export const handler = async ({ die }) => { if (die) process.exit(7); return "alive"; };'),
  );
  const died = await send('probe', { die: true });
  expect(died).toMatchObject({
    FunctionError: 'Unhandled',
    json: { errorType: 'Runtime.ExitError', errorMessage: expect.stringMatching(/exit status 7/) },
  });
  expect((await send('probe', {})).json).toBe('alive');
});

test('a handler that cannot be found says so', async () => {
  const { send } = await lambda(deskFunction('export const other = 1;'));
  expect((await send('probe', {})).json).toMatchObject({
    errorType: 'Runtime.HandlerNotFound',
    errorMessage: expect.stringContaining('index.handler'),
  });
});

test('moving the clock past the timeout of a running function ends it, and the next one runs', async () => {
  const { send, clock, log } = await lambda(
    deskFunction(
      'export const handler = async ({ hang }) => { console.log("runs"); if (hang) await new Promise(() => setInterval(() => {}, 1000)); return "done"; };',
      { timeoutSeconds: 60 },
    ),
  );
  const hanging = send('probe', { hang: true });
  await log.said('runs');
  clock.advance(60_000);
  const answer = await hanging;
  expect(answer).toMatchObject({
    FunctionError: 'Unhandled',
    json: {
      errorType: 'Sandbox.Timedout',
      errorMessage: expect.stringMatching(/Task timed out after 60\.00 seconds$/),
    },
  });
  expect((await send('probe', {})).json).toBe('done');
});

test("Date follows the desk's clock in a function, also in one that is warm", async () => {
  const { send, clock } = await lambda(
    deskFunction(
      'export const handler = async () => [Date.now(), new Date().getTime(), Date.parse(Date()), new Date(5).getTime(), new Date() instanceof Date];',
    ),
  );
  const day = 86_400_000;
  const [before] = (await send('probe', {})).json;
  clock.advance(30 * day);
  const [now, constructed, asText, given, instance] = (await send('probe', {})).json;
  expect(now - before).toBeGreaterThanOrEqual(30 * day);
  expect(constructed - now).toBeLessThan(1000);
  expect(Math.abs(asText - now)).toBeLessThan(2000);
  expect([given, instance]).toEqual([5, true]);
});

test('one thread takes one invocation at a time; concurrent ones run beside it', async () => {
  const source =
    'let running = 0; export const handler = async () => { running += 1; await new Promise((r) => setTimeout(r, 50)); const most = running; running -= 1; return most; };';
  const { send } = await lambda(deskFunction(source));
  const answers = await Promise.all([1, 2, 3].map(() => send('probe', {})));
  expect(answers.map(({ json }) => json)).toEqual([1, 1, 1]);
});

test('quiet comes when the last running invocation has ended', async () => {
  const source =
    'export const handler = async () => { console.log("runs"); await new Promise((r) => setTimeout(r, 100)); };';
  const { functions, log } = await lambda(deskFunction(source));
  await functions.quiet();
  const running = functions.invoke('probe', '{}');
  let quiet = false;
  const becameQuiet = functions.quiet().then(() => {
    quiet = true;
  });
  await log.said('runs');
  expect(quiet).toBe(false);
  await running;
  await becameQuiet;
});

test('a function that was loaded ahead is not loaded again', async () => {
  const { functions, log, send } = await lambda(
    deskFunction('const at = Date.now(); console.log("loaded"); export const handler = async () => at;'),
  );
  functions.warm();
  await log.said('loaded');
  const before = Date.now();
  expect((await send('probe', {})).json).toBeLessThanOrEqual(before);
});

test('a warm thread is used again', async () => {
  const { send } = await lambda(
    deskFunction('let calls = 0; export const handler = async () => { calls += 1; return calls; };'),
  );
  await send('probe', {});
  expect((await send('probe', {})).json).toBe(2);
});

test('beyond the reserved concurrency an invocation is throttled', async () => {
  const { send, log } = await lambda(
    deskFunction(
      'export const handler = async () => { console.log("runs"); await new Promise((r) => setTimeout(r, 300)); };',
      { reservedConcurrency: 1 },
    ),
  );
  const first = send('probe', {});
  await log.said('runs');
  await expect(send('probe', {})).rejects.toMatchObject({ name: 'TooManyRequestsException' });
  await first;
});

test('an event is accepted at once and tried again after its pauses', async () => {
  const { client, clock, log } = await lambda(
    deskFunction(
      'let calls = 0; export const handler = async () => { calls += 1; console.log("call " + calls); throw new Error("no"); };',
    ),
  );
  const accepted = await client.send(new InvokeCommand({ FunctionName: 'probe', InvocationType: 'Event' }));
  expect(accepted.StatusCode).toBe(202);
  await log.said('call 1');
  await log.said('failed');
  clock.advance(60_000);
  await log.said('call 2');
});

test('an unknown function is ResourceNotFoundException, a payload that is no JSON InvalidRequestContentException', async () => {
  const { client, send } = await lambda(deskFunction('export const handler = async () => 1;'));
  await expect(send('nobody', {})).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    message: expect.stringContaining('nobody'),
  });
  await expect(
    client.send(new InvokeCommand({ FunctionName: 'probe', Payload: Buffer.from('{') })),
  ).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
});

test('the context tells request, function and the time that is left', async () => {
  const source =
    'export const handler = async (_, c) => ({ id: c.awsRequestId, name: c.functionName, arn: c.invokedFunctionArn, left: c.getRemainingTimeInMillis() });';
  const { send } = await lambda(deskFunction(source, { timeoutSeconds: 9 }));
  const { json } = await send('probe', {});
  expect(json).toMatchObject({
    name: 'probe',
    arn: expect.stringMatching(/:function:probe$/),
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(json.left).toBeGreaterThan(8_000);
  expect(json.left).toBeLessThanOrEqual(9_000);
});

async function lambda(deployed: DeskFunction) {
  const clock = movableClock();
  const log = listeningLog();
  const functions = startFunctions({ functions: [deployed], clock, log: log.line });
  const server = await listen((request) => answerInvoke(request, functions), {
    port: 0,
    onError: (error) => log.line('server', String(error)),
  });
  const client = new LambdaClient(sdkClient(server.url));
  onTestFinished(async () => {
    client.destroy();
    await server.close();
    await functions.close();
    clock.close();
  });
  const send = async (FunctionName: string, payload: unknown) => {
    const answer = await client.send(
      new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(payload)) }),
    );
    return { ...answer, json: JSON.parse(Buffer.from(answer.Payload ?? []).toString()) };
  };
  return { client, clock, functions, log, send };
}

/** Lets a test wait for a line of a function's output instead of for time. */
function listeningLog() {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  return {
    line: (source: string, text: string) => {
      lines.push(`${source}: ${text}`);
      for (const look of waiting) look();
    },
    said: (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (lines.some((line) => line.includes(text))) resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
