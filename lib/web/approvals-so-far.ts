import { isVeto } from '../core/quorum.ts';
import type { CallView } from '../gate/views.ts';
import { approvalsOf } from './call-state.ts';
import { type Html, html, nothing } from './markup.ts';
import { shownLine } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';

/** Where one approval is not enough: how many are there, and whose. */
export function approvalsSoFar(call: CallView, texts: Texts): Html {
  if (call.quorum < 2) return nothing;
  const words = call.question === undefined ? texts : texts.question;
  const names = approvalsOf(call).map(({ name }) => shownLine(name));
  return html`
        <p class="quorum"><strong>${words.quorum(names.length, call.quorum)}</strong> ${names.length === 0 ? '' : words.answeredBy(texts.joined(names))}</p>
        ${call.yours === undefined || isVeto(call.yours) ? nothing : html`<p class="quiet">${words.yoursStands}</p>`}`;
}
