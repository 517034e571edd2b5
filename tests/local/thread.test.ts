import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { movableClock } from '../../lib/local/clock.ts';
import { startDynamoDb } from '../../lib/local/dynamodb.ts';
import { startMail } from '../../lib/local/mail.ts';
import { startThread } from '../../lib/local/thread.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

test('a service that falls over says why and comes back at the same address', async () => {
  const lines: string[] = [];
  const service = await startThread({
    name: 'probe',
    module: new URL('./support/crashing-thread.ts', import.meta.url),
    data: {},
    port: 0,
    log: (source, line) => lines.push(`${source}: ${line}`),
  });
  onTestFinished(service.close);
  await fetch(`${service.url}/die`);
  await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 5_000 });
  expect(lines[0]).toMatch(/^probe: the service fell over: Error: nobody catches this/);
  await vi.waitFor(async () => expect((await fetch(service.url)).status).toBe(200), { timeout: 5_000 });
});

test('a taken port is an error by its name, so that the desk can take another one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const directory = temporaryDirectory();
  const common = { port, clock: movableClock(), log: () => {} };
  const mail = startMail({ ...common, file: join(directory, 'mails.jsonl'), configurationSets: [] });
  await expect(mail).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const dynamodb = startDynamoDb({
    ...common,
    directory: join(directory, 'dynamodb'),
    region: 'us-east-1',
    account: '123456789012',
  });
  await expect(dynamodb).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
