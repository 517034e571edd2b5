import { wholeCharacters } from './shown-text.ts';

/** One line of a wrapped text; `cut` means that the next line goes on inside the same word. */
export interface WrappedLine {
  readonly text: string;
  readonly end: 'space' | 'cut' | 'last';
}

/** RFC 5322 asks for at most 78 characters; its hard limit of 998 octets holds then for any script. */
export const lineWidth = 78;

/** Wraps one paragraph at its spaces, and inside a word only where the word alone is wider than a line. */
export function wrappedLines(text: string, width: number): readonly WrappedLine[] {
  const lines: WrappedLine[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    if (space > 0) {
      lines.push({ text: rest.slice(0, space), end: 'space' });
      rest = rest.slice(space + 1);
    } else {
      const part = wholeCharacters(rest, width);
      lines.push({ text: part, end: 'cut' });
      rest = rest.slice(part.length);
    }
  }
  return [...lines, { text: rest, end: 'last' }];
}
