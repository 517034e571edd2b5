import type { CallView } from '../gate/views.ts';
import { callArguments, callFacts, digestLine } from './call-facts.ts';
import { confirmForm } from './decision-forms.ts';
import { type Html, html, nothing } from './markup.ts';
import { approverName, type OpenedLink } from './opened-link.ts';
import { pageDocument } from './page-document.ts';
import type { Texts } from './texts-en.ts';
import { spellInstant, timeLeft } from './time-words.ts';
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
  const due = spellInstant(call.deadline);
  const title = texts.confirmTitle[kept.verdict];
  return pageDocument(
    {
      title,
      gateLine: texts.gateLine(request),
      body: html`
        <h1>${title}</h1>
        ${confirmation.because === 'stale' ? html`<p class="warning" role="status">${texts.staleNotice}</p>` : nothing}
        <p class="lead">${texts.confirmLead[kept.verdict]}</p>
        ${request.guard === 'unguarded' ? html`<p class="warning">${texts.unguarded}</p>` : nothing}
        <section class="call" aria-labelledby="call">
          <header>
            <h2 id="call"><code>${call.tool}</code></h2>
            <p class="effect ${call.effect}">${texts.effects[call.effect]}</p>
          </header>
          ${callFacts(call, texts)}
          <details class="fold-arguments"><summary>${texts.allArguments}</summary>${callArguments(call, texts)}</details>
          ${digestLine(call, texts)}
          <section class="decision" aria-labelledby="decision">
            <h3 id="decision">${texts.decision}</h3>
            <p>${texts.answerAs(approverName(request))}</p>
            ${kept.verdict === 'approve' ? html`<p class="who-acts">${texts.whoActs[call.whoActs]}</p>` : nothing}
            <p class="quiet">${texts.left(timeLeft(request.now, call.deadline))}: ${texts.openUntil} <time datetime="${due.iso}">${due.words}</time></p>
            ${confirmForm({ linkSecret, call, now }, { ...kept, texts })}
          </section>
        </section>`,
    },
    texts,
  );
}
