import { plainVisible } from '../core/visible-text.ts';

/**
 * Words of somebody's, as lines for a terminal of 80 columns: behind the label where they fit there, else below it with a mark before
 * each. A line of theirs that began at the edge could pass for one of ours, also where only the terminal would have begun it.
 */
export function saidBeside(label: string, text: string): readonly string[] {
  const seen = plainVisible(text);
  const line = `${label}${seen}`;
  const indent = ' '.repeat(label.length - label.trimStart().length + 2);
  if (!/[\r\n]/.test(seen) && columnsOf(line) <= 80) return [line];
  return [label.trimEnd(), ...saidBelow(text).map((said) => `${indent}| ${said}`)];
}

/** The same words cut into lines that leave room for a mark beside them, hidden characters as their codes. */
export function saidBelow(text: string): readonly string[] {
  return plainVisible(text).split(/\r?\n/).flatMap(wrapped);
}

// Columns that are left of 80 beside the mark.
const widest = 60;

function wrapped(line: string): readonly string[] {
  const lines: string[] = [];
  let part = '';
  let width = 0;
  for (const character of line.replaceAll('\t', '    ')) {
    const columns = columnsOf(character);
    if (width + columns > widest) {
      const at = breakOf(part);
      lines.push(part.slice(0, at));
      part = part.slice(at);
      width = columnsOf(part);
    }
    part += character;
    width += columns;
  }
  return [...lines, part];
}

// Behind the last space, where that leaves no gap: a sentence in Japanese has few.
function breakOf(line: string): number {
  const at = line.lastIndexOf(' ') + 1;
  return at > 0 && columnsOf(line.slice(at)) < widest / 3 ? at : line.length;
}

// What is not ASCII may take two.
function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character <= '~' ? 1 : 2), 0);
}
