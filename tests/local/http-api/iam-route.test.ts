import { expect, onTestFinished, test } from 'vitest';
import { signedHeaders } from '../../../lib/aws/sign-request.ts';
import { movableClock } from '../../../lib/local/clock.ts';
import { httpApi } from '../../../lib/local/http-api/http-api.ts';
import { parseRouteKey } from '../../../lib/local/http-api/routes.ts';
import { listen } from '../../../lib/local/http-server.ts';

const account = '123456789012';

test('a signed request reaches the function with its caller, who is the access key', async () => {
  const { url, events } = await api();
  const headers = signed(url, { accessKeyId: 'AKIALOCAL.dana', secretAccessKey: 'any' });
  expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  expect(events[0]).toMatchObject({
    requestContext: {
      authorizer: {
        iam: {
          accessKey: 'AKIALOCAL.dana',
          accountId: account,
          callerId: 'AKIALOCAL.dana',
          cognitoIdentity: null,
          principalOrgId: null,
          userArn: `arn:aws:iam::${account}:user/AKIALOCAL.dana`,
          userId: 'AKIALOCAL.dana',
        },
      },
    },
  });
});

test('a session token role:NAME/SESSION makes the caller that session of the role', async () => {
  const { url, events } = await api();
  const headers = signed(url, { accessKeyId: 'ASIA1', secretAccessKey: 'any', sessionToken: 'role:portal/dana@web' });
  await fetch(url, { method: 'POST', headers, body: '{}' });
  expect(events[0]).toMatchObject({
    requestContext: { authorizer: { iam: { userArn: `arn:aws:sts::${account}:assumed-role/portal/dana@web` } } },
  });
});

test.each([
  ['without a signature', {}],
  ['with a bearer token', { authorization: 'Bearer abc' }],
  [
    'signed for another service',
    { authorization: 'AWS4-HMAC-SHA256 Credential=AKIA1/20270101/us-east-1/states/aws4_request, SignedHeaders=host' },
  ],
])('a request %s is forbidden, and no function is asked', async (_, headers) => {
  const { url, events } = await api();
  const response = await fetch(url, { method: 'POST', headers, body: '{}' });
  expect([response.status, await response.json()]).toEqual([403, { message: 'Forbidden' }]);
  expect(events).toEqual([]);
});

function signed(url: string, credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }) {
  const { host: _, ...headers } = signedHeaders({ url, body: '{}', region: 'us-east-1', credentials, now: new Date() });
  return headers;
}

async function api() {
  const clock = movableClock();
  const events: unknown[] = [];
  const invoke = async (_: string, payload: string) => {
    events.push(JSON.parse(payload));
    return { payload: '{"statusCode":200}', executedVersion: '$LATEST' as const };
  };
  const route = { routeKey: 'POST /runs', ...parseRouteKey('POST /runs'), functionArn: 'arn', timeoutMs: 30_000 };
  const answer = httpApi({
    port: 0,
    api: {
      logicalId: 'Api',
      apiId: 'abc',
      stage: '$default',
      routes: [{ ...route, authorization: 'iam' }],
      throttle: undefined,
      throttles: new Map(),
    },
    account,
    clock,
    invoke,
    log: () => {},
  });
  const listening = await listen(answer, { port: 0, onError: () => {} });
  onTestFinished(async () => {
    await listening.close();
    clock.close();
  });
  return { url: `${listening.url}/runs`, events };
}
