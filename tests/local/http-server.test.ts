import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type ListenOptions, listen } from '../../lib/local/http-server.ts';

test.each([
  ['127.0.0.1', 200],
  ['localhost:8000', 200],
  ['rebound.example', 403],
  ['127.0.0.1.rebound.example', 403],
])('a request to the host %s is answered with %s', async (host, status) => {
  expect(await statusFor(await server({}), host)).toBe(status);
});

test('what is meant for the public answers to any host', async () => {
  expect(await statusFor(await server({ hosts: 'any' }), 'page.example')).toBe(200);
});

test('an error of the handler is 500 and is told to the owner, not to the client', async () => {
  const errors: unknown[] = [];
  const { url, close } = await listen(
    async () => {
      throw new Error('secret');
    },
    { port: 0, onError: (error) => errors.push(error) },
  );
  onTestFinished(close);
  const response = await fetch(url);
  expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  expect(errors).toHaveLength(1);
});

async function server(options: Pick<ListenOptions, 'hosts'>): Promise<number> {
  const { port, close } = await listen(async () => ({ status: 200 }), { port: 0, onError: () => {}, ...options });
  onTestFinished(close);
  return port;
}

function statusFor(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}
