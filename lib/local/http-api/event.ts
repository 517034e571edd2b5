import { randomUUID } from 'node:crypto';
import type { WireRequest } from '../http-server.ts';
import type { IamCaller } from './iam-caller.ts';
import type { Match } from './routes.ts';

export type EventContext = {
  readonly account: string;
  readonly apiId: string;
  readonly stage: string;
  readonly port: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Of an IAM-authorised route. */
  readonly caller?: IamCaller;
};

/** The request as a function gets it from an HTTP API: payload format 2.0. */
export function httpApiEvent(
  request: WireRequest,
  { match, context }: { readonly match: Match; readonly context: EventContext },
) {
  const { cookie, ...headers } = joinedHeaders(request.rawHeaders);
  const host = headers.host ?? '';
  const path = decodePath(request.path);
  const forwardedFor = [headers['x-forwarded-for'], request.remoteAddress]
    .filter((part) => part !== undefined)
    .join(', ');
  const query = queryParameters(request.query);
  return {
    version: '2.0',
    routeKey: match.route.routeKey,
    rawPath: path,
    rawQueryString: request.query,
    ...(cookie !== undefined && { cookies: cookie.split(/;\s*|,\s*/) }),
    headers: {
      ...headers,
      'content-length': String(request.body.length),
      'x-amzn-trace-id': `Root=1-${Math.floor(context.now / 1000).toString(16)}-${randomUUID().replaceAll('-', '').slice(0, 24)}`,
      'x-forwarded-for': forwardedFor,
      'x-forwarded-port': String(context.port),
      'x-forwarded-proto': 'http',
    },
    ...(query !== undefined && { queryStringParameters: query }),
    requestContext: {
      accountId: context.account,
      apiId: context.apiId,
      ...(context.caller !== undefined && { authorizer: { iam: context.caller } }),
      domainName: host,
      domainPrefix: host.split('.')[0] ?? '',
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.remoteAddress,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: match.route.routeKey,
      stage: context.stage,
      time: accessLogTime(context.now),
      timeEpoch: context.now,
    },
    ...(request.body.length > 0 && bodyOf(request.body, headers['content-type'])),
    ...(Object.keys(match.parameters).length > 0 && { pathParameters: match.parameters }),
    isBase64Encoded: request.body.length > 0 && !isText(headers['content-type']),
  };
}

// They concern one connection only, and an API in between ends it.
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'proxy-connection',
]);

/** Lower-case names; a header that came twice has its values joined by commas. */
function joinedHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    if (hopByHop.has(name)) continue;
    const value = raw[at + 1] ?? '';
    headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  return headers;
}

function queryParameters(query: string): Record<string, string> | undefined {
  if (query === '') return undefined;
  const joined: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query))
    joined[name] = joined[name] === undefined ? value : `${joined[name]},${value}`;
  return joined;
}

function bodyOf(body: Buffer, contentType: string | undefined): { readonly body: string } {
  return { body: body.toString(isText(contentType) ? 'utf8' : 'base64') };
}

/** What HTTP APIs were seen to hand on as text. All else comes in Base64, a form and a body without a type too. */
function isText(contentType: string | undefined): boolean {
  return /^\s*(text\/|application\/(json|xml|javascript)\s*(;|$))/i.test(contentType ?? '');
}

/** HTTP APIs hand on the path decoded, and cut it at a `?` that appears thereby; one that cannot be decoded stays. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\?.*$/s, '');
  } catch {
    return path;
  }
}

/** 12/Mar/2026:19:03:58 +0000 */
function accessLogTime(now: number): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(now).toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
