import { canonicalJson, type Json, type JsonObject } from '../core/canonical-json.ts';
import { type Html, html } from './markup.ts';
import { isFolded, shownText } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';

/** A value as nested lists: every name, every byte, and the type of each value, since "12" is not 12. */
export function valueTree(value: Json, texts: Texts): Html {
  if (typeof value === 'string') {
    // A folded text is a block of its own: its marks would stand on lines of their own.
    if (isFolded(value)) return html`${kind(texts.types.text)}${shownText(value, texts)}`;
    return html`<span class="leaf"><span class="quote" aria-hidden="true">"</span>${shownText(value, texts)}<span class="quote" aria-hidden="true">"</span></span> ${kind(texts.types.text)}`;
  }
  if (typeof value === 'number') return leaf(canonicalJson(value), texts.types.number);
  if (typeof value === 'boolean') return leaf(String(value), texts.types.truth);
  if (value === null) return leaf('null', texts.types.nothing);
  if (isList(value)) {
    const items = value.map((item, index) =>
      member(html`<span class="index">${index + 1}.</span>`, valueTree(item, texts)),
    );
    return html`${kind(texts.list(value.length))}${branch(items, texts)}`;
  }
  const names = Object.keys(value).sort();
  const members = names.map((name) => member(shownText(name, texts), valueTree(own(value, name), texts)));
  return html`${kind(texts.group(names.length))}${branch(members, texts)}`;
}

/** A value for the eye: bare where nothing can be mistaken, otherwise as the tree shows it. */
export function plainValue(value: Json, texts: Texts): Html {
  if (typeof value !== 'string') {
    if (typeof value !== 'number') return valueTree(value, texts);
    const grouped = groupedNumber(value, texts);
    return html`<span class="leaf">${canonicalJson(value)}</span>${grouped === undefined ? '' : html` ${kind(grouped)}`}`;
  }
  if (!readsAsOtherJson(value)) return html`<span class="leaf">${shownText(value, texts)}</span>`;
  return html`<span class="leaf"><span class="quote">"</span>${shownText(value, texts)}<span class="quote">"</span></span> ${kind(texts.looksLikeNumber)}`;
}

/**
 * A large number once more with its digits in groups, to be put beside the number as it is stored: nobody counts zeros in the
 * evening. `undefined` where there is nothing to group, and where a number has more digits than are kept.
 */
export function groupedNumber(value: Json, texts: Texts): string | undefined {
  const isLarge = typeof value === 'number' && Math.abs(value) >= 10_000 && Math.abs(value) < 1e15;
  return isLarge ? `(${texts.grouped(value)})` : undefined;
}

/** Whether a text would look like a number, a truth value, a list, a group, nothing or an empty place when shown without its quotes. */
export function readsAsOtherJson(text: string): boolean {
  const words = text.trim();
  return (
    ['true', 'false', 'null', ''].includes(words) ||
    isLikeNumber(words) ||
    /^[\s"']|[\s"']$|^\[.*\]$|^\{.*\}$/su.test(text)
  );
}

// Fullwidth and other scripts' digits are digits to whoever reads them. Each expression goes through a text once: an agent may
// send a quarter of a megabyte of them.
function isLikeNumber(words: string): boolean {
  const form = /^[-+\u2212\uFF0B\uFF0D]?[\p{Nd}.,\uFF0C\uFF0E][\p{Nd}.,\uFF0C\uFF0E\seE+-]*$/u;
  return /\p{Nd}/u.test(words) && form.test(words);
}

function leaf(text: string, type: string): Html {
  return html`<span class="leaf">${text}</span> ${kind(type)}`;
}

function kind(type: string): Html {
  return html`<span class="kind">${type}</span>`;
}

// Behind its beginning where it is long: the decision must not be a thousand lines below the call.
function branch(members: readonly Html[], texts: Texts): Html {
  if (members.length === 0) return html``;
  if (members.length <= foldAbove) return html`<dl class="tree">${members}</dl>`;
  const rest = members.slice(previewMembers);
  return html`<dl class="tree">${members.slice(0, previewMembers)}</dl><details class="fold"><summary><span class="more">… ${texts.openRest(rest.length)}</span></summary><dl class="tree">${rest}</dl></details>`;
}

const foldAbove = 30;
const previewMembers = 12;

function member(name: Html, value: Html): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function own(value: JsonObject, name: string): Json {
  return value[name] ?? null;
}

// Array.isArray alone does not narrow a readonly array away from the object.
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
