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
    const space = rest.lastIndexOf(' ', most);
    const end = space > 0 ? space : cutAt(rest, most);
    lines.push({ text: rest.slice(0, end), end: space > 0 ? 'space' : 'cut' });
    rest = rest.slice(space > 0 ? end + 1 : end);
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

// Closing signs do not begin a line in Japanese; more than two of them in a row are no sentence.
function cutAt(text: string, most: number): number {
  let end = most;
  for (let step = 0; step < 2 && end > 1 && /[、。，．：；？！）」』】〉》]/u.test(text[end] ?? ''); step += 1) {
    end = wholeCharacters(text, end - 1).length;
  }
  return Math.max(1, end);
}

// East Asian wide and fullwidth, by blocks: near enough for breaking lines. Beyond the first plane everything counts as wide.
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{10000}-\u{10FFFF}]/u;

function columnsOfCharacter(character: string): number {
  return character > '\u10FF' && wide.test(character) ? 2 : 1;
}
