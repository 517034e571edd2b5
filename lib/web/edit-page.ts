import type { CallView } from '../gate/views.ts';
import { digestLine } from './call-facts.ts';
import { editableInput } from './edit-fields.ts';
import { editForms, fieldId, type TypedChange } from './edit-form.ts';
import { fieldsOfText } from './edited-text.ts';
import { type Html, html, nothing } from './markup.ts';
import { approverName, linkPath, type OpenedLink } from './opened-link.ts';
import { pageDocument } from './page-document.ts';
import { sectionTitle } from './question-section.ts';
import { shownLine } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';

export type Editing = OpenedLink & {
  readonly call: CallView;
  readonly typed: TypedChange;
  /** From the rules or from this page's own look, what is said before the problems. */
  readonly refused?: { readonly title: string; readonly lead: string };
};

/** Where arguments are changed; it records nothing, and shows again what was typed when that cannot be used. */
export function editPage(editing: Editing, texts: Texts): Html {
  const { request, call, typed, linkSecret, now } = editing;
  return pageDocument(
    {
      title: texts.changeTitle,
      gateLine: texts.gateLine(request),
      body: html`
        <h1>${texts.changeTitle}</h1>
        ${typed.problems.length === 0 ? nothing : problemsBox(editing, texts)}
        <p class="lead">${texts.changeLead}</p>
        <section class="call" aria-labelledby="call">
          <header>
            <h2 id="call">${sectionTitle(call, texts)}</h2>
            <p class="effect ${call.effect}">${texts.effects[call.effect]}</p>
          </header>
          <p class="description">${call.description}</p>
          ${digestLine(call, texts)}
          <div class="decision">
            <p>${texts.answerAs(approverName(request))}</p>
            ${editForms({ linkSecret, request, call, now }, { typed, texts })}
            <p class="alone"><a class="back" href="${linkPath(linkSecret)}">${texts.goBack}</a></p>
          </div>
        </section>`,
    },
    texts,
  );
}

// Announced at once, and each line leads to the field that it is about.
function problemsBox({ call, typed, refused }: Editing, texts: Texts): Html {
  const { fields } = editableInput(call);
  const isInFields = typed.text === undefined || fieldsOfText(call, typed.text) !== undefined;
  const lines = typed.problems.map(({ name, problem }) => {
    const index = isInFields ? fields.findIndex((field) => field.name === name) : -1;
    const words = shownLine(name === undefined ? problem : `${name}: ${problem}`);
    if (index >= 0) return html`<li><a href="#${fieldId(index)}">${words}</a></li>`;
    return isInFields ? html`<li>${words}</li>` : html`<li><a href="#edited">${words}</a></li>`;
  });
  return html`
        <div class="problems" role="alert">
          <h2>${refused?.title ?? texts.problemsTitle}</h2>
          <p>${refused?.lead ?? texts.problemsLead}</p>
          <ul>${lines}</ul>
        </div>`;
}
