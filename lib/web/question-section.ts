import type { CallView, QuestionView } from '../gate/views.ts';
import { type Html, html } from './markup.ts';
import type { Texts } from './texts-en.ts';

/** What is asked about the run, in one sentence. */
export function questionWords(
  question: QuestionView,
  { call, texts }: { readonly call: CallView; readonly texts: Texts },
): string {
  return texts.question.asked(question, { ...numberOf(call, 'used'), ...numberOf(call, 'allowed') });
}

/** The name over a section: a tool's as code, a question's in words. */
export function sectionTitle({ tool, question }: CallView, texts: Texts): Html {
  return question === undefined ? html`<code>${tool}</code>` : html`${texts.question.title}`;
}

function numberOf(
  { input }: CallView,
  name: 'used' | 'allowed',
): { readonly used?: number; readonly allowed?: number } {
  if (typeof input !== 'object' || input === null) return {};
  const value = new Map(Object.entries(input)).get(name);
  return typeof value === 'number' ? { [name]: value } : {};
}
