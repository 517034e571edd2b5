import { hiddenCount, type Piece, plainVisible, visibleText } from '../core/visible-text.ts';
import type { Text } from '../gate/views.ts';
import { type Html, html } from './markup.ts';
import type { Texts } from './texts/texts.ts';

/** Characters from which a text is folded: about ten lines on a phone. */
const foldAbove = 600;

/** Characters that a folded text shows before it is opened. */
const previewLength = 240;

// A markup element per hidden character would make a text of nothing else too large to be delivered at all.
const mostHiddenElements = 200;

/**
 * A text from outside as what it is: escaped, its hidden characters named, isolated so that its direction cannot
 * reorder what stands beside it. Long texts are folded, whole, behind their beginning.
 */
export function shownText(text: string, texts: Texts): Html {
  if (!isFolded(text)) return isolated(text);
  const beginning = wholeCharacters(text, previewLength);
  return html`<details class="fold"><summary>${isolated(beginning)}<span class="more">… ${texts.openAll(text.length)}</span></summary>${isolated(text)}</details>`;
}

/** The same of a text that may have been erased, which is said instead. */
export function sealedText(text: Text, texts: Texts): Html {
  return text.kind === 'erased' ? html`<span class="quiet">${texts.erased}</span>` : shownText(text.text, texts);
}

/** The same without folding, for paper: what is folded is not printed. */
export function wholeText(text: string): Html {
  return isolated(text);
}

/** Whether a text is shown behind its beginning. */
export function isFolded(text: string): boolean {
  return text.length > foldAbove;
}

/** A short text from outside for one line of the page's own; plain, so that it can stand in attributes and titles too. */
export function shownLine(text: string): string {
  return plainVisible(text, { lines: 'one' });
}

function isolated(text: string): Html {
  return html`<bdi class="given" dir="auto">${pieces(text)}</bdi>`;
}

function pieces(text: string): Html | readonly Html[] {
  if (hiddenCount(text) > mostHiddenElements) return html`<span class="hidden-char">${plainVisible(text)}</span>`;
  return visibleText(text).map(shownPiece);
}

/** Text as it stands, or a code with its name. */
export function shownPiece(piece: Piece): Html {
  if (piece.kind === 'text') return html`${piece.text}`;
  return html`<span class="hidden-char" title="${piece.name}">${piece.escape}</span>`;
}

/** The beginning of a text in at most `length` UTF-16 units, cut between characters. */
export function wholeCharacters(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
