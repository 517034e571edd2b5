import type { BesideView, RequestView } from '../gate/views.ts';
import { type Html, html, nothing } from './markup.ts';
import { shownLine } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';
import { plainValue } from './value-tree.ts';

/** What the rules decided by themselves in the same turn, and what this run has done before: nothing of it is asked. */
export function besideSection({ beside, did }: RequestView, texts: Texts): Html {
  return html`
    <section class="beside" aria-labelledby="did">
      <h2 id="did">${texts.didTitle}</h2>
      ${did.length === 0 ? html`<p class="quiet">${texts.didNothing}</p>` : list(did, texts)}
    </section>
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
  const when = texts.instant(at);
  const values = shown.flatMap(({ label, value, unit }) =>
    value === undefined
      ? []
      : [
          html`<span class="pair"><span class="quiet">${label}</span> ${plainValue(value, texts)}${unit === undefined ? '' : ` ${unit}`}</span>`,
        ],
  );
  return html`
        <li>
          <p><code>${shownLine(tool)}</code> <strong class="came ${careful.has(cameTo) ? 'care' : ''}">${texts.stands[cameTo]}</strong></p>
          ${values.length === 0 ? nothing : html`<p>${values}</p>`}
          <p class="quiet"><time datetime="${when.iso}">${when.words}</time></p>
        </li>`;
}

const careful: ReadonlySet<BesideView['cameTo']> = new Set(['failed', 'unknown', 'refuted', 'ran-with-error']);
