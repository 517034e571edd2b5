import { createHash } from 'node:crypto';

/**
 * What every answer of a page carries, errors included. Nothing may run, load, frame or leak: the one style sheet is
 * named by its hash, so that even markup which slipped through could neither script nor restyle the page.
 */
export function pageHeaders(style: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${cspHash(style)}`,
      'img-src data:',
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    // The page's address holds the link's secret: it must not travel to anybody.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  };
}

/** A source expression of a Content-Security-Policy that allows exactly this inline text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
