import type { SignedAnswer, SignedRequest } from '../lib/gate/signed-request.ts';

/** What the HTTP API takes for an answer. */
export interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A signed request with the path that it was made to. */
export type RoutedRequest = SignedRequest & { readonly path: string };

/**
 * A handler for routes whose callers API Gateway has identified. An event without an identity did not come through an
 * IAM-authorised route, so it is answered with 403 whatever it says.
 */
export function signedHandler(
  answer: (request: RoutedRequest) => Promise<SignedAnswer>,
): (event: unknown) => Promise<HttpAnswer> {
  return async (event) => {
    const userArn = textAt(event, ['requestContext', 'authorizer', 'iam', 'userArn']);
    if (userArn === undefined) return http(403, { message: 'Who signed this request is not known.' });
    const { status, body } = await answer({ userArn, body: bodyOf(event), path: textAt(event, ['rawPath']) ?? '' });
    return http(status, body);
  };
}

function http(statusCode: number, body: object): HttpAnswer {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { statusCode, headers, body: JSON.stringify(body) };
}

function bodyOf(event: unknown): string {
  const text = textAt(event, ['body']) ?? '';
  return memberOf(event, 'isBase64Encoded') === true ? Buffer.from(text, 'base64').toString('utf8') : text;
}

function textAt(value: unknown, path: readonly string[]): string | undefined {
  const found = path.reduce(memberOf, value);
  return typeof found === 'string' ? found : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
