import type { Json } from '../core/canonical-json.ts';
import type { CallView } from '../gate/views.ts';
import { type EditableInput, type EditField, editableInput } from './edit-fields.ts';
import { type EditProblem, fieldsOfText, spacedJson } from './edited-text.ts';
import { type FormTicket, hiddenFields } from './form-ticket.ts';
import { type Html, html, nothing } from './markup.ts';
import { memberPrefix } from './sent-change.ts';
import { shownLine, shownText } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';

/** What was typed before, as fields or as a text, and why it could not be used. */
export interface TypedChange {
  readonly fields?: ReadonlyMap<string, string>;
  readonly text?: string;
  readonly comment?: string | undefined;
  readonly problems: readonly EditProblem[];
}

/** Both ways to change a call's arguments: field by field as far as they are flat, and the whole of it as JSON. */
export function editForms(
  ticket: FormTicket,
  { typed, texts }: { readonly typed: TypedChange; readonly texts: Texts },
): Html {
  const editable = editableInput(ticket.call);
  const { text } = typed;
  const fields = typed.fields ?? (text === undefined ? undefined : fieldsOfText(ticket.call, text));
  const inFields = fields === undefined ? typed : { ...typed, fields };
  const isOpen = editable.fields.length === 0 || (text !== undefined && fields === undefined);
  return html`
    ${editable.fields.length === 0 ? nothing : fieldsForm(ticket, { editable, typed: inFields, texts })}
    ${rawForm(ticket, { typed, texts, isOpen })}`;
}

interface Fields {
  readonly editable: EditableInput;
  readonly typed: TypedChange;
  readonly texts: Texts;
}

function fieldsForm(ticket: FormTicket, { editable, typed, texts }: Fields): Html {
  const { fields, onlyRaw } = editable;
  return html`
    <form method="post" action="/verdict" class="edit" aria-labelledby="edit-fields">
      <h3 id="edit-fields">${texts.changeFields}</h3>
      ${hiddenFields(ticket, { verdict: 'edit', step: 'review' })}
      <input type="hidden" name="comment" value="${typed.comment ?? ''}">
      ${fields.map((field, index) => fieldLine(field, { index, call: ticket.call, typed, texts }))}
      ${onlyRaw.length === 0 ? nothing : html`<p class="quiet">${texts.onlyRaw(texts.joined(onlyRaw.map((name) => shownLine(name))))}</p>`}
      <button name="verdict" value="edit">${texts.changeReview}</button>
    </form>`;
}

function fieldLine(
  field: EditField,
  at: { readonly index: number; readonly call: CallView; readonly typed: TypedChange; readonly texts: Texts },
): Html {
  const { index, call, typed, texts } = at;
  const id = fieldId(index);
  const label = call.shown.find((shown) => shown.at === field.at);
  const problems = typed.problems.filter(({ name }) => name === field.name);
  const description = field.schema['description'];
  const emptied = field.control === 'choice' ? [] : [texts.mayBeEmpty];
  const hints = [...(field.required ? [texts.required] : emptied), ...boundsOf(field, texts)];
  const describedBy = `${id}-hint${problems.length === 0 ? '' : ` ${id}-problem`}`;
  const own = shownText(field.name, texts);
  return html`
      <div class="field">
        <label for="${id}">${label === undefined ? own : html`${label.label}${label.unit === undefined ? '' : ` (${label.unit})`} <span class="kind">${own}</span>`}</label>
        ${typeof description === 'string' ? html`<p class="quiet">${shownLine(description)}</p>` : nothing}
        ${problems.length === 0 ? nothing : html`<p class="problem" id="${id}-problem">${problems.map(({ problem }) => shownLine(problem)).join(' ')}</p>`}
        ${control(field, { id, describedBy, isWrong: problems.length > 0, value: typed.fields?.get(field.name) ?? field.value, texts })}
        <p class="quiet hint" id="${id}-hint">${hints.join(' · ')}</p>
      </div>`;
}

