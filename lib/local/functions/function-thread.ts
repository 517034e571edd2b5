import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { MovableClock } from '../clock.ts';
import { compiledFromTheStart } from '../compile-cache.ts';
import type { DeskLog } from '../thread.ts';
import type { DeskFunction } from './deployed-function.ts';
import type { BootstrapMessage, BootstrapSetup, FunctionFault, Invocation } from './messages.ts';

/** What an invocation came to. `payload` is JSON; with `functionError` it is Lambda's description of the error. */
export type InvokeResult = {
  readonly payload: string;
  readonly functionError?: 'Unhandled';
  readonly executedVersion: '$LATEST';
};

/** One execution environment: a thread that has loaded the function and takes one invocation at a time. */
export type FunctionThread = {
  readonly invoke: (payload: string) => Promise<InvokeResult>;
  /** A thread that failed to load, ran into its timeout or exited takes no more. */
  readonly usable: () => boolean;
  readonly close: () => Promise<unknown>;
};

export type FunctionThreadOptions = { readonly clock: MovableClock; readonly log: DeskLog };

const maxAnswerBytes = 6 * 1024 * 1024;

type Waiting = { readonly requestId: string; readonly settle: (result: InvokeResult) => void };

export function startFunctionThread(deployed: DeskFunction, options: FunctionThreadOptions): FunctionThread {
  const { clock, log } = options;
  const worker = new Worker(compiledFromTheStart(new URL('./bootstrap.ts', import.meta.url)), {
    name: deployed.name,
    workerData: {
      taskRoot: deployed.taskRoot,
      handler: deployed.handler,
      shared: clock.shared,
      functionName: deployed.name,
      functionArn: deployed.arn,
      memoryMb: deployed.memoryMb,
    } satisfies BootstrapSetup,
    // The whole environment: a handler that leans on the shell of whoever started the desk fails here as on AWS.
    env: { ...deployed.environment },
    stdout: true,
    stderr: true,
    // A function's memory is mostly not heap of V8's, so this bounds a runaway handler and no more.
    resourceLimits: { maxOldGenerationSizeMb: Math.max(deployed.memoryMb, 128) },
  });
  for (const stream of [worker.stdout, worker.stderr]) logLines(stream, (line) => log(deployed.name, line));

  let usable = true;
  let waiting: Waiting | undefined;
  let crash: Error | undefined;
  const settle = (result: InvokeResult) => {
    const { settle: tell } = waiting ?? {};
    waiting = undefined;
    tell?.(result);
  };

  const loaded = new Promise<FunctionFault | 'ready'>((resolve) => {
    worker.on('message', (message: BootstrapMessage) => {
      if (message.kind === 'ready') return resolve('ready');
      if (message.kind === 'init failed') return resolve(message.fault);
      // An answer to an invocation that was given up at its timeout is nobody's.
      if (message.requestId !== waiting?.requestId) return;
      if (message.kind === 'failed') return settle(failed(message.fault));
      settle(
        Buffer.byteLength(message.payload) > maxAnswerBytes
          ? failed(answerTooLarge)
          : { payload: message.payload, executedVersion: '$LATEST' },
      );
    });
    worker.on('error', (error) => {
      crash = error instanceof Error ? error : new Error(String(error));
      log(deployed.name, crash.stack ?? crash.message);
    });
    worker.on('exit', (code) => {
      usable = false;
      const errorMessage = `RequestId: ${waiting?.requestId ?? 'init'} Error: ${crash === undefined ? `Runtime exited with error: exit status ${code}` : crash.message}`;
      const fault = { errorType: crash === undefined ? 'Runtime.ExitError' : crash.name, errorMessage };
      settle(failed(fault));
      resolve(fault);
    });
  });

  return {
    usable: () => usable,
    close: () => {
      usable = false;
      return worker.terminate();
    },
    invoke: async (payload) => {
      const requestId = randomUUID();
      const state = await loaded;
      if (state !== 'ready') {
        usable = false;
        await worker.terminate();
        return failed(state);
      }
      return new Promise((resolve) => {
        const deadline = clock.now() + deployed.timeoutSeconds * 1000;
        // On the desk's clock: whoever moves it past a running function's timeout sees what a slow function would do.
        const cancel = clock.at(deadline, () => {
          usable = false;
          settle(failed(timedOut(requestId, deployed.timeoutSeconds)));
          worker.terminate();
        });
        waiting = {
          requestId,
          settle: (result) => {
            cancel();
            resolve(result);
          },
        };
        if (!usable)
          return settle(
            failed({ errorType: 'Runtime.ExitError', errorMessage: `RequestId: ${requestId} Error: Runtime exited` }),
          );
        worker.postMessage({ requestId, payload, deadline } satisfies Invocation);
      });
    },
  };
}

const answerTooLarge: FunctionFault = {
  errorType: 'Function.ResponseSizeTooLarge',
  errorMessage: `Response payload size exceeded maximum allowed payload size (${maxAnswerBytes} bytes).`,
};

function timedOut(requestId: string, timeoutSeconds: number): FunctionFault {
  return {
    errorType: 'Sandbox.Timedout',
    errorMessage: `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`,
  };
}

function failed(fault: FunctionFault): InvokeResult {
  return { payload: JSON.stringify(fault), functionError: 'Unhandled', executedVersion: '$LATEST' };
}

function logLines(stream: Readable, log: (line: string) => void): void {
  createInterface({ input: stream }).on('line', log);
}
