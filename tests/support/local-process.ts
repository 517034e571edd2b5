import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LocalEndpoints } from '../../bin/serve-local.ts';
import { eventually } from './local-eventually.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `npm start` in a process of its own. */
export interface LocalProcess {
  readonly endpoints: LocalEndpoints;
  /** As kill -9 does: nothing is closed, flushed or said. */
  readonly kill: () => Promise<void>;
}

/** Runs bin/start.ts and waits until it has written down its addresses. */
export async function startLocalProcess(
  directory: string,
  { gate, agent }: { readonly gate: string; readonly agent: string },
): Promise<LocalProcess> {
  const args = ['bin/start.ts', '--gate', gate, '--agent', agent, '--directory', directory];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const said: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const file = join(directory, 'endpoints.json');
  const endpoints = await eventually('endpoints.json', async () => {
    if (child.exitCode !== null) throw new Error(`bin/start.ts ended: ${Buffer.concat(said).toString('utf8')}`);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocalEndpoints) : undefined;
  });
  return { endpoints, kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
