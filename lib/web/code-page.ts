import type { CodeSent } from '../gate/send-code.ts';
import type { CallView } from '../gate/views.ts';
import { digestLine } from './call-facts.ts';
import { hiddenFields } from './form-ticket.ts';
import { type Html, html, nothing } from './markup.ts';
import { approverName, linkPath, type OpenedLink } from './opened-link.ts';
import { pageDocument } from './page-document.ts';
import { sectionTitle } from './question-section.ts';
import type { Texts } from './texts/texts.ts';
import type { VerdictForm } from './verdict-form.ts';

/** An answer that counts once the code from the approver's mailbox stands beside it. */
export type CodeDemand = OpenedLink & {
  readonly call: CallView;
  readonly kept: Pick<VerdictForm, 'verdict' | 'comment'> & { readonly edited?: string | undefined };
  readonly because: CodeSent | { readonly kind: 'wrong'; readonly triesLeft: number } | { readonly kind: 'over' };
};

/** The step behind the last one: the same answer once more, with room for six digits. */
export function codePage(demand: CodeDemand, texts: Texts): Html {
  const { request, call, because, linkSecret } = demand;
  const words = texts.codePage;
  const problem = problemOf(because, texts);
  return pageDocument(
    {
      title: words.title,
      gateLine: texts.gateLine(request),
      body: html`
        <h1>${words.title}</h1>
        ${problem === undefined ? nothing : html`<p class="problems" role="alert"><a href="#code">${problem}</a></p>`}
        ${because.kind === 'sent' ? html`<p class="lead" role="status">${words.lead(approverName(request))} ${words.goodUntil(texts.instant(because.validUntil).words)}</p>` : nothing}
        <section class="call" aria-labelledby="call">
          <header><h2 id="call">${sectionTitle(call, texts)}</h2></header>
          ${digestLine(call, texts)}
          ${because.kind === 'over' || because.kind === 'not-sent' ? nothing : codeForm(demand, texts)}
          ${anotherForm(demand, texts)}
          <p><a class="back" href="${linkPath(linkSecret)}">${texts.goBack}</a></p>
        </section>`,
    },
    texts,
  );
}

function problemOf(because: CodeDemand['because'], texts: Texts): string | undefined {
  const words = texts.codePage;
  switch (because.kind) {
    case 'sent':
    case 'needless':
      return undefined;
    case 'wrong':
      return words.wrong(because.triesLeft);
    case 'over':
      return words.over;
    case 'too-many':
      return words.tooMany;
    case 'not-sent':
      return words.notSent;
  }
}

function codeForm(demand: CodeDemand, texts: Texts): Html {
  const { kept } = demand;
  const words = texts.codePage;
  return html`
          <form method="post" action="/verdict" class="choice">
            ${answerFields(demand, 'code')}
            <label for="code">${words.label}</label>
            <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required aria-describedby="code-hint">
            <p class="quiet" id="code-hint">${words.hint}</p>
            <button name="verdict" value="${kept.verdict}" class="sure">${words.send}</button>
          </form>`;
}

// What was confirmed is sent once more as it was: then the gate sends another code for it.
function anotherForm(demand: CodeDemand, texts: Texts): Html {
  return html`
          <form method="post" action="/verdict" class="again">
            ${answerFields(demand, 'confirm')}
            <button name="verdict" value="${demand.kept.verdict}">${texts.codePage.sendAnother}</button>
          </form>`;
}

function answerFields(demand: CodeDemand, step: 'code' | 'confirm'): Html {
  const { verdict, comment, edited } = demand.kept;
  return html`${hiddenFields(demand, { verdict, step, ...(edited === undefined ? {} : { edited }) })}
            <input type="hidden" name="comment" value="${comment ?? ''}">
            ${edited === undefined ? nothing : html`<input type="hidden" name="edited" value="${edited}">`}`;
}
