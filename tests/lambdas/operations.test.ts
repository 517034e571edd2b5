import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operations } from '../../lambdas/operations.ts';
import { CountersignError, TurnInFlight } from '../../lib/core/errors.ts';
import { sourceFiles } from '../house/source-files.ts';
import { exampleGate } from '../infra/synthesized.ts';

// The libraries write to a console of their own unless told that this is a developer's machine.
let lines: string[];
beforeEach(() => {
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  lines = [];
  for (const method of ['log', 'info', 'error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((line: unknown) => void lines.push(String(line)));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const records = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

test('counts leave at the end of an invocation, in the namespace and dimension that the alarms look at', async () => {
  const { count, watched } = operations(exampleGate('purchase'));
  const handler = watched(async (event: string) => {
    count('GuardDenied');
    return event;
  });
  expect(await handler('ok')).toBe('ok');
  expect(records()).toEqual([
    expect.objectContaining({
      service: 'purchase-dev',
      GuardDenied: 1,
      _aws: expect.objectContaining({
        CloudWatchMetrics: [expect.objectContaining({ Namespace: 'Countersign', Dimensions: [['service']] })],
      }),
    }),
  ]);
});

test('an invocation that counts nothing says nothing', async () => {
  await operations(exampleGate('purchase')).watched(async () => 'done')();
  expect(lines).toEqual([]);
});

test('a failure is logged by name alone, counted where it is about appending, and thrown', async () => {
  const { watched } = operations(exampleGate('purchase'));
  const secret = 'the-task-token-in-a-message';
  await expect(
    watched(async (_event: string) => {
      throw new CountersignError('conflict', secret);
    })('an-event-with-a-prompt'),
  ).rejects.toThrow(secret);
  expect(records()).toContainEqual(
    expect.objectContaining({ level: 'ERROR', error: 'Countersign.Error', code: 'conflict' }),
  );
  expect(records()).toContainEqual(expect.objectContaining({ AppendFailed: 1 }));
  expect(lines.join('\n')).not.toMatch(/task-token|prompt/);
});

test('what the state machine tries again by itself is no error', async () => {
  const { watched } = operations(exampleGate('purchase'));
  await expect(watched(async () => Promise.reject(new TurnInFlight('busy')))()).rejects.toThrow('busy');
  expect(records()).toEqual([expect.objectContaining({ level: 'INFO', code: 'turn-in-flight' })]);
});

test('no function logs an event, a context or a message of an error', () => {
  const sources = sourceFiles('lambdas').map(({ path }) => ({ path, text: readFileSync(path, 'utf8') }));
  const forbidden =
    /console\.|logEvent|addContext|appendKeys|POWERTOOLS_LOGGER_LOG_EVENT|logger\.\w+\([^)]*(event|token|secret|\.message)/i;
  expect(sources.filter(({ text }) => forbidden.test(text)).map(({ path }) => path)).toEqual([]);
});
