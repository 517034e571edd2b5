import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { BedrockAgentCoreClient } from '@aws-sdk/client-bedrock-agentcore';
import { expect, onTestFinished, test } from 'vitest';
import { harnessClient } from '../../lib/aws/harness-client.ts';
import { sessionIdOf } from '../../lib/core/ids.ts';
import type { TurnAnswer } from '../../lib/gate/ports.ts';
import { promptMessages } from '../../lib/harness/messages.ts';
import { sdkClient } from '../local/support/sdk-client.ts';
import { execution } from '../support/history.ts';

interface Answered {
  readonly answer: TurnAnswer;
  readonly requests: readonly {
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: object;
  }[];
}

/** One invoke against a server that answers with this status and error, or hangs up. */
async function invoke(status: number | 'hang up', error = 'SomeException'): Promise<Answered> {
  const requests: { url: string; headers: IncomingMessage['headers']; body: object }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(await text(request)) });
    if (status === 'hang up') {
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': error });
    response.end(JSON.stringify({ message: 'no' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { answer: await send(`http://127.0.0.1:${port}`), requests };
}

async function send(endpoint: string): Promise<TurnAnswer> {
  const client = new BedrockAgentCoreClient(sdkClient(endpoint));
  onTestFinished(() => client.destroy());
  const arn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
  const harness = harnessClient(client, { arn, qualifier: 'live', timeoutSeconds: 60, maxIterations: 7 });
  return harness.invoke({
    sessionId: sessionIdOf(execution, 0),
    actorId: 'sam',
    messages: promptMessages('Buy.'),
    cutAfterMs: 5_000,
  });
}

test.each<[number, string, 'may-be-sent-again' | 'would-be-refused-again']>([
  [429, 'ThrottlingException', 'may-be-sent-again'],
  [409, 'ConflictException', 'may-be-sent-again'],
  [402, 'ServiceQuotaExceededException', 'may-be-sent-again'],
  [400, 'ValidationException', 'would-be-refused-again'],
  [403, 'AccessDeniedException', 'would-be-refused-again'],
  [404, 'ResourceNotFoundException', 'would-be-refused-again'],
])('an answer %i (%s) proves that nothing was started: %s', async (status, error, again) => {
  const { answer, requests } = await invoke(status, error);
  expect(answer).toEqual({ kind: 'refused', error, again });
  expect(requests).toHaveLength(1);
});

test.each<[number | 'hang up', string]>([
  [500, 'InternalServerException'],
  [503, 'ServiceUnavailable'],
  ['hang up', ''],
])('an answer %s proves nothing, and is not tried a second time', async (status, error) => {
  const { answer, requests } = await invoke(status, error);
  expect(answer.kind).toBe('unanswered');
  expect(requests).toHaveLength(1);
});

test('a connection that is refused was never made: the turn may be sent again', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect(await send(`http://127.0.0.1:${port}`)).toEqual({
    kind: 'refused',
    error: 'ECONNREFUSED',
    again: 'may-be-sent-again',
  });
});

test('an invoke sends messages, actor and limits, and nothing that would replace what is deployed', async () => {
  const { requests } = await invoke(403);
  expect(requests[0]?.url).toContain('qualifier=live');
  expect(requests[0]?.headers['x-amzn-bedrock-agentcore-runtime-session-id']).toBe(sessionIdOf(execution, 0));
  expect(requests[0]?.body).toEqual({
    actorId: 'sam',
    messages: [{ role: 'user', content: [{ text: 'Buy.' }] }],
    timeoutSeconds: 60,
    maxIterations: 7,
  });
});
