import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { withCompileCache } from '../compile-cache.ts';
import { installDeskDate } from '../desk-date.ts';
import type { BootstrapMessage, BootstrapSetup, FunctionFault, Invocation } from './messages.ts';

/** What a handler gets to know of its invocation: the members of Lambda's context that exist on a desk. */
type Context = {
  readonly awsRequestId: string;
  readonly functionName: string;
  readonly functionVersion: string;
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  readonly callbackWaitsForEmptyEventLoop: boolean;
  readonly getRemainingTimeInMillis: () => number;
};

type Handler = (event: unknown, context: Context) => unknown;

const setup: BootstrapSetup = workerData;
installDeskDate(setup.shared);
const say = (message: BootstrapMessage) => parentPort?.postMessage(message);

try {
  const handler = await withCompileCache(loadHandler);
  parentPort?.on('message', (invocation: Invocation) => answer(handler, invocation));
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'init failed', fault: faultOf(error) });
}

async function answer(handler: Handler, { requestId, payload, deadline }: Invocation): Promise<void> {
  try {
    const result = await handler(JSON.parse(payload), contextOf(requestId, deadline));
    say({ kind: 'answered', requestId, payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    say({ kind: 'failed', requestId, fault: faultOf(error) });
  }
}

async function loadHandler(): Promise<Handler> {
  const dot = setup.handler.lastIndexOf('.');
  const [file, name] = [setup.handler.slice(0, dot), setup.handler.slice(dot + 1)];
  // Functions of the template are bundles; others come as their sources, which Node reads as they are.
  const path = ['mjs', 'js', 'cjs', 'ts']
    .map((ending) => join(setup.taskRoot, `${file}.${ending}`))
    .find((one) => existsSync(one));
  if (path === undefined) throw named('Runtime.ImportModuleError', `Cannot find module '${file}' in ${setup.taskRoot}`);
  const module: Record<string, unknown> = await import(pathToFileURL(path).href);
  const handler = module[name] ?? (module.default as Record<string, unknown> | undefined)?.[name];
  if (!isHandler(handler)) throw named('Runtime.HandlerNotFound', `${setup.handler} is undefined or not exported`);
  // Node.js 24's runtime refuses handlers that answer by a callback, and so does this one.
  if (handler.length > 2)
    throw named(
      'Runtime.CallbackHandlerDeprecated',
      `${setup.handler} takes a callback, which this runtime no longer supports`,
    );
  return handler;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

function contextOf(requestId: string, deadline: number): Context {
  return {
    awsRequestId: requestId,
    functionName: setup.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: setup.functionArn,
    memoryLimitInMB: String(setup.memoryMb),
    logGroupName: `/aws/lambda/${setup.functionName}`,
    logStreamName: 'desk',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(deadline - Date.now(), 0),
  };
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

function faultOf(error: unknown): FunctionFault {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}
