import type { VerdictKind } from '../core/approval-entries.ts';
import { changesBetween } from '../core/changes.ts';
import { isApproving, isChoice } from '../core/quorum.ts';
import { readStrictJson } from '../core/strict-json.ts';
import type { CallView } from '../gate/views.ts';
import { approvalsSoFar } from './approvals-so-far.ts';
import { callFacts, digestLine, foldedArguments } from './call-facts.ts';
import { changeList } from './change-list.ts';
import { confirmForm, type Kept } from './decision-forms.ts';
import { withInput } from './edited-call.ts';
import { hiddenFields } from './form-ticket.ts';
import { type Html, html, nothing } from './markup.ts';
import { approverName, type OpenedLink } from './opened-link.ts';
import { pageDocument } from './page-document.ts';
import { questionParagraphs, sectionTitle } from './question-section.ts';
import type { Texts } from './texts/texts.ts';

/**
 * A call whose answer is to be given once more: `stale` when the form before was too old to count, `words-missing` when it had
 * none where words are the answer.
 */
export type Confirmation = OpenedLink & {
  readonly call: CallView;
  readonly kept: Kept;
  readonly because: 'review' | 'stale' | 'words-missing';
};

/** The second step: repeats what will happen before anything is recorded. */
export function confirmPage(confirmation: Confirmation, texts: Texts): Html {
  const { request, call, kept, because } = confirmation;
  const due = texts.instant(call.deadline);
  const { title, lead } = confirmWords(kept.verdict, texts);
  const wordsMissing = because === 'words-missing';
  return pageDocument(
    {
      title,
      gateLine: texts.gateLine(request),
      body: html`
        <h1>${title}</h1>
        ${because === 'stale' ? html`<p class="warning" role="status">${texts.staleNotice}</p>` : nothing}
        ${wordsMissing ? html`<p class="problems" role="alert"><a href="#comment">${texts.wordsMissing}</a></p>` : nothing}
        <p class="lead">${lead}</p>
        ${request.guard === 'unguarded' ? html`<p class="warning">${texts.unguarded}</p>` : nothing}
        <section class="call" aria-labelledby="call">
          <header>
            <h2 id="call">${sectionTitle(call, texts)}</h2>
            ${call.question === undefined ? html`<p class="effect ${call.effect}">${texts.effects[call.effect]}</p>` : nothing}
          </header>
          ${whatItIs(confirmation, texts)}
          <section class="decision" aria-labelledby="decision">
            <h3 id="decision">${texts.decision}</h3>
            <p>${texts.answerAs(approverName(request))}</p>
            <p class="who-acts">${whatHappens(call, { verdict: kept.verdict, texts })}</p>
            ${kept.verdict === 'approve' || call.question !== undefined ? approvalsSoFar(call, texts) : nothing}
            <p class="quiet">${texts.left(texts.timeLeft(request.now, call.deadline))}: ${texts.openUntil} <time datetime="${due.iso}">${due.words}</time></p>
            ${call.answerBy === 'code' ? html`<p class="quiet">${texts.mail.codeNeeded}</p>` : nothing}
            ${confirmForm(confirmation, { kept, texts, wordsMissing })}
            ${kept.edited === undefined ? nothing : changeAgain(confirmation, { kept, texts })}
          </section>
        </section>`,
    },
    texts,
  );
}

function whatItIs({ call, kept }: Confirmation, texts: Texts): Html {
  const reading = kept.edited === undefined ? undefined : readStrictJson(kept.edited);
  if (reading?.kind === 'ok' && call.input !== undefined) {
    const after = withInput(call, reading.value);
    return html`
          <h3>${texts.changesTitle}</h3>
          ${changeList(changesBetween(call.input, reading.value), { shown: call.shown, texts })}
          ${callFacts(after, texts)}
          ${foldedArguments(after, { ...texts, allArguments: texts.argumentsAfter })}
          <p class="quiet">${texts.changedCallNext}</p>`;
  }
  return html`
          ${call.question === undefined ? callFacts(call, texts) : questionParagraphs(call.question, { call, texts })}
          ${foldedArguments(call, texts)}
          ${digestLine(call, texts)}`;
}

function whatHappens(
  call: CallView,
  { verdict, texts }: { readonly verdict: VerdictKind; readonly texts: Texts },
): string {
  if (isChoice(verdict)) return call.question === undefined ? '' : texts.question.means(verdict, call.question);
  return isApproving(verdict) ? texts.whoActs[call.whoActs] : texts.recordedLead[verdict][call.whoActs];
}

/** Back to the form of the change, with the text that stands here. */
function changeAgain(
  confirmation: Confirmation,
  { kept, texts }: { readonly kept: Kept; readonly texts: Texts },
): Html {
  return html`
            <form method="post" action="/verdict" class="again">
              ${hiddenFields(confirmation, { verdict: 'edit', step: 'change' })}
              <input type="hidden" name="comment" value="${kept.comment ?? ''}">
              <input type="hidden" name="edited" value="${kept.edited ?? ''}">
              <button name="verdict" value="edit">${texts.changeAgain}</button>
            </form>`;
}

function confirmWords(verdict: VerdictKind, texts: Texts): { readonly title: string; readonly lead: string } {
  if (isChoice(verdict)) return { title: texts.question.confirmTitle[verdict], lead: texts.question.confirmLead };
  return { title: texts.confirmTitle[verdict], lead: texts.confirmLead[verdict] };
}
