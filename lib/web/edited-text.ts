import { canonicalJson, type Json, type JsonObject } from '../core/canonical-json.ts';
import { misfits } from '../core/json-schema.ts';
import { worded } from '../core/problem.ts';
import { readStrictJson } from '../core/strict-json.ts';
import { visibleText } from '../core/visible-text.ts';
import type { CallView } from '../gate/views.ts';
import { type EditField, editableInput, isObject } from './edit-fields.ts';
import type { Texts } from './texts/texts.ts';

/** Why a change cannot be used; `name` is that of the field at fault, absent where no single one is. */
export interface EditProblem {
  readonly name?: string;
  readonly problem: string;
}

/** What was typed, as the one JSON text that is sent, or why it is none. */
export type EditReading =
  | { readonly kind: 'text'; readonly text: string; readonly value: Json }
  | { readonly kind: 'problems'; readonly problems: readonly EditProblem[] };

/** The whole arguments as JSON for people: spaced, and every character that would not be seen as its code. */
export function spacedJson(value: Json): string {
  const spaced = JSON.stringify(value, null, 2);
  return visibleText(spaced)
    .map((piece) => (piece.kind === 'text' ? piece.text : escaped(piece.codePoint)))
    .join('');
}

/**
 * Makes one JSON text of the fields. What was not touched is written as it is stored, byte for byte; a number is written as it
 * was typed, so that the strict reader sees it; a field that was emptied is left out where it may be.
 */
export function textOfFields(call: CallView, { typed, texts }: Typed): EditReading {
  const { input } = call;
  if (input === undefined || !isObject(input)) return { kind: 'problems', problems: [] };
  const { fields } = editableInput(call);
  const written = new Map(Object.entries(input).map(([name, value]) => [name, canonicalJson(value)]));
  const problems: EditProblem[] = [];
  for (const field of fields) {
    const text = typed.get(field.name);
    if (text === undefined || unixLines(text) === unixLines(field.value)) continue;
    const member = memberText(field, text);
    if (member === 'no number') problems.push({ name: field.name, problem: texts.notANumber(text.slice(0, 80)) });
    else if (member === undefined) written.delete(field.name);
    else written.set(field.name, member);
  }
  if (problems.length > 0) return { kind: 'problems', problems };
  const members = [...written].map(([name, text]) => `  ${JSON.stringify(name)}: ${text}`);
  return readEditedText(call, { text: `{\n${members.join(',\n')}\n}`, texts });
}

/**
 * What the fields hold once a text was typed or made: each member of it, a number as it stands there. `undefined` where the text
 * says something that the fields cannot show, so that only the text itself can be shown again.
 */
export function fieldsOfText(
  { input, inputSchema }: Pick<CallView, 'input' | 'inputSchema'>,
  text: string,
): ReadonlyMap<string, string> | undefined {
  const reading = readStrictJson(text);
  if (reading.kind === 'refused' || !isObject(reading.value) || input === undefined || !isObject(input))
    return undefined;
  const { value } = reading;
  const now = editableInput({ input: value, ...(inputSchema === undefined ? {} : { inputSchema }) });
  const before = editableInput({ input, ...(inputSchema === undefined ? {} : { inputSchema }) });
  const isUntouched = (name: string) => canonicalJson([value[name] ?? null]) === canonicalJson([input[name] ?? null]);
  const isSame = now.fields.length === before.fields.length && now.onlyRaw.every(isUntouched);
  return isSame ? new Map(now.fields.map((field) => [field.name, asTyped(field, text)])) : undefined;
}

function asTyped({ name, control, value }: EditField, text: string): string {
  if (control !== 'number' || value === '') return value;
  const place = text.split(`${JSON.stringify(name)}: `)[1] ?? '';
  const number = /^[-0-9.eE+]+/u.exec(place)?.[0];
  return number !== undefined && Number(number) === Number(value) ? number : value;
}

export interface Typed {
  /** By the names of the fields. */
  readonly typed: ReadonlyMap<string, string>;
  readonly texts: Texts;
}

/** Reads a typed JSON text as the gate will, and holds it to the tool's schema. The rules come later, when it is sent. */
export function readEditedText(
  { input, inputSchema }: Pick<CallView, 'input' | 'inputSchema'>,
  { text, texts }: { readonly text: string; readonly texts: Texts },
): EditReading {
  // The strict reader takes an empty text for no arguments, as the harness writes them: from a person it is a slip.
  const reading = readStrictJson(text.trim() === '' ? ' ' : text);
  if (reading.kind === 'refused') {
    return { kind: 'problems', problems: [{ problem: texts.unreadable(reading.place, reading.why) }] };
  }
  const { value } = reading;
  if (input !== undefined && canonicalJson(value) === canonicalJson(input)) {
    return { kind: 'problems', problems: [{ problem: texts.unchanged }] };
  }
  const wrong = inputSchema === undefined ? [] : misfits(inputSchema, value);
  if (wrong.length === 0) return { kind: 'text', text, value };
  return {
    kind: 'problems',
    problems: wrong.map(({ path, why }) => problemAt(path, { problem: worded(texts.problems, why), inputSchema })),
  };
}

function problemAt(
  path: string,
  { problem, inputSchema }: { readonly problem: string; readonly inputSchema: JsonObject | undefined },
): EditProblem {
  const properties = inputSchema?.['properties'];
  const names = properties !== undefined && isObject(properties) ? Object.keys(properties) : [];
  const [, first] = path.split('/');
  const name = names.find((one) => one.replaceAll('~', '~0').replaceAll('/', '~1') === first);
  return name === undefined ? { problem: path === '' ? problem : `${path}: ${problem}` } : { name, problem };
}

/** A member as JSON; `undefined` where it is to be left out. */
function memberText({ control, required, options }: EditField, typed: string): string | 'no number' | undefined {
  const isEmpty = typed === '';
  if (control === 'choice')
    return isEmpty ? undefined : options.map((one) => JSON.stringify(one)).find((one) => one === typed);
  if (isEmpty && !required) return undefined;
  if (control !== 'number') return JSON.stringify(unixLines(typed));
  const number = typed.trim();
  const reading = readStrictJson(number === '' ? ' ' : number);
  // What is a number and cannot be kept as one is told by the reader of the whole text.
  return /^-?[0-9.eE+-]+$/u.test(number) && (reading.kind === 'refused' || typeof reading.value === 'number')
    ? number
    : 'no number';
}

// Browsers send every line end as CR LF, whatever stood in the page.
function unixLines(text: string): string {
  return text.replaceAll(/\r\n?/gu, '\n');
}

function escaped(codePoint: number): string {
  return [...String.fromCodePoint(codePoint)]
    .flatMap((one) => one.split(''))
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
