import { escapeOf, hiddenName } from './hidden-characters.ts';

/** Part of a text as it may be shown: text as it stands, or one character that must be named instead of rendered. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly codePoint: number; readonly escape: string; readonly name: string };

export type VisibleOptions = {
  /** In `one`, line ends and tabs are named too: for subjects, headers and labels. @default 'many' */
  readonly lines?: 'one' | 'many';
};

/**
 * Takes a text from outside apart into what looks like what it is and what does not. Letters of every script and whole
 * emoji stay text. The pieces are still plain text: whoever renders them escapes them and isolates their direction.
 */
export function visibleText(text: string, options: VisibleOptions = {}): readonly Piece[] {
  const pieces: Piece[] = [];
  let run = '';
  // Marks since the last character that can carry them; undefined where nothing can.
  let marks: number | undefined;
  const hide = (codePoint: number, name: string) => {
    if (run !== '') pieces.push({ kind: 'text', text: run });
    run = '';
    marks = undefined;
    pieces.push({ kind: 'hidden', codePoint, escape: escapeOf(codePoint), name });
  };
  for (const token of tokensOf(text, options)) {
    if (token.kind === 'hidden') {
      hide(token.codePoint, token.name);
    } else if (token.kind === 'mark') {
      // A mark without a base would strike out or cover whatever the page itself wrote before it.
      if (marks === undefined) {
        hide(token.codePoint, 'combining mark without a letter');
      } else if (marks === mostMarks) {
        hide(token.codePoint, 'one combining mark too many');
        marks = mostMarks;
      } else {
        run += token.text;
        marks += 1;
      }
    } else {
      run += token.text;
      marks = token.text.endsWith('\n') || token.text === '\t' ? undefined : 0;
    }
  }
  if (run !== '') pieces.push({ kind: 'text', text: run });
  return pieces;
}

/** The same as one plain text, each hidden character as `⟦U+202E⟧`: for text mails, subjects and terminals. */
export function plainVisible(text: string, options: VisibleOptions = {}): string {
  return plainPieces(visibleText(text, options));
}

export function plainPieces(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (piece.kind === 'hidden' ? `⟦${piece.escape}⟧` : piece.text.replaceAll('⟦', '⟦U+27E6⟧')))
    .join('');
}

/** How many characters of the text had to be named. */
export function hiddenCount(text: string, options: VisibleOptions = {}): number {
  return visibleText(text, options).filter((piece) => piece.kind === 'hidden').length;
}

// Vietnamese, Hebrew with points and polytonic Greek need up to three; stacks of dozens cover the lines above and below.
const mostMarks = 4;

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string; readonly codePoint: number }
  | { readonly kind: 'hidden'; readonly codePoint: number; readonly name: string };

// Whole emoji: joiners, style selectors and tags inside one are part of the picture. Pictures joined with pictures, of
// which Unicode's own have up to four; keycaps; the three flags that are spelled with tags. \p{RGI_Emoji} would say it
// exactly and takes ten times as long on texts that were made for it.
const picture = String.raw`[\p{Extended_Pictographic}&&\p{Emoji}]\p{Emoji_Modifier}?[\uFE0E\uFE0F]?`;
const flag = ['gbeng', 'gbsct', 'gbwls'].map((region) => `\u{1F3F4}${tags(region)}\u{E007F}`).join('|');
const emoji = String.raw`${flag}|${picture}(?:\u200D${picture}){0,7}|[0-9#*]\uFE0F\u20E3`;

// Joiners that change the shape of what stands around them are spelling: the non-joiner between Arabic letters (Persian
// needs it), both after a sign that ends an Indic syllable.
const spelledJoiner =
  /(?<=\p{Script=Arabic})\u200C(?=\p{Script=Arabic})|(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D](?=\p{L})/v;

// Most texts are ASCII, and looking for an emoji at each letter takes long. The last digit may begin a keycap.
const plain = /[ -~]+(?![\uFE0F\u20E3])/v;

const token = new RegExp(
  `(?<plain>${plain.source})|(?<emoji>${emoji})|(?<joiner>${spelledJoiner.source})|(?<any>.)`,
  'gsv',
);

function* tokensOf(text: string, options: VisibleOptions): Generator<Token> {
  for (const match of text.matchAll(token)) {
    const character = match[0];
    if (match.groups?.['any'] === undefined) yield { kind: 'text', text: character };
    else yield tokenOf(character, { follows: text[match.index + 1], options });
  }
}

function tags(letters: string): string {
  return Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
}

function tokenOf(
  character: string,
  where: { readonly follows: string | undefined; readonly options: VisibleOptions },
): Token {
  const codePoint = character.codePointAt(0) ?? 0;
  const breaks = where.options.lines !== 'one';
  if (breaks && (character === '\n' || character === '\t')) return { kind: 'text', text: character };
  if (breaks && character === '\r' && where.follows === '\n') return { kind: 'text', text: character };
  const name = hiddenName(character);
  if (name !== undefined) return { kind: 'hidden', codePoint, name };
  return /\p{M}/u.test(character) ? { kind: 'mark', text: character, codePoint } : { kind: 'text', text: character };
}
