import { expect, test } from 'vitest';
import { signedHandler } from '../../lambdas/signed-route.ts';

const userArn = 'arn:aws:iam::123456789012:user/robin';
const signed = (more: object) => ({ rawPath: '/runs', requestContext: { authorizer: { iam: { userArn } } }, ...more });

function routes() {
  const seen: unknown[] = [];
  const handler = signedHandler(async (request) => {
    seen.push(request);
    return { status: 201, body: { runId: 'run-1' } };
  });
  return { handler, seen };
}

test('a route is told who signed and what the body says, and its answer goes out as JSON that nobody keeps', async () => {
  const { handler, seen } = routes();
  expect(await handler(signed({ body: '{"prompt":"x"}' }))).toEqual({
    statusCode: 201,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: '{"runId":"run-1"}',
  });
  expect(seen).toEqual([{ userArn, body: '{"prompt":"x"}', path: '/runs' }]);
});

test('a body in Base64 is read as the text that it is', async () => {
  const { handler, seen } = routes();
  await handler(signed({ body: Buffer.from('{"prompt":"Zoë"}').toString('base64'), isBase64Encoded: true }));
  expect(seen).toEqual([{ userArn, body: '{"prompt":"Zoë"}', path: '/runs' }]);
});

test.each([
  ['no authorizer at all', { rawPath: '/runs', requestContext: {}, body: '{}' }],
  ['an identity that the body claims', { rawPath: '/runs', body: `{"userArn":"${userArn}"}` }],
  ['a JWT instead of a signature', { rawPath: '/runs', requestContext: { authorizer: { jwt: { claims: {} } } } }],
  ['nothing', undefined],
])('an event with %s is answered with 403, and reaches no route', async (_, event) => {
  const { handler, seen } = routes();
  expect((await handler(event)).statusCode).toBe(403);
  expect(seen).toEqual([]);
});
