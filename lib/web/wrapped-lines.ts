import { wholeCharacters } from './shown-text.ts';

/** One line of a wrapped text; `cut` means that the next line goes on inside the same word. */
export interface WrappedLine {
  readonly text: string;
  readonly end: 'space' | 'cut' | 'last';
}

/** RFC 5322 asks for at most 78 characters; its hard limit of 998 octets holds then for any script. */
export const lineWidth = 78;

/**
 * Wraps one paragraph at its spaces, and inside a word only where the word alone is wider than a line, as a Japanese sentence
 * is. `width` in columns, of which such letters take two.
 */
export function wrappedLines(text: string, width: number): readonly WrappedLine[] {
  const lines: WrappedLine[] = [];
  let rest = text;
  for (let most = fitting(rest, width); most < rest.length; most = fitting(rest, width)) {
    const { at, end } = breakOf(rest, most);
    lines.push({ text: rest.slice(0, at), end });
    rest = rest.slice(end === 'space' ? at + 1 : at);
  }
  return [...lines, { text: rest, end: 'last' }];
}

/** How many columns of a fixed font a text takes. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOfCharacter(character);
  return columns;
}

function fitting(text: string, width: number): number {
  let columns = 0;
  let units = 0;
  for (const character of text) {
    columns += columnsOfCharacter(character);
    if (columns > width) return units;
    units += character.length;
  }
  return units;
}

// At the last space, unless an ideograph or kana comes behind it: between those a line may end nearly anywhere. A short word of them
// between spaces is a name in prose of another script, and stays whole.
function breakOf(text: string, most: number): { readonly at: number; readonly end: 'space' | 'cut' } {
  const space = text.lastIndexOf(' ', most);
  const part = text.slice(0, most);
  const between = part.search(/[\u3000-\u30FF\u4E00-\u9FFF\uFF00-\uFF60][ -~]*$/u);
  const [word = ''] = text.slice(space + 1).split(' ', 1);
  const isShort = columnsOf(word) * 4 <= columnsOf(part);
  if ((between <= space || isShort) && space > 0) return { at: space, end: 'space' };
  return { at: cutAt(text, most), end: 'cut' };
}

// Where nothing is torn apart; a text that offers no such place is cut where the line is full.
function cutAt(text: string, most: number): number {
  for (let end = most; end > 1; end = wholeCharacters(text, end - 1).length) {
    if (!tears(text.slice(end - 1, end + 1))) return end;
  }
  return Math.max(1, most);
}

/**
 * Whether two letters belong together: those of a digest or an address, which people compare, and in Japanese a closing sign with
 * what it closes and an opening one with what it opens.
 */
function tears(pair: string): boolean {
  return /^[（「『【〈《]|[、。，．：；？！）」』】〉》]$|^[!-~]{2}$/u.test(pair);
}

// East Asian wide and fullwidth, by blocks: near enough for breaking lines. Beyond the first plane everything counts as wide.
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{10000}-\u{10FFFF}]/u;

function columnsOfCharacter(character: string): number {
  return character > '\u10FF' && wide.test(character) ? 2 : 1;
}
