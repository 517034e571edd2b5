import { canonicalJson, type Json } from '../core/canonical-json.ts';
import { hiddenCount, plainVisible } from '../core/visible-text.ts';
import { wholeCharacters } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';
import { readsAsOtherJson } from './value-tree.ts';

/** Words from outside as a mail may hold them, and what the reader has to be told about them. */
export interface MailedText {
  readonly text: string;
  readonly changed: { readonly hidden: boolean; readonly unlinked: boolean };
}

// About three lines of a phone for a value, ten for the person's own words.
const valueLength = 200;
const wordsLength = 800;

/** A value on one line: line ends and hidden characters as codes, the rest counted when it is long. */
export function mailedValue(value: Json, texts: Texts): MailedText {
  const text =
    typeof value !== 'string' ? canonicalJson(value) : readsAsOtherJson(value) ? JSON.stringify(value) : value;
  return mailed(text, { length: valueLength, lines: 'one', texts });
}

/** A name on one line. */
export function mailedLine(text: string, texts: Texts): MailedText {
  return mailed(text, { length: valueLength, lines: 'one', texts });
}

/** A person's words, with their own line ends. */
export function mailedWords(text: string, texts: Texts): MailedText {
  return mailed(text, { length: wordsLength, lines: 'many', texts });
}

function mailed(
  text: string,
  form: { readonly length: number; readonly lines: 'one' | 'many'; readonly texts: Texts },
): MailedText {
  const { lines } = form;
  const start = wholeCharacters(text, form.length);
  const visible = plainVisible(start, { lines });
  const plain = unlinked(visible);
  const more = text.length - start.length;
  return {
    text: more === 0 ? plain : `${plain} ${form.texts.mail.more(more)}`,
    changed: { hidden: hiddenCount(start, { lines }) > 0, unlinked: plain !== visible },
  };
}

/**
 * Takes from addresses what makes mail programs turn them into links by themselves: a link chosen by an agent would
 * stand in a mail that people trust. Numbers such as 184.50 keep their point.
 */
export function unlinked(text: string): string {
  return text
    .replaceAll(/:(?=\/\/)/gu, '[:]')
    .replaceAll(/(?<=mailto|tel|sms|data|javascript):/giu, '[:]')
    .replaceAll(/(?<=[\p{L}\p{N}\]-])[.\u3002\uFF0E\uFF61](?=[\p{L}])/gu, '[.]')
    .replaceAll(/(?<=\d)\.(?=\d+\.\d+\.\d)|(?<=\d\.\d+)\.(?=\d+\.\d)|(?<=\d\.\d+\.\d+)\.(?=\d)/gu, '[.]');
}
