import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDirectory } from '../../lib/local/directory-lock.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

test('a directory is free again once it is released', async () => {
  const directory = join(temporaryDirectory(), 'deep', '.local');
  const { release } = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(/A desk is running on .*another directory/);
  await release();
  await take(directory);
});

test("a killed desk's process id that another program has by now holds nothing", async () => {
  const other = createServer((_, response) => response.end('{"directory":"elsewhere"}')).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const directory = directoryWithLock(JSON.stringify({ pid: process.pid, url: `http://127.0.0.1:${port}` }));
  await take(directory);
});

test('an address where nobody answers holds nothing, although its process id is alive', async () => {
  await take(directoryWithLock(JSON.stringify({ pid: process.pid, url: 'http://127.0.0.1:1' })));
});

test.each(['', '{"pid":', '{"pid":"x"}'])('a lock that says %j holds nothing', async (text) => {
  await take(directoryWithLock(text));
});

async function take(directory: string): Promise<void> {
  const { release } = await lockDirectory(directory);
  expect(existsSync(join(directory, 'desk.pid'))).toBe(true);
  await release();
  expect(existsSync(join(directory, 'desk.pid'))).toBe(false);
}

function directoryWithLock(text: string): string {
  const directory = join(temporaryDirectory(), '.local');
  mkdirSync(directory);
  writeFileSync(join(directory, 'desk.pid'), text);
  return directory;
}
