import type { Run } from '../core/run.ts';
import type { Contents } from './ports.ts';
import { openText } from './seal.ts';

/**
 * What people wrote in a run when they sent calls back or answered questions, one text per verdict that counted. Arguments may be
 * taken from them as from the prompt; what was erased is nobody's word any more.
 */
export async function wordsOfPeople(ports: { readonly contents: Contents }, run: Run): Promise<readonly string[]> {
  const comments = run.calls.flatMap(({ closed, verdicts }) => {
    // A comment on an approval or a rejection tells the agent nothing to do.
    if (closed?.outcome !== 'sent-back' && closed?.outcome !== 'answered') return [];
    const counted = verdicts.filter(({ verdictId }) => closed.verdicts.includes(verdictId));
    return counted.flatMap(({ comment }) => (comment === undefined ? [] : [comment]));
  });
  const opened = await Promise.all(comments.map((comment) => openText(ports, run.id, comment)));
  return opened.flatMap((text) => (text.kind === 'text' ? [text.text] : []));
}
