import { request as httpRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { movableClock } from '../../../lib/local/clock.ts';
import type { InvokeResult } from '../../../lib/local/functions/function-thread.ts';
import type { DeskApi } from '../../../lib/local/http-api/deployed-api.ts';
import { httpApi, maxHttpApiBodyBytes } from '../../../lib/local/http-api/http-api.ts';
import { parseRouteKey } from '../../../lib/local/http-api/routes.ts';
import { listen } from '../../../lib/local/http-server.ts';

test('a function gets the request in payload format 2.0, member by member', async () => {
  const { url, port, events } = await api({ routeKey: 'POST /runs/{id}' });
  await raw({
    url: `${url}/runs/a%20b?x=1&x=2&y=%C3%A9&empty=`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Own': ['one', 'two'], Cookie: 'a=1; b=2', 'User-Agent': 'probe' },
    body: '{"ä":1}',
  });
  const event = events[0];
  expect(event).toEqual({
    version: '2.0',
    routeKey: 'POST /runs/{id}',
    rawPath: '/runs/a b',
    rawQueryString: 'x=1&x=2&y=%C3%A9&empty=',
    cookies: ['a=1', 'b=2'],
    headers: {
      'content-type': 'application/json',
      'content-length': '8',
      'user-agent': 'probe',
      'x-own': 'one,two',
      host: `127.0.0.1:${port}`,
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-port': String(port),
      'x-forwarded-proto': 'http',
    },
    queryStringParameters: { x: '1,2', y: 'é', empty: '' },
    requestContext: {
      accountId: '123456789012',
      apiId: 'abc',
      domainName: `127.0.0.1:${port}`,
      domainPrefix: '127',
      http: { method: 'POST', path: '/runs/a b', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'probe' },
      requestId: expect.any(String),
      routeKey: 'POST /runs/{id}',
      stage: '$default',
      time: expect.stringMatching(/^\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} \+0000$/),
      timeEpoch: expect.any(Number),
    },
    body: '{"ä":1}',
    pathParameters: { id: 'a b' },
    isBase64Encoded: false,
  });
});

test('a request without body, query or cookie has no such members', async () => {
  const { url, events } = await api();
  await fetch(`${url}/`);
  expect(Object.keys(events[0] ?? {})).toEqual([
    'version',
    'routeKey',
    'rawPath',
    'rawQueryString',
    'headers',
    'requestContext',
    'isBase64Encoded',
  ]);
});

test.each([
  ['application/x-www-form-urlencoded', true],
  ['application/octet-stream', true],
  ['application/problem+json', true],
  ['', true],
  ['application/json; charset=utf-8', false],
  ['text/plain', false],
])('a body of type "%s" comes in Base64: %s', async (type, isBase64Encoded) => {
  const { url, events } = await api();
  const body = Buffer.from('verdict=approve');
  await fetch(`${url}/`, { method: 'POST', body, headers: type === '' ? {} : { 'content-type': type } });
  expect(events[0]).toMatchObject({ isBase64Encoded, body: body.toString(isBase64Encoded ? 'base64' : 'utf8') });
});

test.each([
  ['/a%2Fb', '/a/b'],
  ['/a%3Fb=1', '/a'],
  ['/100%', '/100%'],
])('the path %s comes as %s', async (path, rawPath) => {
  const { url, events } = await api();
  await fetch(`${url}${path}`);
  expect(events[0]).toMatchObject({ rawPath });
});

test("the event's time is the desk's", async () => {
  const { url, events, clock } = await api();
  clock.advance(86_400_000);
  await fetch(`${url}/`);
  expect(
    z.object({ requestContext: z.object({ timeEpoch: z.number() }) }).parse(events[0]).requestContext.timeEpoch,
  ).toBeGreaterThan(Date.now() + 86_000_000);
});

test('status, headers, several cookies and a body in Base64 reach the client', async () => {
  const answer = {
    statusCode: 201,
    headers: { 'X-A': 'b', 'Content-Type': 'image/x' },
    cookies: ['a=1; Path=/', 'b=2'],
    body: Buffer.from([0, 255]).toString('base64'),
    isBase64Encoded: true,
  };
  const { url } = await api({ answer });
  const response = await fetch(`${url}/`);
  expect([response.status, response.headers.get('x-a'), response.headers.get('content-type')]).toEqual([
    201,
    'b',
    'image/x',
  ]);
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255]);
});

test('an answer without a statusCode is the body itself, as JSON', async () => {
  const { url } = await api({ answer: { ok: true } });
  const response = await fetch(`${url}/`);
  expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
    200,
    'application/json',
    { ok: true },
  ]);
});

