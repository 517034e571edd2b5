import type { VerdictKind } from '../core/approval-entries.ts';

/** The fields of the page's own forms; each must be there exactly once, and nothing else may be. */
const fieldNames = ['link', 'call', 'verdict', 'step', 'comment', 'digest', 'nonce', 'place'] as const;
type FieldName = (typeof fieldNames)[number];

/** A POST whose every field was there once and had a value that the page's own forms can have. */
export interface VerdictForm {
  readonly link: string;
  readonly call: string;
  readonly verdict: VerdictKind;
  readonly step: 'review' | 'confirm';
  /** In the person's own words; absent when the field was left empty. */
  readonly comment: string | undefined;
  readonly digest: string;
  readonly nonce: string;
  /** Where the call is kept, as the form says it; never believed. */
  readonly place: string;
}

export type FormReading =
  | { readonly kind: 'form'; readonly form: VerdictForm }
  | { readonly kind: 'refused'; readonly problem: string };

/** Bytes of a whole body: 4,000 characters that urlencoding makes nine bytes each, as it does with Japanese, and the other fields. */
export const maxBodyBytes = 48 * 1024;

/** Characters of a comment, as a browser's maxlength counts them. */
export const maxCommentLength = 4000;

/**
 * Reads an urlencoded body strictly: whoever sends something else than the page's own form gets nothing recorded, and
 * no value is repaired into one that decides.
 */
export function readVerdictForm(body: string): FormReading {
  const fields = new Map<string, string>();
  for (const part of body === '' ? [] : body.split('&')) {
    const pair = decodePair(part);
    if (pair === undefined) return refused('One part of the form is not valid urlencoded UTF-8.');
    const [name, value] = pair;
    if (!isFieldName(name)) return refused(`The form has a field that this page does not know: ${quote(name)}.`);
    if (fields.has(name)) return refused(`The field "${name}" is there more than once.`);
    fields.set(name, value);
  }
  for (const name of fieldNames) {
    const value = fields.get(name);
    if (value === undefined) return refused(`The field "${name}" is missing.`);
    if (value === '' && name !== 'comment') return refused(`The field "${name}" is empty.`);
  }
  return readFields((name) => fields.get(name) ?? '');
}

function readFields(field: (name: FieldName) => string): FormReading {
  const verdict = field('verdict');
  if (!isVerdict(verdict)) {
    return refused(`The verdict must be "approve" or "reject", or one of the choices shown, but is ${quote(verdict)}.`);
  }
  const step = field('step');
  if (step !== 'review' && step !== 'confirm') {
    return refused(`The step must be "review" or "confirm", but is ${quote(step)}.`);
  }
  if (verdict === 'reject' && step === 'review') return refused('A rejection has one step only, "confirm".');
  // Browsers send line ends as CR LF and count them as one character.
  const comment = field('comment').replaceAll('\r\n', '\n');
  if (comment.length > maxCommentLength) {
    return refused(`The comment has ${comment.length} characters; at most ${maxCommentLength} are possible.`);
  }
  return {
    kind: 'form',
    form: {
      link: field('link'),
      call: field('call'),
      verdict,
      step,
      comment: comment.trim() === '' ? undefined : comment,
      digest: field('digest'),
      nonce: field('nonce'),
      place: field('place'),
    },
  };
}

function decodePair(part: string): readonly [string, string] | undefined {
  const at = part.indexOf('=');
  if (at === -1) return undefined;
  try {
    return [decode(part.slice(0, at)), decode(part.slice(at + 1))];
  } catch {
    return undefined;
  }
}

// Throws on broken escapes and on bytes that are not UTF-8, where URLSearchParams would put U+FFFD and go on.
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

const verdictKinds = ['approve', 'reject', 'continue', 'restart', 'end'] as const satisfies readonly VerdictKind[];

function isVerdict(text: string): text is VerdictKind {
  return verdictKinds.some((known) => known === text);
}

function isFieldName(name: string): name is FieldName {
  return fieldNames.some((known) => known === name);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

function refused(problem: string): FormReading {
  return { kind: 'refused', problem };
}
