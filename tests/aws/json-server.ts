import { onTestFinished } from 'vitest';
import { listen } from '../../lib/local/http-server.ts';

export interface JsonAnswer {
  readonly status?: number;
  /** The name of the service's error, where it is one. */
  readonly error?: string;
  readonly body: object;
}

/** A service that answers each path with JSON as AWS's REST services do, and 404 any other. */
export async function jsonServer(answers: Readonly<Record<string, JsonAnswer>>) {
  const asked: string[] = [];
  const server = await listen(
    async ({ method, path }) => {
      asked.push(`${method} ${path}`);
      const {
        status = 200,
        error,
        body,
      } = answers[path] ?? {
        status: 404,
        error: 'ResourceNotFoundException',
        body: { message: 'not there' },
      };
      const headers = {
        'content-type': 'application/json',
        ...(error === undefined ? {} : { 'x-amzn-errortype': error }),
      };
      return { status, headers, body: JSON.stringify(body) };
    },
    { port: 0, onError: () => {} },
  );
  onTestFinished(server.close);
  return { url: server.url, asked };
}

/** What a client of the SDK needs to speak to it. */
export function clientOptions(endpoint: string) {
  return {
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  };
}
