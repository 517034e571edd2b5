import type { VerdictKind } from '../core/approval-entries.ts';
import { isChoice } from '../core/quorum.ts';
import { type FormTicket, hiddenFields } from './form-ticket.ts';
import { type Html, html, nothing } from './markup.ts';
import { canBeAnswered, linkPath } from './opened-link.ts';
import type { Texts } from './texts/texts.ts';
import { maxCommentLength, type VerdictForm } from './verdict-form.ts';

/** Every answer that can be given to one call, each equally loud, and each leads to a second step; a change to its own page. */
export function decisionForms(ticket: FormTicket, texts: Texts): Html {
  const { call } = ticket;
  const verdicts = call.question?.choices ?? onPage;
  const open = verdicts.filter(
    (verdict) => canBeAnswered(call, verdict) && (call.yours !== verdict || verdict === 'edit'),
  );
  return html`
    <p class="quiet">${texts.nothingYet}</p>
    <div class="choices">${open.map((verdict) => choiceForm(ticket, { verdict, texts }))}</div>`;
}

/** Yes and no stand side by side, what takes typing below them. */
const onPage = ['approve', 'answer', 'reject', 'edit', 'revise'] as const satisfies readonly VerdictKind[];

function choiceForm(
  ticket: FormTicket,
  { verdict, texts }: { readonly verdict: VerdictKind; readonly texts: Texts },
): Html {
  const { lead, button } = choiceWords(ticket, { verdict, texts });
  const { toolUseId } = ticket.call;
  const label = `way-${verdict}-${toolUseId}`;
  if (verdict === 'edit') {
    return html`
      <form method="get" action="${linkPath(ticket.linkSecret)}" class="choice">
        <p id="${label}">${lead}</p>
        <button name="edit" value="${toolUseId}" aria-describedby="${label}">${button}</button>
      </form>`;
  }
  return html`
      <form method="post" action="/verdict" class="choice ${verdict}">
        ${hiddenFields(ticket, { verdict, step: 'review' })}
        <input type="hidden" name="comment" value="">
        <p id="${label}">${lead}</p>
        <button name="verdict" value="${verdict}" aria-describedby="${label}">${button}</button>
      </form>`;
}

function choiceWords(
  { call }: FormTicket,
  { verdict, texts }: { readonly verdict: VerdictKind; readonly texts: Texts },
): { readonly lead: string; readonly button: string } {
  // What was asked is no deed that could be turned down.
  if (verdict === 'reject' && call.offers.includes('answer')) return texts.ways.decline;
  if (!isChoice(verdict)) return texts.ways[verdict];
  const lead = call.question === undefined ? '' : texts.question.means(verdict, call.question);
  return { lead, button: texts.question.buttons[verdict] };
}

/** What the second step repeats: the answer, the words that go with it, and of a change the text that was shown. */
export type Kept = Pick<VerdictForm, 'verdict' | 'comment'> & { readonly edited?: string };

/** The second step, with what was typed before kept; `wordsMissing` where words are needed and there were none. */
export function confirmForm(
  ticket: FormTicket,
  {
    kept,
    texts,
    wordsMissing = false,
  }: { readonly kept: Kept; readonly texts: Texts; readonly wordsMissing?: boolean },
): Html {
  const { verdict, comment, edited } = kept;
  const words = confirmWords(verdict, texts);
  const described = [...(words.hint === '' ? [] : ['comment-hint']), ...(wordsMissing ? ['comment-problem'] : [])];
  return html`
    <form method="post" action="/verdict" class="choice ${verdict}">
      ${hiddenFields(ticket, { verdict, step: 'confirm', ...(edited === undefined ? {} : { edited }) })}
      ${edited === undefined ? nothing : html`<input type="hidden" name="edited" value="${edited}">`}
      <label for="comment">${words.label}</label>
      ${wordsMissing ? html`<p class="problem" id="comment-problem">${texts.wordsMissing}</p>` : nothing}
      ${textarea(comment, { described: described.join(' '), wordsMissing, rows: verdict === 'answer' ? 6 : 3 })}
      ${words.hint === '' ? nothing : html`<p class="quiet" id="comment-hint">${words.hint}</p>`}
      <div class="buttons">
        <button name="verdict" value="${verdict}" class="sure">${words.yes}</button>
        <a class="back" href="${linkPath(ticket.linkSecret)}">${texts.goBack}</a>
      </div>
    </form>`;
}

function confirmWords(
  verdict: VerdictKind,
  texts: Texts,
): { readonly label: string; readonly hint: string; readonly yes: string } {
  if (isChoice(verdict)) return { label: texts.question.commentLabel, hint: '', yes: texts.question.confirm[verdict] };
  const hint = verdict === 'approve' || verdict === 'edit' ? '' : texts.wordsHint[verdict];
  return { label: texts.wordsLabel[verdict], hint, yes: texts.confirm[verdict] };
}

function textarea(
  comment: string | undefined,
  field: { readonly described: string; readonly wordsMissing: boolean; readonly rows: number },
): Html {
  const describedBy = field.described === '' ? nothing : html` aria-describedby="${field.described}"`;
  const invalid = field.wordsMissing ? html` aria-invalid="true"` : nothing;
  // The parser drops one line break after the tag: without this one it would drop the comment's own.
  return html`<textarea id="comment" name="comment" rows="${field.rows}" maxlength="${maxCommentLength}"${describedBy}${invalid}>
${comment ?? ''}</textarea>`;
}
