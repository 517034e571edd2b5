import { canonicalJson, type Json } from '../core/canonical-json.ts';
import { shortForm } from '../core/hashes.ts';
import { type LookAlike, lookAlikes } from '../core/look-alikes.ts';
import { worded } from '../core/problem.ts';
import { hiddenCount, plainVisible } from '../core/visible-text.ts';
import type { CallView, ShownValue } from '../gate/views.ts';
import { type Html, html, nothing } from './markup.ts';
import { shownLine, shownPiece, shownText } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';
import { plainValue, valueTree } from './value-tree.ts';

/** What a person must know first: the values that the gate file picked, how far the call can reach, how to undo it. */
export function callFacts(call: CallView, texts: Texts): Html {
  return html`
    ${call.undecided.length === 0 ? nothing : html`<p class="warning">${texts.undecided(shownLine(undecidedWords(call, texts)))}</p>`}
    ${call.notInRequest.length === 0 ? nothing : html`<p class="warning">${notInRequestWords(call, { names: shownLine(namesNotInRequest(call, texts)), texts })}</p>`}
    ${warnings(call, texts)}
    <dl class="facts">
      ${call.shown.map((shown) => shownFact(shown, texts))}
      ${call.atMost === undefined ? nothing : fact(texts.atMost, html`${call.atMost}`)}
      ${call.wants === 'words' ? nothing : fact(texts.undo, call.undo === undefined ? html`<strong>${texts.noUndo}</strong>` : html`${call.undo}`)}
    </dl>`;
}

/** Why the rules could not be decided. */
export function undecidedWords({ undecided }: CallView, texts: Texts): string {
  return undecided.map((why) => (typeof why === 'string' ? why : worded(texts.problems, why))).join(' ');
}

/** The whole stored input, typed, and once more as the text over which the digest was computed. */
export function callArguments(call: CallView, texts: Texts): Html {
  if (call.input === undefined) return erasedLine(call, texts);
  const text = canonicalJson(call.input);
  return html`
    <h3>${argumentsTitle(call, texts)}</h3>
    ${isEmpty(call.input) ? html`<p class="quiet">${texts.noArguments}</p>` : html`<div class="arguments">${valueTree(call.input, texts)}</div>`}
    <details class="raw"><summary>${texts.canonical(text.length)}</summary><pre tabindex="0"><bdi dir="ltr">${plainVisible(text)}</bdi></pre></details>`;
}

/** The same behind a line to open, where something else says the most of it. */
export function foldedArguments(call: CallView, texts: Texts): Html {
  if (call.input === undefined) return erasedLine(call, texts);
  return html`<details class="fold-arguments"><summary>${argumentsTitle(call, texts)}</summary>${callArguments(call, texts)}</details>`;
}

function argumentsTitle({ question }: CallView, texts: Texts): string {
  return question === undefined ? texts.allArguments : texts.question.facts;
}

function erasedLine({ question }: CallView, texts: Texts): Html {
  return html`<p class="warning">${question === undefined ? texts.inputErased : texts.question.factsErased}</p>`;
}

/** The digest in its short form, the whole of it folded behind. */
export function digestLine(call: CallView, texts: Texts): Html {
  return html`
    <details class="digest"><summary>${texts.digest} <code>${shortForm(call.digest)}</code></summary>
      <p class="quiet">${call.question === undefined ? texts.digestWhy : texts.question.digestWhy}</p>
      <p>${texts.fullDigest}: <code class="long">${call.digest}</code></p>
    </details>`;
}

function shownFact(shown: ShownValue, texts: Texts): Html {
  if (shown.value === undefined) return fact(shown.label, html`<span class="quiet">${texts.notInCall}</span>`);
  const unit = shown.unit === undefined ? nothing : html` <span class="unit">${shown.unit}</span>`;
  return html`<div class="main-fact"><dt>${shown.label}</dt><dd>${plainValue(shown.value, texts)}${unit}</dd></div>`;
}

function fact(label: string, value: Html): Html {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

/** Whose choice those arguments are: once a person has changed a call, nobody can lay all of it at the agent's door. */
export function notInRequestWords(
  { edited }: CallView,
  { names, texts }: { readonly names: string; readonly texts: Texts },
): string {
  return edited === undefined ? texts.notInRequest(names) : texts.notInRequestEdited(names);
}

/** What the requester did not say, by the labels of the gate file where it has one, each with its place. */
export function namesNotInRequest({ notInRequest, shown }: CallView, texts: Texts): string {
  const names = notInRequest.map((place) => {
    const label = shown.find(({ at }) => at === place)?.label;
    return label === undefined ? place : `${label} (${place})`;
  });
  return texts.joined(names);
}

// Counted over the whole input: a warning that only looks at the picked values would miss the rest.
function warnings(call: CallView, texts: Texts): Html {
  if (call.input === undefined) return nothing;
  return textWarnings(allTexts(call.input), texts);
}

/** The warning lines for texts from outside; nothing when there is nothing to warn of. */
export function textWarnings(given: readonly string[], texts: Texts): Html {
  const hidden = given.reduce((sum, text) => sum + hiddenCount(text), 0);
  const mixed = new Map(given.flatMap(lookAlikes).map((one) => [one.word, one]));
  return html`
    ${hidden === 0 ? nothing : html`<p class="warning">${texts.hiddenWarning(hidden)}</p>`}
    ${mixed.size === 0 ? nothing : html`<p class="warning">${texts.mixedWarning} ${[...mixed.values()].slice(0, mostMixedShown).map((one) => spelled(one, texts))}</p>`}`;
}

// The word itself looks like what it pretends to be: beside it, each letter from elsewhere stands as its code.
function spelled({ word, pieces }: LookAlike, texts: Texts): Html {
  return html`<span class="leaf">${shownText(word, texts)}</span> = <span class="leaf">${pieces.slice(0, longestSpelled).map(shownPiece)}</span> `;
}

// Every word stands in the arguments anyway; the warning has only to be seen.
const mostMixedShown = 8;
const longestSpelled = 120;

function allTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...allTexts(member)]);
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
