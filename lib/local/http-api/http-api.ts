import type { DeskClock } from '../clock.ts';
import type { InvokeResult } from '../functions/function-thread.ts';
import type { WireRequest, WireResponse } from '../http-server.ts';
import type { DeskLog } from '../thread.ts';
import type { DeskApi, Throttle } from './deployed-api.ts';
import { decodePath, httpApiEvent } from './event.ts';
import { iamCaller } from './iam-caller.ts';
import {
  forbidden,
  headersTooLarge,
  httpApiResponse,
  internalServerError,
  notFound,
  serviceUnavailable,
  tooManyRequests,
} from './response.ts';
import { matchRoute } from './routes.ts';

export type HttpApiOptions = {
  /** The port that requests arrive at, told to functions as x-forwarded-port. */
  readonly port: number;
  readonly api: DeskApi;
  readonly account: string;
  readonly clock: DeskClock;
  readonly invoke: (functionArn: string, payload: string) => Promise<InvokeResult>;
  readonly log: DeskLog;
};

// Quotas of HTTP APIs: request line with headers, and body.
const maxHeaderBytes = 10_240;
export const maxHttpApiBodyBytes = 10 * 1024 * 1024;

/** An HTTP API as a function: routes, payload format 2.0, and AWS's own answers where no function answers. */
export function httpApi(options: HttpApiOptions): (request: WireRequest) => Promise<WireResponse> {
  const { api, clock, log } = options;
  const allow = throttling(options);

  return async (request) => {
    if (headerBytes(request) > maxHeaderBytes) return headersTooLarge;
    const path = withinStage(decodePath(request.path), api.stage);
    const match = path === undefined ? undefined : matchRoute(api.routes, { method: request.method, path });
    if (match === undefined) return notFound;
    if (!allow(match.route.routeKey)) return tooManyRequests;
    const caller = match.route.authorization === 'iam' ? iamCaller(request, options.account) : undefined;
    if (match.route.authorization === 'iam' && caller === undefined) return forbidden;
    const context = {
      account: options.account,
      apiId: api.apiId,
      stage: api.stage,
      port: options.port,
      now: clock.now(),
      ...(caller !== undefined && { caller }),
    };
    const event = httpApiEvent(request, { match, context });
    const answer = await withinTime(
      match.route.timeoutMs,
      options.invoke(match.route.functionArn, JSON.stringify(event)),
      clock,
    ).catch((error) => {
      log('http-api', `${match.route.routeKey}: ${error}`);
      return 'unavailable' as const;
    });
    if (answer === 'unavailable') return serviceUnavailable;
    if (answer.functionError === undefined) return httpApiResponse(answer.payload);
    log('http-api', `${match.route.routeKey}: the function failed with ${answer.payload}`);
    return internalServerError;
  };
}

/** Gives up on a function in time; it goes on by itself, and its answer is nobody's. */
function withinTime(
  timeoutMs: number,
  invoked: Promise<InvokeResult>,
  clock: DeskClock,
): Promise<InvokeResult | 'unavailable'> {
  return new Promise((resolve, reject) => {
    const cancel = clock.at(clock.now() + timeoutMs, () => resolve('unavailable'));
    invoked.then(resolve, reject).finally(cancel);
  });
}

/** The path that routes are matched with; undefined when it does not lie in the stage. */
function withinStage(path: string, stage: string): string | undefined {
  if (stage === '$default') return path;
  if (path === `/${stage}`) return '/';
  return path.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) : undefined;
}

function headerBytes({ method, path, query, rawHeaders }: WireRequest): number {
  const line = method.length + path.length + query.length + ' ? HTTP/1.1\r\n'.length;
  // Two more a part for ": " or the line's end.
  return rawHeaders.reduce((sum, part) => sum + part.length + 2, line);
}

/** One token bucket per route that has its own limits, one for all others together. */
function throttling({ api, clock }: HttpApiOptions): (routeKey: string) => boolean {
  const common = api.throttle && bucket(api.throttle, clock);
  const own = new Map([...api.throttles].map(([key, throttle]) => [key, bucket(throttle, clock)]));
  return (routeKey) => (own.get(routeKey) ?? common)?.() ?? true;
}

function bucket({ rate, burst }: Throttle, clock: DeskClock): () => boolean {
  let tokens = burst;
  let filledAt = clock.now();
  return () => {
    const now = clock.now();
    tokens = Math.min(burst, tokens + ((now - filledAt) * rate) / 1000);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
