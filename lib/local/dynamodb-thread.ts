import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { withCompileCache } from './compile-cache.ts';
import { installDeskDate } from './desk-date.ts';
import { deskHost } from './http-server.ts';

/** What this thread is started with. Region and account reach dynalite by its environment. */
export type DynamoDbThread = { readonly path: string; readonly shared: SharedArrayBuffer };

type Dynalite = (options: { path: string; createTableMs: number; deleteTableMs: number }) => Server;

const { path, shared, port }: DynamoDbThread & { port: number } = workerData;
installDeskDate(shared);
// dynalite ships no types; this is all that is used of it.
const dynalite: Dynalite = await withCompileCache(async () => createRequire(import.meta.url)('dynalite'));
// AWS creates a table in seconds; nothing here is worth waiting for.
const server = dynalite({ path, createTableMs: 0, deleteTableMs: 0 });

// dynalite throws when a client goes away in the middle of a request, and a function that is stopped at its timeout does
// just that. So a request is read here, and handed over only when it is whole.
const [handle] = server.listeners('request');
server.removeAllListeners('request');
server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
  let body: Buffer;
  try {
    body = await buffer(request);
  } catch {
    return;
  }
  const { method, url, headers } = request;
  handle?.call(server, Object.assign(Readable.from([body]), { method, url, headers }), response);
});

server.keepAliveTimeout = 0;
server.listen(port, deskHost, () => parentPort?.postMessage({ port: (server.address() as AddressInfo).port }));

parentPort?.on('message', () => {
  server.close(() => process.exit());
  server.closeAllConnections();
});
