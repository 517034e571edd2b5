import { createHash, createHmac } from 'node:crypto';

/** What AWS's credential providers give. */
export interface SigningCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** A POST of JSON to an IAM-authorised route of an HTTP API. */
export interface RouteRequest {
  /** Whole address; its path has no characters that need encoding, and there is no query. */
  readonly url: string;
  readonly body: string;
  readonly region: string;
  readonly credentials: SigningCredentials;
  readonly now: Date;
}

/**
 * The headers that sign a POST by Signature Version 4 for `execute-api`. The SDK has no client for one's own routes; method,
 * path, body and every header here are under the signature.
 */
export function signedHeaders(request: RouteRequest): Readonly<Record<string, string>> {
  const { url, body, region, credentials, now } = request;
  const { host, pathname } = new URL(url);
  // 20270102T030405Z: ISO 8601 without its punctuation.
  const instant = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const day = instant.slice(0, 8);
  const headers: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    host,
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': instant,
    ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken }),
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    'POST',
    pathname,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n');
  const scope = `${day}/${region}/execute-api/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', instant, scope, sha256(canonical)].join('\n');
  const key = [day, region, 'execute-api', 'aws4_request'].reduce(
    (secret: string | Buffer, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = hmac(key, text).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
