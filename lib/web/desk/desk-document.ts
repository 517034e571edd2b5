import { type Html, html, nothing, ownText } from '../markup.ts';
import { plainTexts } from '../texts/plain-texts.ts';
import { deskStyle } from './desk-style.ts';
import { liveScript } from './live-script.ts';

/** One page of the desk. */
export interface DeskDocument {
  readonly title: string;
  /** The path of this page, to which the clock's buttons come back. */
  readonly path: string;
  /** Milliseconds since 1970 by the desk's clock. */
  readonly now: number;
  readonly example: string;
  readonly body: Html;
}

/** The frame of every desk page: where one is, what time it is here, and buttons to change that. */
export function deskDocument(page: DeskDocument): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Countersign desk</title>
<link rel="icon" href="data:,">
<noscript><meta http-equiv="refresh" content="5"></noscript>
<style>${ownText(deskStyle)}</style>
</head>
<body>
<header class="bar">
  <a class="home" href="/"><span class="seal" aria-hidden="true"></span><strong>Countersign</strong> <span class="quiet">desk, serving ${page.example}</span></a>
  <nav aria-label="Desk">${tab(page.path, { to: '/', label: 'Runs' })}${tab(page.path, { to: '/mails', label: 'Mails' })}${tab(page.path, { to: '/topics', label: 'Topics' })}</nav>
</header>
${clock(page)}
<main>${page.body}</main>
<script>${ownText(liveScript)}</script>
</body>
</html>`;
}

function tab(path: string, link: { readonly to: string; readonly label: string }): Html {
  const here = link.to === '/' ? path === '/' || path.startsWith('/runs') : path.startsWith(link.to);
  return html`<a href="${link.to}"${here ? html` aria-current="page"` : nothing}>${link.label}</a>`;
}

function clock(page: DeskDocument): Html {
  const instant = plainTexts.instant(new Date(page.now).toISOString());
  return html`
    <section class="clock" aria-label="The desk's clock">
      <p id="clock" data-live><span class="quiet">Clock</span> <time datetime="${instant.iso}">${instant.words}</time></p>
      <form method="post" action="/clock">
        <input type="hidden" name="back" value="${page.path}">
        <button name="by" value="1h">+1 h</button>
        <button name="by" value="24h">+24 h</button>
        <button name="by" value="next-deadline">To the next deadline</button>
      </form>
      <form method="post" action="/clock" class="free">
        <input type="hidden" name="back" value="${page.path}">
        <label for="by">Forward by</label>
        <input id="by" type="text" name="by" placeholder="2d12h" required pattern="[0-9dhms]+" autocomplete="off">
        <button>Move</button>
      </form>
    </section>`;
}
