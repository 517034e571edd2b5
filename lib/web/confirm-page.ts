import type { VerdictKind } from '../core/approval-entries.ts';
import { isChoice } from '../core/quorum.ts';
import type { CallView } from '../gate/views.ts';
import { callFacts, digestLine, foldedArguments } from './call-facts.ts';
import { confirmForm } from './decision-forms.ts';
import { type Html, html, nothing } from './markup.ts';
import { approverName, type OpenedLink } from './opened-link.ts';
import { pageDocument } from './page-document.ts';
import { questionParagraphs, sectionTitle } from './question-section.ts';
import type { Texts } from './texts/texts.ts';
import type { VerdictForm } from './verdict-form.ts';

/** A call whose answer is to be given once more; `stale` when the form before was too old to count. */
export type Confirmation = OpenedLink & {
  readonly call: CallView;
  readonly kept: Pick<VerdictForm, 'verdict' | 'comment'>;
  readonly because: 'review' | 'stale';
};

/** The second step: repeats what will happen before anything is recorded. */
export function confirmPage(confirmation: Confirmation, texts: Texts): Html {
  const { request, call, kept, linkSecret, now } = confirmation;
  const due = texts.instant(call.deadline);
  const { title, lead } = confirmWords(kept.verdict, texts);
  return pageDocument(
    {
      title,
      gateLine: texts.gateLine(request),
      body: html`
        <h1>${title}</h1>
        ${confirmation.because === 'stale' ? html`<p class="warning" role="status">${texts.staleNotice}</p>` : nothing}
        <p class="lead">${lead}</p>
        ${request.guard === 'unguarded' ? html`<p class="warning">${texts.unguarded}</p>` : nothing}
        <section class="call" aria-labelledby="call">
          <header>
            <h2 id="call">${sectionTitle(call, texts)}</h2>
            ${call.question === undefined ? html`<p class="effect ${call.effect}">${texts.effects[call.effect]}</p>` : nothing}
          </header>
          ${call.question === undefined ? callFacts(call, texts) : questionParagraphs(call.question, { call, texts })}
          ${foldedArguments(call, texts)}
          ${digestLine(call, texts)}
          <section class="decision" aria-labelledby="decision">
            <h3 id="decision">${texts.decision}</h3>
            <p>${texts.answerAs(approverName(request))}</p>
            ${call.question !== undefined && isChoice(kept.verdict) ? html`<p class="who-acts">${texts.question.means(kept.verdict, call.question)}</p>` : nothing}
            ${kept.verdict === 'approve' ? html`<p class="who-acts">${texts.whoActs[call.whoActs]}</p>` : nothing}
            <p class="quiet">${texts.left(texts.timeLeft(request.now, call.deadline))}: ${texts.openUntil} <time datetime="${due.iso}">${due.words}</time></p>
            ${confirmForm({ linkSecret, request, call, now }, { ...kept, texts })}
          </section>
        </section>`,
    },
    texts,
  );
}

function confirmWords(verdict: VerdictKind, texts: Texts): { readonly title: string; readonly lead: string } {
  if (isChoice(verdict)) return { title: texts.question.confirmTitle[verdict], lead: texts.question.confirmLead };
  return { title: texts.confirmTitle[verdict], lead: texts.confirmLead[verdict] };
}
