import type { Json } from '../core/canonical-json.ts';
import type { Change } from '../core/changes.ts';
import type { CallView, EditedView } from '../gate/views.ts';
import { type Html, html, nothing } from './markup.ts';
import { personsWords } from './people-section.ts';
import { shownLine, shownText } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';
import { valueTree } from './value-tree.ts';

/** Each place that differs with both its values, in words as well as in colour. */
export function changeList(
  changes: readonly Change[],
  { shown, texts }: { readonly shown: CallView['shown']; readonly texts: Texts },
): Html {
  return html`
    <dl class="changes">
      ${changes.map(({ at, before, after }) => {
        const label = shown.find((line) => line.at === at)?.label;
        const place = at === '' ? html`${texts.whole}` : shownText(at.slice(1), texts);
        return html`
      <div>
        <dt>${label === undefined ? place : html`${label} <span class="kind">${place}</span>`}</dt>
        <dd class="was"><span class="side">${texts.before}</span> <del>${side(before, texts)}</del></dd>
        <dd class="is"><span class="side">${texts.after}</span> <ins>${side(after, texts)}</ins></dd>
      </div>`;
      })}
    </dl>`;
}

/** That a person changed the call, who, what, and what they wrote with it. */
export function editedNote(
  edited: EditedView,
  { shown, texts, lead }: { readonly shown: CallView['shown']; readonly texts: Texts; readonly lead: string },
): Html {
  const { words } = edited;
  const at = texts.instant(edited.at).words;
  return html`
    <div class="edited">
      <h3>${texts.editedTitle(shownLine(edited.by.name), at)}</h3>
      ${lead === '' ? nothing : html`<p class="quiet">${lead}</p>`}
      ${words === undefined ? nothing : html`<p class="quiet">${texts.told.words(shownLine(edited.by.name))}</p>${personsWords(words, texts)}`}
      ${edited.changes === undefined ? html`<p class="quiet">${texts.editedErased}</p>` : changeList(edited.changes, { shown, texts })}
    </div>`;
}

function side(value: Json | undefined, texts: Texts): Html {
  return value === undefined ? html`<span class="quiet">${texts.nothingThere}</span>` : valueTree(value, texts);
}
