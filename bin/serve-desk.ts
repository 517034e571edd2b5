import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { deskPage } from '../lib/web/desk/desk-page.ts';
import { deskPorts } from './desk-ports.ts';
import { gatePathOf } from './local-example.ts';
import type { Local } from './serve-local.ts';
import type { StartOptions } from './start-arguments.ts';

// Remembered by people; taken by another program now and then, and then the system chooses.
const usualPort = 4380;

/** Serves the desk's page: on the port that was asked for, or the last one, or the usual one, or any. */
export async function serveDesk(
  local: Local,
  options: StartOptions,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const page = deskPage(deskPorts(local, gatePathOf(options)));
  const candidates = options.port === undefined ? [...lastPort(local.directory), usualPort, 0] : [options.port];
  for (const [index, port] of candidates.entries()) {
    try {
      return await listen(page.fetch, port);
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (isTaken && options.port !== undefined) throw new Error(takenPort(options.port), { cause: error });
      if (!isTaken || index === candidates.length - 1) throw error;
    }
  }
  throw new Error('The desk found no port.');
}

function takenPort(port: number): string {
  return `--port: another program listens on ${port} already. Allowed: a free port from 1 to 65535; without --port the desk finds one by itself.`;
}

function lastPort(directory: string): readonly number[] {
  const file = join(directory, 'endpoints.json');
  if (!existsSync(file)) return [];
  try {
    const { deskUrl } = JSON.parse(readFileSync(file, 'utf8')) as { readonly deskUrl: string };
    return [Number(new URL(deskUrl).port)];
  } catch {
    // Half a file of an earlier version: any port will do.
    return [];
  }
}

type Fetch = (request: Request) => Response | Promise<Response>;

function listen(fetch: Fetch, port: number): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: '127.0.0.1' }, (address) => {
      server.off('error', reject);
      resolve({
        url: `http://127.0.0.1:${address.port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      });
    });
    server.once('error', reject);
  });
}
