import type { CallView } from '../gate/views.ts';
import { approvalsSoFar } from './approvals-so-far.ts';
import { callArguments, callFacts, digestLine, foldedArguments } from './call-facts.ts';
import { callState, isToAnswer, showsContents, signedCommand } from './call-state.ts';
import { editedNote } from './change-list.ts';
import { decisionForms } from './decision-forms.ts';
import { type Html, html, nothing } from './markup.ts';
import { approverName, type OpenedLink } from './opened-link.ts';
import { callOutcome } from './outcome.ts';
import { peopleSection } from './people-section.ts';
import { questionParagraphs, sectionTitle } from './question-section.ts';
import type { Texts } from './texts/texts.ts';

type Placed = OpenedLink & { readonly call: CallView; readonly index: number; readonly besideCall: Html };

/** One call of a request: what it is, all that is in it, and either its forms or how it ended. */
export function callSection(placed: Placed, texts: Texts): Html {
  const { call, index, request } = placed;
  const open = callState(call, request.now) === 'open';
  return html`
    <section class="call" aria-labelledby="call-${index}">
      <header>
        <p class="eyebrow">${call.question === undefined ? texts.callHeading(index + 1, request.calls.length) : texts.question.eyebrow}</p>
        <h2 id="call-${index}">${sectionTitle(call, texts)}</h2>
        ${call.question === undefined ? html`<p class="effect ${call.effect}">${texts.effects[call.effect]}</p>` : nothing}
        ${open ? deadline(call, { now: request.now, texts }) : nothing}
        ${open ? approvalsSoFar(call, texts) : nothing}
      </header>
      ${open ? nothing : callOutcome(call, { now: request.now, texts })}
      ${showsContents(call, request.now) ? contents(placed, texts) : digestLine(call, texts)}
      ${open ? peopleSection(call, { request, index, texts }) : nothing}
      ${open ? decision(placed, texts) : nothing}
    </section>`;
}

function contents(placed: Placed, texts: Texts): Html {
  const { call, besideCall } = placed;
  if (call.question !== undefined) {
    return html`
    ${questionParagraphs(call.question, { call, texts })}
    ${foldedArguments(call, texts)}
    ${digestLine(call, texts)}`;
  }
  return html`
    <p class="description">${call.description}</p>
    ${call.edited === undefined ? nothing : editedNote(call.edited, { shown: call.shown, texts, lead: call.standing.kind === 'open' ? texts.editedLead : '' })}
    ${callFacts(call, texts)}
    ${callArguments(call, texts)}
    ${besideCall}
    ${digestLine(call, texts)}`;
}

function deadline(call: CallView, at: { readonly now: string; readonly texts: Texts }): Html {
  const due = at.texts.instant(call.deadline);
  return html`<p class="deadline"><strong>${at.texts.left(at.texts.timeLeft(at.now, call.deadline))}</strong><span class="quiet">${at.texts.openUntil} <time datetime="${due.iso}">${due.words}</time> <span class="iso">${due.iso}</span></span></p>`;
}

/** A call that no link can answer shows everything but forms. */
function signedOnly({ index, request, call }: Placed, texts: Texts): Html {
  return html`
    <section class="decision" id="decision-${index}" aria-labelledby="decision-label-${index} call-${index}" tabindex="-1">
      <h3 id="decision-label-${index}">${(call.question === undefined ? texts : texts.question).signedOnly}</h3>
      <p>${texts.signedOnlyLead}</p>
      <p><code>${signedCommand(request, { call, texts })}</code></p>
    </section>`;
}

function decision(placed: Placed, texts: Texts): Html {
  const { call, index, request, linkSecret, now } = placed;
  if (!isToAnswer(call)) return nothingForYou(call, texts);
  if (call.answerBy === 'iam') return signedOnly(placed, texts);
  return html`
    <section class="decision" id="decision-${index}" aria-labelledby="decision-label-${index} call-${index}" tabindex="-1">
      <h3 id="decision-label-${index}">${texts.decision}</h3>
      <p>${texts.answerAs(approverName(request))}</p>
      ${call.offers.includes('approve') && call.question === undefined ? html`<p class="who-acts">${texts.whoActs[call.whoActs]}</p>` : nothing}
      ${call.answerBy === 'code' ? html`<p class="quiet">${texts.mail.codeNeeded}</p>` : nothing}
      ${decisionForms({ linkSecret, request, call, now }, texts)}
    </section>`;
}

function nothingForYou({ yours }: CallView, { nothingForYou }: Texts): Html {
  return html`
    <p class="quiet">${yours === undefined ? nothingForYou.others : nothingForYou.answered}</p>`;
}