function control(
  { name, control, options, required }: EditField,
  at: {
    readonly id: string;
    readonly describedBy: string;
    readonly isWrong: boolean;
    readonly value: string;
    readonly texts: Texts;
  },
): Html {
  const invalid = at.isWrong ? html` aria-invalid="true"` : nothing;
  const given = html`id="${at.id}" name="${memberPrefix}${name}" aria-describedby="${at.describedBy}"${invalid}`;
  if (control === 'choice') {
    const isKnown = options.some((option) => JSON.stringify(option) === at.value);
    return html`<select ${given}>
          ${required && isKnown ? nothing : html`<option value=""${at.value === '' ? html` selected` : nothing}>${at.texts.leftOut}</option>`}
          ${options.map((option) => html`<option value="${JSON.stringify(option)}"${JSON.stringify(option) === at.value ? html` selected` : nothing}>${optionWords(option)}</option>`)}
        </select>`;
  }
  // The parser drops one line break after the tag: without this one it would drop the text's own.
  if (control === 'lines')
    return html`<textarea ${given} rows="4">
${at.value}</textarea>`;
  // Not type="number": a browser would send its own spelling of what was typed, or nothing.
  const numeric = control === 'number' ? html` inputmode="decimal"` : nothing;
  return html`<input type="text" ${given} value="${at.value}" autocomplete="off"${numeric}>`;
}

function optionWords(option: Json): string {
  return typeof option === 'string' ? shownLine(option) : JSON.stringify(option);
}

function rawForm(
  ticket: FormTicket,
  { typed, texts, isOpen }: { readonly typed: TypedChange; readonly texts: Texts; readonly isOpen: boolean },
): Html {
  const { input } = ticket.call;
  const problems = isOpen && typed.text !== undefined ? typed.problems : [];
  const text = typed.text ?? (input === undefined ? '' : spacedJson(input));
  const lines = Math.min(24, Math.max(5, text.split('\n').length + 1));
  const invalid = problems.length > 0 ? html` aria-invalid="true"` : nothing;
  return html`
    <details class="edit-raw"${isOpen ? html` open` : nothing}><summary>${texts.changeRaw}</summary>
      <form method="post" action="/verdict" class="edit">
        ${hiddenFields(ticket, { verdict: 'edit', step: 'review' })}
        <input type="hidden" name="comment" value="${typed.comment ?? ''}">
        <div class="field">
          <label for="edited">${texts.changeRaw}</label>
          <p class="quiet" id="edited-hint">${texts.changeRawHint}</p>
          ${problems.length === 0 ? nothing : html`<p class="problem" id="edited-problem">${problems.map(({ name, problem }) => shownLine(name === undefined ? problem : `${name}: ${problem}`)).join(' ')}</p>`}
          <textarea id="edited" name="edited" class="json" rows="${lines}" spellcheck="false" autocomplete="off" dir="ltr" aria-describedby="edited-hint${problems.length > 0 ? ' edited-problem' : ''}"${invalid}>
${text}</textarea>
        </div>
        <button name="verdict" value="edit">${texts.changeRawReview}</button>
      </form>
    </details>`;
}

/** The id of the field for the n-th member that has one. */
export function fieldId(index: number): string {
  return `field-${index}`;
}

/** What the schema allows, in words; what has none here is told when it is broken. */
function boundsOf({ control, schema }: EditField, texts: Texts): readonly string[] {
  const bound = (keyword: string, words: (amount: string) => string) =>
    typeof schema[keyword] === 'number' ? [words(JSON.stringify(schema[keyword]))] : [];
  const length = (keyword: string, words: (characters: number) => string) => {
    const value = schema[keyword];
    return typeof value === 'number' && value > 1 ? [words(value)] : [];
  };
  if (control === 'choice') return [];
  if (control !== 'number') return [...length('minLength', texts.shortest), ...length('maxLength', texts.longest)];
  return [
    schema['type'] === 'integer' ? texts.wholeNumber : texts.anyNumber,
    ...bound('minimum', texts.atLeastAmount),
    ...bound('exclusiveMinimum', texts.moreThanAmount),
    ...bound('maximum', texts.atMostAmount),
    ...bound('exclusiveMaximum', texts.lessThanAmount),
    ...bound('multipleOf', texts.multipleOf),
  ];
}
