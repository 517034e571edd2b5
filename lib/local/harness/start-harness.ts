import { createServer } from 'node:http';
import { join } from 'node:path';
import type { DeskClock } from '../clock.ts';
import type { HookCall } from './call-hooks.ts';
import type { InvokeFunction } from './hooks.ts';
import { type HarnessDefinition, hostHarnesses, type RequestRecord } from './host-harnesses.ts';
import type { RulesOverride } from './rules.ts';
import { sendFailure } from './send-plan.ts';
import { openSessionStore } from './session-store.ts';

/** What to host, where, and on whose time. */
export type HarnessOptions = {
  /** @default 0, any free port */
  readonly port?: number;
  /** @default 127.0.0.1 */
  readonly host?: string;
  /** Where sessions are kept; they survive a restart with the same directory. */
  readonly directory: string;
  readonly clock: Pick<DeskClock, 'now' | 'at'>;
  readonly harnesses: readonly HarnessDefinition[];
  /** Over what the scripts and harnesses say. */
  readonly settings?: RulesOverride;
  /** Invokes the Lambda targets of hooks; needed as soon as a harness has one. */
  readonly invokeFunction?: InvokeFunction;
  readonly log?: (line: string) => void;
};

/** A server that listens. */
export type RunningHarness = {
  readonly url: string;
  readonly close: () => Promise<void>;
  /** The newest 1000 requests, oldest first, each once it was answered. */
  readonly requests: () => readonly RequestRecord[];
  /** The newest 1000 calls of hooks, in the order in which they were over. */
  readonly hookCalls: () => readonly HookCall[];
  /** Changes the rules for every harness from the next request on. */
  readonly setRules: (rules: RulesOverride) => void;
};

/**
 * Serves InvokeHarness and StopRuntimeSession on AWS's wire protocol, with scripts in the place of models.
 * @throws Error when an ARN or a hook is wrong, an ARN is given twice, a recording cannot be read or the port cannot be had
 */
export async function startHarness(options: HarnessOptions): Promise<RunningHarness> {
  const { port = 0, host = '127.0.0.1', clock, log = () => {} } = options;
  const store = openSessionStore(join(options.directory, 'sessions'));
  const requests: RequestRecord[] = [];
  const hookCalls: HookCall[] = [];
  const { harnesses, settings, invokeFunction } = options;
  const hooks = { clock, invokeFunction, record: (call: HookCall) => keepNewest(hookCalls, call) };
  const server = hostHarnesses(harnesses, { now: () => clock.now(), store, hooks, settings });
  const http = createServer((message, response) => {
    const at = clock.now();
    server.answer(message, response).then(
      (record) => {
        keepNewest(requests, { at, ...record });
        log(`${record.operation} ${record.sessionId ?? ''} ${JSON.stringify(record.answer)}`);
      },
      (error) => {
        log(`The harness failed: ${error instanceof Error ? error.stack : error}`);
        if (response.headersSent) response.destroy();
        else sendFailure(response, { status: 500, error: 'InternalServerException', message: String(error) });
      },
    );
  });
  // A kept connection closed under a request looks like a fault of the service, and InvokeHarness is not sent twice.
  http.keepAliveTimeout = 0;
  await new Promise<void>((done, failed) => {
    http.once('error', failed);
    http.listen(port, host, done);
  });
  const address = http.address();
  if (typeof address !== 'object' || address === null) throw new Error('The harness has no port of its own');
  return {
    url: `http://${host}:${address.port}`,
    close: () =>
      new Promise((done) => {
        server.stopAll();
        http.close(() => done());
        http.closeAllConnections();
      }),
    requests: () => requests,
    hookCalls: () => hookCalls,
    setRules: server.setRules,
  };
}

function keepNewest<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > 1000) list.shift();
}
