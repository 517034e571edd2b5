import { type Html, html, ownText } from './markup.ts';
import { pageStyle } from './page-style.ts';
import type { Texts } from './texts/texts.ts';

// The only picture: drawn here, so that the page needs no second request.
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='14' fill='%231d5c63'/%3E%3Cpath d='M9 16.5l5 5 9.5-11' fill='none' stroke='%23fff' stroke-width='3.5'/%3E%3C/svg%3E";

/** One whole page; `title` must be the page's own words. */
export function pageDocument(
  page: { readonly title: string; readonly gateLine?: string; readonly body: Html },
  texts: Texts,
): Html {
  return html`<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${page.title} · ${texts.brand}</title>
<link rel="icon" href="${ownText(icon)}">
<style>${ownText(pageStyle)}</style>
</head>
<body>
<header class="top"><p><span class="seal" aria-hidden="true"></span><strong>${texts.brand}</strong>${page.gateLine === undefined ? '' : html`<span class="gate">${page.gateLine}</span>`}</p></header>
<main>
${page.body}
</main>
</body>
</html>`;
}
