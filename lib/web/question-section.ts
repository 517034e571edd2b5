import type { CallView, QuestionView } from '../gate/views.ts';
import { type Html, html } from './markup.ts';
import type { Texts } from './texts/texts.ts';
import type { CapNumbers } from './texts/words.ts';

/** What is asked about the run, in a sentence or two: why, and since when. */
export function questionWords(
  question: QuestionView,
  { call, texts }: { readonly call: CallView; readonly texts: Texts },
): readonly string[] {
  const since = recorded(call).get('since');
  return [
    texts.question.asked(question, numbersOf(call)),
    ...(typeof since === 'string' ? [texts.question.since(question, texts.instant(since).words)] : []),
  ];
}

export function questionParagraphs(...asked: Parameters<typeof questionWords>): Html {
  const [why = '', ...more] = questionWords(...asked);
  return html`<p class="question">${why}</p>${more.map((words) => html`<p class="quiet">${words}</p>`)}`;
}

/** The name over a section: a tool's as code, a question's in words. */
export function sectionTitle({ tool, question }: CallView, texts: Texts): Html {
  return question === undefined ? html`<code>${tool}</code>` : html`${texts.question.title}`;
}

function numbersOf(call: CallView): CapNumbers | undefined {
  const [used, allowed] = ['used', 'allowed'].map((name) => recorded(call).get(name));
  return typeof used === 'number' && typeof allowed === 'number' ? { used, allowed } : undefined;
}

function recorded({ input }: CallView): ReadonlyMap<string, unknown> {
  return new Map(typeof input === 'object' && input !== null ? Object.entries(input) : []);
}
