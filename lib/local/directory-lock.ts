import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonResponse, listen } from './http-server.ts';

const lockShape = z.object({ pid: z.number(), url: z.string() });

/**
 * Takes the directory for this desk until `release`. What a killed desk left behind does not count.
 * @throws Error when another desk runs on it
 */
export async function lockDirectory(directory: string): Promise<{ readonly release: () => Promise<void> }> {
  mkdirSync(directory, { recursive: true });
  const path = realpathSync(directory);
  const file = join(path, 'desk.pid');
  // A process id alone proves nothing, since another program may have it by now (in a container, nearly always). So the
  // holder also answers for the directory at an address.
  const holder = await listen(async () => jsonResponse(200, { directory: path }), { port: 0, onError: () => {} });
  const lock = JSON.stringify({ pid: process.pid, url: holder.url });
  try {
    if (!create(file, lock)) {
      await refuseHeld(path);
      rmSync(file, { force: true });
      if (!create(file, lock))
        throw new Error(`Another desk is just starting on ${path}. Use that one, or give this one another directory`);
    }
  } catch (error) {
    await holder.close();
    throw error;
  }
  return {
    release: async () => {
      rmSync(file, { force: true });
      await holder.close();
    },
  };
}

/** Looks, and takes nothing: for whoever has long work to do before the lock. @throws Error when another desk runs on it */
export async function refuseHeld(directory: string): Promise<void> {
  const path = realpathSync(directory);
  const other = readLock(join(path, 'desk.pid'));
  if (other === undefined || !(await isHeld(other, path))) return;
  throw new Error(
    `A desk is running on ${path} already (process ${other.pid}). Stop it first, or give this one another directory`,
  );
}

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readLock(file: string): z.infer<typeof lockShape> | undefined {
  try {
    return lockShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

async function isHeld(lock: z.infer<typeof lockShape>, path: string): Promise<boolean> {
  if (!isAlive(lock.pid)) return false;
  try {
    const answer = await fetch(lock.url, { signal: AbortSignal.timeout(3_000) });
    return z.object({ directory: z.string() }).parse(await answer.json()).directory === path;
  } catch (error) {
    // Too busy to answer is alive. Anything else is another program at this address, or none.
    return error instanceof Error && error.name === 'TimeoutError';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
