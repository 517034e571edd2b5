import type { VerdictKind } from '../core/approval-entries.ts';
import { changeOf, memberPrefix, type SentChange } from './sent-change.ts';

/** The fields of every form of the page; each must be there exactly once. */
const fieldNames = ['link', 'call', 'verdict', 'step', 'comment', 'digest', 'nonce', 'place'] as const;
type FieldName = (typeof fieldNames)[number];

/**
 * `review` asks for the second step, `confirm` decides, `change` goes back to the form of a change; `code` decides where the
 * confirmed answer alone was not sure enough.
 */
export type FormStep = 'review' | 'confirm' | 'change' | 'code';

/** A POST whose every field was there once and had a value that the page's own forms can have. */
export interface VerdictForm {
  readonly link: string;
  readonly call: string;
  readonly verdict: VerdictKind;
  readonly step: FormStep;
  /** In the person's own words; absent when the field was left empty. */
  readonly comment: string | undefined;
  readonly digest: string;
  readonly nonce: string;
  /** Where the call is kept, as the form says it; never believed. */
  readonly place: string;
  /** Of `edit` always, and of nothing else. */
  readonly change?: SentChange;
  /** As it was typed; with the step `code` always, and with no other. */
  readonly code?: string;
}

export type FormReading =
  | { readonly kind: 'form'; readonly form: VerdictForm }
  | { readonly kind: 'refused'; readonly problem: string };

/**
 * Bytes of a whole body: arguments as large as the strict reader takes, each byte as three, the comment's 4,000 characters that
 * urlencoding makes nine bytes each, as it does with Japanese, and the other fields.
 */
export const maxBodyBytes = 832 * 1024;

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
    if (!isKnown(name)) return refused(`The form has a field that this page does not know: ${quote(name)}.`);
    if (fields.has(name)) return refused(`The field ${quote(name)} is there more than once.`);
    fields.set(name, value);
  }
  for (const name of fieldNames) {
    const value = fields.get(name);
    if (value === undefined) return refused(`The field "${name}" is missing.`);
    if (value === '' && name !== 'comment') return refused(`The field "${name}" is empty.`);
  }
  return readFields(fields);
}

function readFields(fields: ReadonlyMap<string, string>): FormReading {
  const field = (name: FieldName) => fields.get(name) ?? '';
  const verdict = field('verdict');
  if (!isVerdict(verdict)) return refused(`The verdict must be one that the page offers, but is ${quote(verdict)}.`);
  const step = field('step');
  if (!isStep(step)) return refused(`The step must be "review", "confirm", "change" or "code", but is ${quote(step)}.`);
  const change = changeOf(fields);
  if (verdict === 'edit' ? change === undefined : change !== undefined || step === 'change') {
    return refused('Changed arguments come with the verdict "edit", and with no other.');
  }
  const code = fields.get('code');
  if ((step === 'code') !== (code !== undefined))
    return refused('A code comes with the step "code", and with no other.');
  // What decides is the one text that was shown.
  if (change?.kind === 'members' && step !== 'review') return refused('A change is confirmed as one text.');
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
      ...(change === undefined ? {} : { change }),
      ...(code === undefined ? {} : { code }),
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

/** Every answer that a form can name. */
export const verdictKinds = [
  'approve',
  'edit',
  'reject',
  'revise',
  'answer',
  'continue',
  'restart',
  'end',
] as const satisfies readonly VerdictKind[];

function isVerdict(text: string): text is VerdictKind {
  return verdictKinds.some((known) => known === text);
}

function isStep(text: string): text is FormStep {
  return text === 'review' || text === 'confirm' || text === 'change' || text === 'code';
}

function isKnown(name: string): boolean {
  return (
    fieldNames.some((known) => known === name) || name === 'edited' || name === 'code' || name.startsWith(memberPrefix)
  );
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

function refused(problem: string): FormReading {
  return { kind: 'refused', problem };
}
