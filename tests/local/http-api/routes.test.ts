import { expect, test } from 'vitest';
import { matchRoute, parseRouteKey } from '../../../lib/local/http-api/routes.ts';

const routes = ['GET /a/{id}', 'ANY /a/{id}', 'GET /a/fixed', 'POST /a/{proxy+}', 'ANY /{proxy+}', '$default'].map(
  (routeKey) => ({
    routeKey,
    ...parseRouteKey(routeKey),
    functionArn: 'arn',
    timeoutMs: 1,
    authorization: 'none' as const,
  }),
);

test.each([
  ['GET', '/a/fixed', 'GET /a/fixed', {}],
  ['GET', '/a/7', 'GET /a/{id}', { id: '7' }],
  ['PUT', '/a/7', 'ANY /a/{id}', { id: '7' }],
  ['POST', '/a/7', 'ANY /a/{id}', { id: '7' }],
  ['POST', '/a/7/b', 'POST /a/{proxy+}', { proxy: '7/b' }],
  ['GET', '/a/7/b', 'ANY /{proxy+}', { proxy: 'a/7/b' }],
  ['GET', '/', '$default', {}],
])('%s %s goes to %s', (method, path, routeKey, parameters) => {
  const match = matchRoute(routes, { method, path });
  expect(match?.route.routeKey).toBe(routeKey);
  expect(match?.parameters).toEqual(parameters);
});

test.each([
  ['HEAD', '/a/7'],
  ['GET', '/a/'],
  ['GET', '/a/7/'],
  ['GET', '/A/7'],
])('%s %s is not GET /a/{id}', (method, path) => {
  const only = routes.filter(({ routeKey }) => routeKey === 'GET /a/{id}');
  expect(matchRoute(only, { method, path })).toBeUndefined();
});

test.each(['GET', 'get /a', 'GET a', 'FETCH /a', ''])('%j is no key of a route', (routeKey) => {
  expect(() => parseRouteKey(routeKey)).toThrow(/"\$default" or a method and a path/);
});
