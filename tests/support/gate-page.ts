import { verdictPageHandler } from '../../lambdas/verdict-page/handler.ts';
import type { VerdictPorts } from '../../lib/gate/record-verdict.ts';
import type { BenchPorts } from './bench.ts';
import { memoryCodes } from './memory-codes.ts';

type Event = Parameters<ReturnType<typeof verdictPageHandler>>[0];

export interface Sent {
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The page as the function serves it: events of the HTTP API in, answers out. */
export function gatePage(
  ports: VerdictPorts & Pick<BenchPorts, 'courier' | 'topicArnOf'>,
  { origin = 'https://page.example' }: { readonly origin?: string } = {},
) {
  const failures: unknown[] = [];
  const failed = ({ error }: { readonly error: unknown }) => void failures.push(error);
  const handle = verdictPageHandler(
    { codes: memoryCodes(), codeLetter: ({ code }) => ({ subject: 'Code', text: code }), ...ports, wakeFailed: failed },
    { origin, failed },
  );
  const send = async (method: string, path: string, sent: Sent = {}) => {
    const { statusCode, body, headers = {} } = await handle(eventOf(method, { path, ...sent }));
    return { status: statusCode, html: String(body), headers: headers as Readonly<Record<string, string>> };
  };
  const get = (linkSecret: string, sent: Sent = {}) => send('GET', `/a/${linkSecret}`, sent);
  return {
    failures,
    send,
    get,
    /** Posts a form as a browser would, the redirection to the second step followed. */
    post: async (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await send('POST', '/verdict', { headers, body: new URLSearchParams(fields).toString() });
      const [, path, query = ''] = /^(\/a\/[^?]*)\??(.*)$/.exec(answer.headers['location'] ?? '') ?? [];
      return answer.status === 303 && path !== undefined ? send('GET', path, { query }) : answer;
    },
  };
}

function eventOf(method: string, { path, query = '', body, headers }: Sent & { readonly path: string }): Event {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    headers: { host: 'page.example', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      authentication: null,
      authorizer: {},
      domainName: 'page.example',
      domainPrefix: 'page',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: headers?.['user-agent'] ?? '' },
      requestId: 'id',
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
    body: body ?? null,
    isBase64Encoded: false,
  };
}
