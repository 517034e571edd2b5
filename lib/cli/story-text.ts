import { plainVisible } from '../core/visible-text.ts';
import type { StoryDetail, StoryLine } from '../gate/run-story.ts';
import { saidBeside } from './said-text.ts';

/** One line of a story with its details below. A terminal obeys control characters, and the model chose some of these texts. */
export function storyText({ at, seq, title, detail }: StoryLine): string {
  return [
    `${String(seq).padStart(4)}  ${at}  ${plainVisible(title, { lines: 'one' })}`,
    ...detail.flatMap(detailLines),
  ].join('\n');
}

// Only what somebody else wrote is marked and cut: the gate's own ids and ARNs are to be copied.
function detailLines({ label, text, claim, sealed }: StoryDetail): readonly string[] {
  const told = `        ${plainVisible(label, { lines: 'one' })}${claim === undefined ? '' : ` (${claim})`}: `;
  if (claim === undefined && sealed === undefined) return [`${told}${plainVisible(text, { lines: 'one' })}`];
  return saidBeside(told, text);
}
