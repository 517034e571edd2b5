import { SFNClient } from '@aws-sdk/client-sfn';
import { operateHandler } from '../../lambdas/operate/handler.ts';
import { taskCallback } from '../../lib/aws/task-callback.ts';
import type { Callback } from '../../lib/gate/ports.ts';
import { iamCaller } from '../../lib/local/http-api/iam-caller.ts';
import { listen, type WireRequest, type WireResponse } from '../../lib/local/http-server.ts';
import { sdkClient } from '../local/support/sdk-client.ts';
import type { BenchPorts } from './bench.ts';
import { gatePage } from './gate-page.ts';

export interface GateDoors {
  /** Where the page and the signed route are, without a slash at the end. */
  readonly url: string;
  /** Serves the gate of these ports from now on, over their wire to Step Functions. @returns its page, to look at without a wire */
  readonly open: (ports: BenchPorts) => ReturnType<typeof gatePage>;
  /** What Step Functions was sent since the last look beside its tokens: what it took, and what came too late. */
  readonly wakeUps: () => { readonly taken: readonly string[]; readonly late: readonly string[] };
  readonly failures: readonly unknown[];
  readonly close: () => Promise<unknown>;
}

/** The functions of page and signed routes over HTTP, and Step Functions behind them, all in this process. */
export async function gateDoors(): Promise<GateDoors> {
  const failures: unknown[] = [];
  const failed = ({ error }: { readonly error: unknown }) => void failures.push(error);
  const states = await startedStates();
  const callback = taskCallback(new SFNClient(sdkClient(states.url)));
  let page: ReturnType<typeof gatePage> | undefined;
  let operate: ReturnType<typeof operateHandler> | undefined;

  const signed = async (request: WireRequest): Promise<WireResponse> => {
    const iam = iamCaller(request, '123456789012');
    const body = request.body.toString();
    const answer = await operate?.({ rawPath: request.path, body, requestContext: { authorizer: { iam } } });
    return { ...answer, status: answer?.statusCode ?? 503 };
  };
  const unsigned = async ({ method, path, query, body, headers }: WireRequest): Promise<WireResponse> => {
    const sent = { query, body: body.toString(), headers: headers as Readonly<Record<string, string>> };
    const answer = await page?.send(method, path, sent);
    return { status: 503, ...answer, body: answer?.html ?? '' };
  };
  const server = await listen((request) => (request.path === '/verdicts' ? signed(request) : unsigned(request)), {
    port: 0,
    onError: (error) => failures.push(error),
  });
  return {
    url: server.url,
    failures,
    wakeUps: states.wakeUps,
    open: (ports) => {
      states.answerWith(ports.callback);
      const served = { ...ports, callback, wakeFailed: failed };
      operate = operateHandler(served);
      page = gatePage(served, { origin: server.url });
      return page;
    },
    close: () => Promise.all([server.close(), states.close()]),
  };
}

/** Step Functions as far as a callback knows it; whether a token wakes somebody, the gate's own machine knows. */
async function startedStates() {
  let machine: Callback | undefined;
  let taken: string[] = [];
  let late: string[] = [];
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  const server = await listen(
    async ({ body }) => {
      const { taskToken, ...sent } = JSON.parse(body.toString()) as { readonly taskToken: string };
      const isTaken = (await machine?.wake(taskToken)) === 'sent';
      (isTaken ? taken : late).push(JSON.stringify(sent));
      if (isTaken) return { status: 200, headers, body: '{}' };
      return { status: 400, headers, body: JSON.stringify({ __type: 'TaskTimedOut', message: 'Task Timed Out' }) };
    },
    { port: 0, onError: () => {} },
  );
  return {
    url: server.url,
    close: server.close,
    answerWith: (callback: Callback) => {
      machine = callback;
    },
    wakeUps: () => {
      const seen = { taken, late };
      [taken, late] = [[], []];
      return seen;
    },
  };
}
