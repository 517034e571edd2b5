import { plainVisible } from '../core/visible-text.ts';
import type { StoryLine } from '../gate/run-story.ts';

/** One line of a story with its details below. A terminal obeys control characters, and the model chose some of these texts. */
export function storyText({ at, seq, title, detail }: StoryLine): string {
  const details = detail.map(
    ({ label, text, claim }) => `        ${label}${claim === undefined ? '' : ` (${claim})`}: ${plainVisible(text)}`,
  );
  return [`${String(seq).padStart(4)}  ${at}  ${plainVisible(title)}`, ...details].join('\n');
}
