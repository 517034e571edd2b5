import type { BesideView, RequestView, TurnedDownView } from '../gate/views.ts';
import { type Html, html, nothing } from './markup.ts';
import { personsWords } from './people-section.ts';
import { shownLine } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';
import { plainValue } from './value-tree.ts';

/** What this run has done before, what people turned down, and what the rules decided in the same turn: nothing of it is asked. */
export function besideSection({ beside, did, turnedDown }: RequestView, texts: Texts): Html {
  return html`
    <section class="beside" aria-labelledby="did">
      <h2 id="did">${texts.didTitle}</h2>
      ${did.length === 0 ? html`<p class="quiet">${texts.didNothing}</p>` : list(did, texts)}
    </section>
    ${
      turnedDown.length === 0
        ? nothing
        : html`
    <section class="beside" aria-labelledby="turned-down">
      <h2 id="turned-down">${texts.turnedDownTitle}</h2>
      <ul>${turnedDown.map((call) => turnedDownLine(call, texts))}</ul>
    </section>`
    }
    ${
      beside.length === 0
        ? nothing
        : html`
    <section class="beside" aria-labelledby="beside">
      <h2 id="beside">${texts.besideTitle}</h2>
      ${list(beside, texts)}
    </section>`
    }`;
}

function list(calls: readonly BesideView[], texts: Texts): Html {
  return html`<ul>${calls.map((call) => line(call, texts))}</ul>`;
}

function line({ tool, shown, cameTo, at }: BesideView, texts: Texts): Html {
  return html`
        <li>
          <p><code>${shownLine(tool)}</code> <strong class="came ${careful.has(cameTo) ? 'care' : ''}">${texts.stands[cameTo]}</strong></p>
          ${valuesLine(shown, texts)}
          ${instantLine(at, texts)}
        </li>`;
}

/** What was turned down, by whom; their words behind a line to open, since nothing of it is asked any more. */
function turnedDownLine({ tool, shown, outcome, at, by }: TurnedDownView, texts: Texts): Html {
  const names = texts.joined(by.map(({ name }) => shownLine(name)));
  const said = by.flatMap(({ name, words }) =>
    words === undefined
      ? []
      : [html`<details><summary>${texts.told.words(shownLine(name))}</summary>${personsWords(words, texts)}</details>`],
  );
  return html`
        <li>
          <p><code>${shownLine(tool)}</code> <strong class="came">${texts.outcomes[outcome]}</strong> <span class="quiet">${texts.decidedBy} ${names}</span></p>
          ${valuesLine(shown, texts)}
          ${said}
          ${instantLine(at, texts)}
        </li>`;
}

function valuesLine(shown: BesideView['shown'], texts: Texts): Html {
  const values = shown.flatMap(({ label, value, unit }) =>
    value === undefined
      ? []
      : [
          html`<span class="pair"><span class="quiet">${label}</span> ${plainValue(value, texts)}${unit === undefined ? '' : ` ${unit}`}</span>`,
        ],
  );
  return values.length === 0 ? nothing : html`<p>${values}</p>`;
}

function instantLine(at: string, texts: Texts): Html {
  const when = texts.instant(at);
  return html`<p class="quiet"><time datetime="${when.iso}">${when.words}</time></p>`;
}

const careful: ReadonlySet<BesideView['cameTo']> = new Set(['failed', 'unknown', 'refuted', 'ran-with-error']);
