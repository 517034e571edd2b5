import type { Json } from '../core/canonical-json.ts';
import type { JsonProblem } from '../core/json-cursor.ts';
import type { JsonPlace } from '../core/problem.ts';
import type { Written } from '../core/result-text.ts';
import type { CallState, Run } from '../core/run.ts';
import { readStrictJson } from '../core/strict-json.ts';
import type { Contents } from './ports.ts';
import { openText } from './seal.ts';
import type { Text } from './views.ts';

interface OpeningPorts {
  readonly contents: Contents;
}

/** A recorded call's input: the value, or the raw text that the strict reader refused. */
export type OpenedInput =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'refused'; readonly text: string; readonly place: JsonPlace; readonly why: JsonProblem }
  | { readonly kind: 'erased' };

/** What people are asked about and what is carried out; a person may have edited it. */
export async function openInput(ports: OpeningPorts, run: Run, call: Pick<CallState, 'input'>): Promise<OpenedInput> {
  const opened = await openText(ports, run.id, call.input);
  if (opened.kind === 'erased') return { kind: 'erased' };
  const reading = readStrictJson(opened.text);
  return reading.kind === 'ok' ? { kind: 'value', value: reading.value } : { ...reading, text: opened.text };
}

/** For a page: what people wrote with these verdicts, one below the other; `undefined` when nobody wrote anything. */
export async function commentsOf(
  ports: OpeningPorts,
  run: Run,
  counted: CallState['verdicts'],
): Promise<Text | undefined> {
  const sealed = counted.flatMap(({ comment }) => (comment === undefined ? [] : [comment]));
  if (sealed.length === 0) return undefined;
  const opened = await Promise.all(sealed.map((comment) => openText(ports, run.id, comment)));
  const texts = opened.flatMap((text) => (text.kind === 'text' ? [text.text] : []));
  return texts.length === 0 ? { kind: 'erased' } : { kind: 'text', text: texts.join('\n') };
}

/** Who wrote what with these verdicts, in their order; what was erased is left out. */
export async function writtenWith(
  ports: OpeningPorts,
  run: Run,
  counted: CallState['verdicts'],
): Promise<readonly Written[]> {
  const written = counted.map(async ({ approverId, comment }): Promise<Written | undefined> => {
    const opened = comment === undefined ? undefined : await openText(ports, run.id, comment);
    return opened?.kind === 'text' ? { by: approverId, words: opened.text } : undefined;
  });
  return (await Promise.all(written)).filter((one) => one !== undefined);
}
