import { cspHash } from '../page-headers.ts';
import { reportStyle } from '../report-style.ts';
import { deskStyle } from './desk-style.ts';
import { liveScript } from './live-script.ts';

const common = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** For every page but a mail's: this style, this script, this origin, nothing else. */
export const deskHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy(cspHash(deskStyle)),
  ...common,
};

/** A report has a style sheet of its own, since it is a document that can be kept. */
export const reportHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy(cspHash(reportStyle)),
  ...common,
};

/** A framed mail inherits the page's policy, and mails are styled in attributes, which no hash can name. */
export const mailHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy("'unsafe-inline'"),
  ...common,
};

function policy(styles: string): string {
  return [
    "default-src 'none'",
    `script-src ${cspHash(liveScript)}`,
    `style-src ${styles}`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
