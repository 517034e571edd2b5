import type { Json } from '../core/canonical-json.ts';
import { type SigningCredentials, signedHeaders } from './sign-request.ts';

export interface SignedRoutes {
  /** Where the HTTP API is, without a slash at the end. */
  readonly url: string;
  readonly region: string;
  readonly credentials: () => Promise<SigningCredentials>;
}

// An HTTP API gives up on its function after 30 seconds.
const longestAnswerMs = 35_000;

/** Posts JSON to a route that wants a signature. Any answer of the API is an answer; only silence is an error. */
export async function postSigned(
  { url, region, credentials }: SignedRoutes,
  { path, body }: { readonly path: string; readonly body: Json },
): Promise<{ readonly status: number; readonly body: Json }> {
  const text = JSON.stringify(body);
  const request = { url: `${url}${path}`, body: text, region, credentials: await credentials(), now: new Date() };
  // The client sets the host itself, to the same value.
  const { host: _, ...headers } = signedHeaders(request);
  const signal = AbortSignal.timeout(longestAnswerMs);
  const response = await fetch(request.url, { method: 'POST', headers, body: text, signal, redirect: 'error' });
  const answer = await response.text();
  return { status: response.status, body: jsonOf(answer) };
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
