import { canonicalJson, type Json } from '../core/canonical-json.ts';
import { lookAlikes } from '../core/look-alikes.ts';
import { hiddenCount, plainPieces, plainVisible } from '../core/visible-text.ts';
import { type MailBlock, paragraph, when } from './mail-blocks.ts';
import { wholeCharacters } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';
import { readsAsOtherJson } from './value-tree.ts';

// About three lines of a phone for a value, ten for a person's own words.
const valueLength = 200;
const wordsLength = 800;

/** Puts words from outside into one message, and remembers what its reader has to be told about them. */
export interface OutsideWords {
  /** A value on one line: line ends and hidden characters as codes. */
  value(value: Json): string;
  /** A text on one line. */
  line(text: string): string;
  /** A person's words, with their own line ends. */
  lines(text: string): readonly string[];
  /** What has to be said of all the words so far. */
  remarks(): readonly MailBlock[];
}

/** Long words are cut, and what is missing is counted behind them. */
export function outsideWords(texts: Texts): OutsideWords {
  const odd = { hidden: false, unlinked: false, mixed: new Set<string>() };
  const put = (text: string, form: { readonly length: number; readonly lines: 'one' | 'many' }): string => {
    const { lines } = form;
    const start = wholeCharacters(text, form.length);
    const visible = plainVisible(start, { lines });
    const plain = unlinked(visible);
    odd.hidden ||= hiddenCount(start, { lines }) > 0;
    odd.unlinked ||= plain !== visible;
    for (const { word, pieces } of lookAlikes(start)) {
      if (odd.mixed.size < mostMixedShown)
        odd.mixed.add(
          unlinked(
            `${plainVisible(wholeCharacters(word, longestMixed))} = ${plainPieces(pieces.slice(0, longestMixed))}`,
          ),
        );
    }
    const more = text.length - start.length;
    return more === 0 ? plain : `${plain} ${texts.mail.moreHere(more)}`;
  };
  return {
    value: (value) => put(textOf(value), { length: valueLength, lines: 'one' }),
    line: (text) => put(text, { length: valueLength, lines: 'one' }),
    lines: (text) => put(text, { length: wordsLength, lines: 'many' }).split(/\r?\n/u),
    remarks: () => [
      ...when(odd.mixed.size, paragraph(texts.mail.mixed([...odd.mixed].join(', ')))),
      ...when(odd.hidden, paragraph(texts.mail.hidden)),
      ...when(odd.unlinked, paragraph(texts.mail.unlinked)),
    ],
  };
}

// Each word is written in full above; the remark has only to be seen.
const mostMixedShown = 8;
const longestMixed = 60;

/** How many characters of a value a message leaves out where it shows the value. */
export function cutFrom(value: Json): number {
  const text = textOf(value);
  return text.length - wholeCharacters(text, valueLength).length;
}

function textOf(value: Json): string {
  if (typeof value !== 'string') return canonicalJson(value);
  return readsAsOtherJson(value) ? JSON.stringify(value) : value;
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
