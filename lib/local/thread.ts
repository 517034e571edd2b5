import { Worker } from 'node:worker_threads';
import { compiledFromTheStart } from './compile-cache.ts';
import type { Listening } from './http-server.ts';
import { deskHost } from './http-server.ts';

/** Says a line of a part of the desk ('mail', 'dynamodb', a function's name) to whoever looks on. */
export type DeskLog = (source: string, line: string) => void;

export type ThreadOptions = {
  readonly name: string;
  readonly module: URL;
  /** Handed to the thread together with `port`. It posts `{port}` when it listens, and closes on the message 'close'. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Is given whatever else it posts. @default nothing is listened to */
  readonly posted?: (message: unknown) => void;
  readonly log: DeskLog;
};

// A thread that hangs while closing must not hang the desk: what it acknowledged is on disk already.
const closeGraceMs = 2_000;

/**
 * Runs a server in a thread of its own, for libraries that keep global state or throw where nobody catches. One that
 * dies is started again on the same port. @throws whatever ended the first start
 */
export async function startThread(options: ThreadOptions): Promise<Listening> {
  let closing = false;
  let current = await begin(options, options.port);
  const port = current.port;

  const watch = (worker: Worker) => {
    if (options.posted !== undefined) worker.on('message', options.posted);
    worker.on('error', (error) => options.log(options.name, `the service fell over: ${error.stack ?? error.message}`));
    worker.on('exit', async () => {
      if (closing) return;
      options.log(options.name, 'the service is started again');
      try {
        current = await begin(options, port);
        watch(current.worker);
      } catch (error) {
        options.log(options.name, `the service could not be started again, start the desk anew: ${error}`);
      }
    });
  };
  watch(current.worker);

  return {
    port,
    url: `http://${deskHost}:${port}`,
    close: async () => {
      closing = true;
      const { worker } = current;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      const grace = setTimeout(() => worker.terminate(), closeGraceMs);
      await ended;
      clearTimeout(grace);
    },
  };
}

async function begin(
  options: ThreadOptions,
  port: number,
): Promise<{ readonly worker: Worker; readonly port: number }> {
  const worker = new Worker(compiledFromTheStart(options.module), {
    name: options.name,
    workerData: { ...options.data, port },
    env: { ...options.env },
  });
  return new Promise((resolve, reject) => {
    const failed = (error: unknown) => reject(error);
    worker.once('error', failed);
    worker.once('exit', () => reject(new Error(`The ${options.name} service ended before it listened`)));
    worker.once('message', (message: { port: number }) => {
      worker.off('error', failed);
      resolve({ worker, port: message.port });
    });
  });
}