test.each([
  ['a body that is no text', { answer: { statusCode: 200, body: { a: 1 } } }, 500],
  ['a status that is none', { answer: { statusCode: 'fine' } }, 500],
  ['a function that failed', { functionError: true }, 500],
  ['a function that is throttled', { throws: true }, 503],
])('%s is answered as AWS answers it: %s', async (_, given, status) => {
  const { url } = await api(given);
  const response = await fetch(`${url}/`);
  expect(response.status).toBe(status);
  expect(Object.keys((await response.json()) as object)).toEqual(['message']);
});

test('no route is 404, and no function is asked', async () => {
  const { url, events } = await api({ routeKey: 'GET /only' });
  const response = await fetch(`${url}/other`);
  expect([response.status, await response.json()]).toEqual([404, { message: 'Not Found' }]);
  expect(events).toEqual([]);
});

test('30 seconds are all that a function gets', async () => {
  const { url, clock, asked } = await api({ hangs: true });
  const response = fetch(`${url}/`);
  await asked;
  clock.advance(30_000);
  expect((await response).status).toBe(503);
});

test('a request line and headers of more than 10,240 bytes are refused', async () => {
  const { url, events } = await api();
  expect((await fetch(`${url}/`, { headers: { 'x-long': 'x'.repeat(10_240) } })).status).toBe(431);
  expect((await fetch(`${url}/`, { headers: { 'x-long': 'x'.repeat(9_500) } })).status).toBe(200);
  expect(events).toHaveLength(1);
});

test('a body of more than 10 MB is refused', async () => {
  const { url, events } = await api();
  expect((await fetch(`${url}/`, { method: 'POST', body: 'x'.repeat(maxHttpApiBodyBytes + 1) })).status).toBe(413);
  expect(events).toEqual([]);
});

test("more requests than the stage's burst are turned away until the rate has made room", async () => {
  const { url, clock } = await api({ throttle: { rate: 1, burst: 2 } });
  const statuses = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => fetch(`${url}/`)))).map(({ status }) => status).sort();
  expect(await statuses(3)).toEqual([200, 200, 429]);
  clock.advance(2_000);
  expect(await statuses(3)).toEqual([200, 200, 429]);
});

test('a named stage is the first part of the path, for clients and functions', async () => {
  const { url, events } = await api({ stage: 'prod', routeKey: 'GET /x' });
  expect((await fetch(`${url}/x`)).status).toBe(404);
  expect((await fetch(`${url}/prod/x`)).status).toBe(200);
  expect(events[0]).toMatchObject({ rawPath: '/prod/x', routeKey: 'GET /x', requestContext: { stage: 'prod' } });
});

type Given = {
  readonly routeKey?: string;
  readonly authorization?: 'none' | 'iam';
  readonly stage?: string;
  readonly answer?: unknown;
  readonly functionError?: boolean;
  readonly throws?: boolean;
  readonly hangs?: boolean;
  readonly throttle?: DeskApi['throttle'];
};

async function api({
  routeKey = '$default',
  authorization = 'none',
  stage = '$default',
  answer = { statusCode: 200 },
  functionError,
  throws,
  hangs,
  throttle,
}: Given = {}) {
  const clock = movableClock();
  const events: unknown[] = [];
  const asked = Promise.withResolvers<void>();
  const invoke = async (_: string, payload: string): Promise<InvokeResult> => {
    events.push(JSON.parse(payload));
    asked.resolve();
    if (throws) throw new Error('Rate Exceeded.');
    if (hangs) await new Promise(() => {});
    return {
      payload: JSON.stringify(answer),
      executedVersion: '$LATEST',
      ...(functionError && { functionError: 'Unhandled' as const }),
    };
  };
  const route = { routeKey, ...parseRouteKey(routeKey), functionArn: 'arn', timeoutMs: 30_000, authorization };
  const deskApi: DeskApi = { logicalId: 'Api', apiId: 'abc', stage, routes: [route], throttle, throttles: new Map() };
  const answering = Promise.withResolvers<ReturnType<typeof httpApi>>();
  const listening = await listen(async (request) => (await answering.promise)(request), {
    port: 0,
    maxBodyBytes: maxHttpApiBodyBytes,
    onError: () => {},
  });
  answering.resolve(
    httpApi({ port: listening.port, api: deskApi, account: '123456789012', clock, invoke, log: () => {} }),
  );
  onTestFinished(async () => {
    await listening.close();
    clock.close();
  });
  return { url: listening.url, port: listening.port, events, clock, asked: asked.promise };
}

/** A request with headers exactly as given: fetch joins and adds some. */
function raw({
  url,
  body,
  ...options
}: {
  url: string;
  method: string;
  headers: Record<string, string | string[]>;
  body: string;
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, options, (response) => response.resume().on('end', resolve));
    request.on('error', reject).end(body);
  });
}
