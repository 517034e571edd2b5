/**
 * Whether a POST says of itself that another site's page sent it. Browsers send these headers and pages cannot change
 * them; where they are absent, the form's nonce alone has to hold. `Origin: null` is what our own page sends, because
 * of its Referrer-Policy, so it proves nothing either way.
 */
export function foreignSender(request: Request, ownOrigin: string | undefined): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  const origin = request.headers.get('origin');
  if (origin === null || origin === 'null') return false;
  if (!URL.canParse(origin)) return true;
  if (ownOrigin !== undefined) return new URL(origin).origin !== new URL(ownOrigin).origin;
  return new URL(origin).host !== (request.headers.get('host') ?? new URL(request.url).host);
}
