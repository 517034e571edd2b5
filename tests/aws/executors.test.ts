import { createServer } from 'node:net';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lambdaExecutors } from '../../lib/aws/executors.ts';
import { listen, type WireRequest, type WireResponse } from '../../lib/local/http-server.ts';
import { clientOptions } from './json-server.ts';

const lambda = 'arn:aws:lambda:us-east-1:123456789012:function:shop';

/** An invocation of a function at this address; it is waited for 5 s. */
function invoke(endpoint: string, timeoutMs = 5_000) {
  const client = new LambdaClient(clientOptions(endpoint));
  onTestFinished(() => client.destroy());
  return lambdaExecutors(client).invoke({ lambda, payload: { tool: 'refund', amount: 1 }, timeoutMs });
}

/** Lambda as this answer, and what it was asked. */
async function answering(answer: WireResponse | 'never') {
  const asked: WireRequest[] = [];
  const server = await listen(
    async (request) => {
      asked.push(request);
      return answer === 'never' ? new Promise<WireResponse>(() => undefined) : answer;
    },
    { port: 0, onError: () => undefined },
  );
  onTestFinished(server.close);
  return { url: server.url, asked };
}

const error = (status: number, name: string): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': name },
  body: JSON.stringify({ message: 'No.', Type: 'User' }),
});

test('an answer comes back as its text, and the function got the payload and nothing else', async () => {
  const { url, asked } = await answering({ status: 200, body: '{"status":"done"}' });
  expect(await invoke(url)).toEqual({ kind: 'answered', text: '{"status":"done"}' });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.path).toBe(`/2015-03-31/functions/${encodeURIComponent(lambda)}/invocations`);
  expect(asked[0]?.headers['x-amz-invocation-type']).toBe('RequestResponse');
  expect(asked[0]?.body.toString('utf8')).toBe('{"amount":1,"tool":"refund"}');
});

describe('a function that ran and failed', () => {
  const failing = (body: string) => answering({ status: 200, headers: { 'x-amz-function-error': 'Unhandled' }, body });

  test('is told with its error', async () => {
    const { url } = await failing('{"errorType":"OutOfMoney","errorMessage":"The till is empty."}');
    expect(await invoke(url)).toEqual({ kind: 'failed', error: 'OutOfMoney', message: 'The till is empty.' });
  });

  test('whose error cannot be read is told all the same', async () => {
    const { url } = await failing('Task timed out after 3.00 seconds');
    expect(await invoke(url)).toEqual({ kind: 'failed', error: 'Unhandled', message: '' });
  });
});

test.each([
  [400, 'InvalidParameterValueException'],
  [403, 'AccessDeniedException'],
  [404, 'ResourceNotFoundException'],
  [413, 'RequestTooLargeException'],
  [429, 'TooManyRequestsException'],
])(
  '%i is an answer of Lambda and not of the function: nothing was invoked, and it was asked once',
  async (status, name) => {
    const { url, asked } = await answering(error(status, name));
    expect(await invoke(url)).toEqual({ kind: 'not-invoked', error: name });
    expect(asked).toHaveLength(1);
  },
);

test.each([
  [500, 'ServiceException'],
  [502, 'EC2UnexpectedException'],
  [503, 'ServiceUnavailable'],
])('%i says nothing of whether the function ran, and it is not asked again', async (status, name) => {
  const { url, asked } = await answering(error(status, name));
  expect(await invoke(url)).toMatchObject({ kind: 'unanswered' });
  expect(asked).toHaveLength(1);
});

test('an address at which nobody listens means that nothing was invoked', async () => {
  const port = await closedPort();
  expect(await invoke(`http://127.0.0.1:${port}`)).toEqual({ kind: 'not-invoked', error: 'ECONNREFUSED' });
});

test('a function that does not answer in time is unanswered: it may still be running', async () => {
  const { url, asked } = await answering('never');
  expect(await invoke(url, 100)).toMatchObject({ kind: 'unanswered' });
  expect(asked).toHaveLength(1);
});

test('a connection that ends without an answer is unanswered', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  expect(await invoke(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'unanswered' });
});

async function closedPort(): Promise<number> {
  const server = await listen(async () => ({ status: 200 }), { port: 0, onError: () => undefined });
  await server.close();
  return server.port;
}
