import type { VerdictKind } from '../core/approval-entries.ts';
import { isChoice } from '../core/quorum.ts';
import type { CallView, RequestView } from '../gate/views.ts';
import { placeText } from './form-place.ts';
import { type Html, html, nothing } from './markup.ts';
import { issueNonce, type NoncePurpose } from './nonce.ts';
import { canBeAnswered, canBeApproved, linkPath } from './opened-link.ts';
import type { Texts } from './texts/texts.ts';
import { maxCommentLength, type VerdictForm } from './verdict-form.ts';

/** What a form has to carry back so that it is believed to be the page's own. */
export interface FormTicket {
  readonly linkSecret: string;
  readonly request: RequestView;
  readonly call: CallView;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Both ways to answer one call, side by side and equally loud; an approval that was given can still be taken back. */
export function decisionForms(ticket: FormTicket, texts: Texts): Html {
  if (ticket.call.question !== undefined) return choiceForms(ticket, texts);
  const field = `reason-${ticket.call.toolUseId}`;
  return html`
    <div class="choices">
      ${canBeApproved(ticket.call) && ticket.call.yours !== 'approve' ? approveForm(ticket, texts) : nothing}
      <form method="post" action="/verdict" class="choice">
        ${hiddenFields(ticket, { purpose: 'confirm-reject', step: 'confirm' })}
        <label for="${field}">${texts.reasonLabel}</label>
        <textarea id="${field}" name="comment" rows="3" maxlength="${maxCommentLength}" aria-describedby="${field}-hint"></textarea>
        <p class="quiet" id="${field}-hint">${texts.reasonHint}</p>
        <button name="verdict" value="reject">${texts.reject}</button>
      </form>
    </div>`;
}

function approveForm(ticket: FormTicket, texts: Texts): Html {
  return html`
      <form method="post" action="/verdict" class="choice">
        ${hiddenFields(ticket, { purpose: 'review-approve', step: 'review' })}
        <input type="hidden" name="comment" value="">
        <p class="label">${texts.approveLabel}</p>
        <p class="quiet">${texts.approveLead}</p>
        <button name="verdict" value="approve">${texts.approveReview}</button>
      </form>`;
}

// One button per choice, equally loud, and each leads to the second step.
function choiceForms(ticket: FormTicket, texts: Texts): Html {
  const { question } = ticket.call;
  if (question === undefined) return nothing;
  const open = question.choices.filter((choice) => canBeAnswered(ticket.call, choice) && ticket.call.yours !== choice);
  return html`
    <div class="choices">
      ${open.map(
        (choice) => html`
      <form method="post" action="/verdict" class="choice">
        ${hiddenFields(ticket, { purpose: `review-${choice}`, step: 'review' })}
        <input type="hidden" name="comment" value="">
        <p class="quiet">${texts.question.means(choice, question)}</p>
        <button name="verdict" value="${choice}">${texts.question.buttons[choice]}</button>
      </form>`,
      )}
    </div>`;
}

/** The second step, with what was typed before kept. */
export function confirmForm(
  ticket: FormTicket,
  kept: Pick<VerdictForm, 'verdict' | 'comment'> & { readonly texts: Texts },
): Html {
  const { texts } = kept;
  const { verdict } = kept;
  const words = confirmWords(verdict, texts);
  return html`
    <form method="post" action="/verdict" class="choice">
      ${hiddenFields(ticket, { purpose: `confirm-${verdict}`, step: 'confirm' })}
      <label for="comment">${words.label}</label>
      ${textarea(kept.comment)}
      <div class="buttons">
        <button name="verdict" value="${kept.verdict}">${words.yes}</button>
        <a class="back" href="${linkPath(ticket.linkSecret)}">${texts.goBack}</a>
      </div>
    </form>`;
}

function confirmWords(verdict: VerdictKind, texts: Texts): { readonly label: string; readonly yes: string } {
  if (isChoice(verdict)) return { label: texts.question.commentLabel, yes: texts.question.confirm[verdict] };
  return { label: verdict === 'reject' ? texts.reasonLabel : texts.commentLabel, yes: texts.confirm[verdict] };
}

// Each verdict's nonce is its own, so that one page's form cannot be turned into the other answer.
function hiddenFields(
  ticket: FormTicket,
  form: { readonly purpose: NoncePurpose; readonly step: VerdictForm['step'] },
): Html {
  const { toolUseId, digest } = ticket.call;
  const nonce = issueNonce({ linkSecret: ticket.linkSecret, toolUseId, digest, purpose: form.purpose }, ticket.now);
  return html`
    <input type="hidden" name="link" value="${ticket.linkSecret}">
    <input type="hidden" name="call" value="${toolUseId}">
    <input type="hidden" name="step" value="${form.step}">
    <input type="hidden" name="digest" value="${digest}">
    <input type="hidden" name="nonce" value="${nonce}">
    <input type="hidden" name="place" value="${placeText(ticket.request, ticket.call)}">`;
}

function textarea(comment: string | undefined): Html {
  // The parser drops one line break after the tag: without this one it would drop the comment's own.
  return html`<textarea id="comment" name="comment" rows="3" maxlength="${maxCommentLength}">
${comment ?? ''}</textarea>`;
}
