import { type Html, html, nothing } from './markup.ts';
import { linkPath } from './opened-link.ts';
import { pageDocument } from './page-document.ts';
import type { Texts } from './texts/texts.ts';

/** A calm page that says one thing; `linkSecret` only where the holder has proved to know it. */
export interface Notice {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly linkSecret?: string;
}

export function noticePage(notice: Notice, texts: Texts): Html {
  return pageDocument(
    {
      title: notice.title,
      body: html`
        <h1>${notice.title}</h1>
        ${notice.paragraphs.map((paragraph) => html`<p class="lead">${paragraph}</p>`)}
        ${notice.linkSecret === undefined ? nothing : html`<p><a href="${linkPath(notice.linkSecret)}">${texts.toRequest}</a></p>`}`,
    },
    texts,
  );
}
