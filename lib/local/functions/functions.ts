import { AwsError } from '../aws-json.ts';
import type { MovableClock } from '../clock.ts';
import type { DeskLog } from '../thread.ts';
import type { DeskFunction } from './deployed-function.ts';
import { type FunctionThread, type InvokeResult, startFunctionThread } from './function-thread.ts';

/** The Lambda service: runs functions by name or ARN. */
export type Functions = {
  /** Invokes and waits. @throws AwsError ResourceNotFoundException, TooManyRequestsException, InvalidRequestContentException */
  readonly invoke: (nameOrArn: string, payload: string) => Promise<InvokeResult>;
  /** Accepts for later, with two more attempts after errors. Not kept over a restart. @throws as `invoke`, before it begins */
  readonly invokeLater: (nameOrArn: string, payload: string) => void;
  /** Loads each function ahead of its first invocation, in the background. */
  readonly warm: () => void;
  /** Resolves when no invocation is running: moving the clock now ends none at its timeout. */
  readonly quiet: () => Promise<void>;
  readonly find: (nameOrArn: string) => DeskFunction;
  readonly close: () => Promise<void>;
};

export type FunctionsOptions = {
  readonly functions: readonly DeskFunction[];
  readonly clock: MovableClock;
  readonly log: DeskLog;
};

// AWS gives an account 1000 at once. A desk has a few cores: more wait in line, which no caller can tell from a slow start.
const threadsAtOnce = 16;
// Threads kept warm per function. Each holds a loaded bundle, some 20 MB, and takes half a second of a core to start: whoever
// comes again with as many at once should not pay for it again.
const warmThreads = 4;
// Lambda's own pauses before the second and third attempt at an asynchronous event.
const retryDelaysMs = [60_000, 120_000];

type Pool = {
  readonly deployed: DeskFunction;
  readonly idle: FunctionThread[];
  readonly busy: Set<FunctionThread>;
  readonly line: (() => void)[];
};

export function startFunctions(options: FunctionsOptions): Functions {
  const { clock, log } = options;
  const pools = new Map<string, Pool>(
    options.functions.map((deployed) => [deployed.name, { deployed, idle: [], busy: new Set(), line: [] }]),
  );

  const waitingForQuiet: (() => void)[] = [];
  const isQuiet = () => [...pools.values()].every((pool) => pool.busy.size === 0);

  const poolOf = (nameOrArn: string): Pool => {
    const pool = pools.get(functionName(nameOrArn));
    if (pool !== undefined) return pool;
    throw new AwsError('ResourceNotFoundException', `Function not found: ${nameOrArn}`);
  };

  const invoke = async (nameOrArn: string, payload: string): Promise<InvokeResult> => {
    const pool = poolOf(nameOrArn);
    checkJson(payload);
    const { reservedConcurrency } = pool.deployed;
    if (reservedConcurrency !== undefined && pool.busy.size >= reservedConcurrency) {
      throw new AwsError('TooManyRequestsException', 'Rate Exceeded.');
    }
    while (pool.busy.size >= threadsAtOnce) await new Promise<void>((resolve) => pool.line.push(resolve));
    const thread = pool.idle.pop() ?? startFunctionThread(pool.deployed, { clock, log });
    pool.busy.add(thread);
    try {
      return await thread.invoke(payload);
    } finally {
      pool.busy.delete(thread);
      if (thread.usable() && pool.idle.length < warmThreads) pool.idle.push(thread);
      else thread.close();
      pool.line.shift()?.();
      if (isQuiet()) for (const tell of waitingForQuiet.splice(0)) tell();
    }
  };

  const attempt = (nameOrArn: string, payload: string, delays: readonly number[]) => {
    const again = (reason: string) => {
      const [delay, ...rest] = delays;
      log(
        functionName(nameOrArn),
        `an asynchronous invocation failed (${reason})${delay === undefined ? ' for the last time and is dropped' : ''}`,
      );
      if (delay !== undefined) clock.at(clock.now() + delay, () => attempt(nameOrArn, payload, rest));
    };
    invoke(nameOrArn, payload).then(
      (result) => result.functionError !== undefined && again(result.payload),
      (error) => again(String(error)),
    );
  };

  return {
    invoke,
    invokeLater: (nameOrArn, payload) => {
      poolOf(nameOrArn);
      checkJson(payload);
      attempt(nameOrArn, payload, retryDelaysMs);
    },
    warm: () => {
      for (const pool of pools.values()) {
        if (pool.idle.length + pool.busy.size === 0) pool.idle.push(startFunctionThread(pool.deployed, { clock, log }));
      }
    },
    quiet: async () => {
      while (!isQuiet()) await new Promise<void>((resolve) => waitingForQuiet.push(resolve));
    },
    find: (nameOrArn) => poolOf(nameOrArn).deployed,
    close: async () => {
      const threads = [...pools.values()].flatMap((pool) => [...pool.idle.splice(0), ...pool.busy]);
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function checkJson(payload: string): void {
  try {
    JSON.parse(payload);
  } catch (cause) {
    throw new AwsError(
      'InvalidRequestContentException',
      `Could not parse request body into json: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}

/** The name in a function's name, partial or whole ARN, without its version or alias. */
function functionName(nameOrArn: string): string {
  const parts = nameOrArn.split(':');
  const marker = parts.indexOf('function');
  return (marker === -1 ? parts[0] : parts[marker + 1]) ?? nameOrArn;
}
