import { lookAlikes } from '../core/look-alikes.ts';
import { hiddenCount, plainPieces, plainVisible } from '../core/visible-text.ts';

/** What has to be said of a text before somebody decides by it: hidden characters, and words that may pass for others. */
export function carefulLines(text: string): readonly string[] {
  const hidden = hiddenCount(text);
  const alike = lookAlikes(text).slice(0, mostShown);
  return [
    ...(hidden === 0 ? [] : [`Careful    ${hidden} hidden characters, each shown as its code, such as ⟦U+202E⟧`]),
    ...alike.map(
      ({ word, pieces }) =>
        `Careful    ${plainVisible(word.slice(0, longest))} is not what it looks like: ${plainPieces(pieces.slice(0, longest))}`,
    ),
  ];
}

// Every word stands in the arguments; the warning has only to be seen.
const mostShown = 8;
const longest = 60;
