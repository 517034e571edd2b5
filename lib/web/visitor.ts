import type { Visitor } from '../core/view-entries.ts';

// What scanners, previews and programs call themselves. Many say that they are a browser: then they stay unknown, or pass for a person.
const machines =
  /bot\b|crawl|spider|scan|preview|prefetch|proofpoint|mimecast|barracuda|safelinks|headless|curl|wget|python|java\/|go-http|okhttp|axios|node|undici|libwww|httpclient/iu;

/** Who a request looks like, from its own headers: a record of what was said, and never a reason to do something else. */
export function visitorOf(request: { readonly method: string; readonly headers: Headers }): Visitor {
  const { headers } = request;
  const agent = headers.get('user-agent') ?? '';
  const purpose = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].map((name) => headers.get(name) ?? '').join(' ');
  const signs = [
    request.method === 'HEAD' ? ('head' as const) : undefined,
    /prefetch|prerender|preview/iu.test(purpose) ? ('prefetch' as const) : undefined,
    agent.trim() === '' ? ('no-user-agent' as const) : undefined,
    machines.test(agent) ? ('user-agent' as const) : undefined,
  ].filter((sign) => sign !== undefined);
  if (signs.length > 0) return { seemed: 'machine', because: signs };
  // Browsers send it for what a person started, and pages cannot.
  if (headers.get('sec-fetch-user') === '?1' && headers.get('sec-fetch-dest') === 'document')
    return { seemed: 'person', because: ['navigation'] };
  return { seemed: 'unknown', because: [] };
}
