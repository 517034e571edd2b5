import type { CallView, RequestView, Text } from '../gate/views.ts';
import { besideSection } from './beside-section.ts';
import { textWarnings } from './call-facts.ts';
import { callSection } from './call-section.ts';
import {
  asksForWords,
  callState,
  callsToAnswer,
  expiredLabel,
  isDecidedState,
  openCalls,
  showsContents,
} from './call-state.ts';
import { type Html, html, nothing } from './markup.ts';
import type { OpenedLink } from './opened-link.ts';
import { pageDocument } from './page-document.ts';
import { sectionTitle } from './question-section.ts';
import { sealedText } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';

/** Everything that one approver needs to answer, most important first. */
export function requestPage(opened: OpenedLink, texts: Texts): Html {
  const { request } = opened;
  const open = openCalls(request).length;
  const toAnswer = callsToAnswer(request);
  const contents = request.calls.some((call) => showsContents(call, request.now));
  const isQuestion = request.calls.some(({ question }) => question !== undefined);
  const { title, lead } = headOf(request, { isQuestion, texts });
  // With one call the agent's words stand in its section, before the decision; with several they would stand in each.
  const wordsInside = request.calls.length === 1;
  const words = contents ? agentWords(request.agentWords, texts) : nothing;
  const besideCall = wordsInside ? words : wordsBelow(request, texts);
  return pageDocument(
    {
      title,
      gateLine: texts.gateLine(request),
      body: html`
        ${toAnswer[0] === undefined ? nothing : html`<a class="skip" href="#decision-${request.calls.indexOf(toAnswer[0])}">${texts.skip}</a>`}
        <h1>${title}</h1>
        <p class="lead">${lead}</p>
        ${request.guard === 'unguarded' ? html`<p class="warning">${texts.unguarded}</p>` : nothing}
        ${open === 0 ? nothing : replacedRules(request, texts)}
        ${contents ? whoAsks(request, { texts, title: isQuestion ? texts.question.whoAsks : texts.whoAsks }) : nothing}
        ${request.calls.length < 2 ? nothing : contentsOf(request, texts)}
        ${request.calls.map((call, index) => callSection({ ...opened, call, index, besideCall }, texts))}
        ${wordsInside ? nothing : words}
        ${contents ? besideSection(request, texts) : nothing}
        ${contents ? nothing : html`<p class="quiet">${texts.noMoreShown}</p>`}`,
    },
    texts,
  );
}

function headOf(
  request: RequestView,
  { isQuestion, texts }: { readonly isQuestion: boolean; readonly texts: Texts },
): { readonly title: string; readonly lead: string } {
  if (openCalls(request).length === 0) {
    return { title: isDecided(request) ? texts.requestDecided : texts.requestOver, lead: texts.requestOverLead };
  }
  const calls = callsToAnswer(request);
  if (calls.length === 0) return texts.nothingForYou;
  if (asksForWords(calls)) return { title: texts.answerTitle, lead: texts.answerLead };
  return isQuestion
    ? { title: texts.question.requestTitle, lead: texts.question.requestLead }
    : { title: texts.requestTitle, lead: texts.requestLead(calls.length) };
}

/** Several calls on a small screen: how far each is, and the way to it. */
function contentsOf(request: RequestView, texts: Texts): Html {
  const lines = request.calls.map((call, index) => {
    const state = callState(call, request.now);
    const answer =
      call.yours === undefined ? notYet(call, { you: request.approver.id, texts }) : texts.answered[call.yours];
    const isPast = state === 'due' || state === 'expired';
    const words = state === 'open' ? answer : isPast ? expiredLabel(call, texts) : texts.outcomes[state];
    return html`<li><a href="#call-${index}">${sectionTitle(call, texts)}</a> <span class="quiet">${words}</span></li>`;
  });
  return html`
        <nav class="contents" aria-label="${texts.callCount(request.calls.length)}"><ol>${lines}</ol></nav>`;
}

function notYet({ asked }: CallView, { you, texts }: { readonly you: string; readonly texts: Texts }): string {
  const before = asked.find(({ id }) => id === you)?.before;
  return before === undefined ? texts.noAnswerYet : texts.answeredBefore(texts.answered[before.verdict]);
}

function isDecided(request: RequestView): boolean {
  return request.calls.every((call) => isDecidedState(callState(call, request.now)));
}

function replacedRules({ policy }: RequestView, texts: Texts): Html {
  if (policy.kind === 'current') return nothing;
  return html`<p class="warning">${texts.policyReplaced(texts.instant(policy.usedAt).words)}</p>`;
}

function whoAsks(request: RequestView, { texts, title }: { readonly texts: Texts; readonly title: string }): Html {
  const { name, assurance } = request.requester;
  const given = [name, request.prompt].flatMap((text) => (text.kind === 'text' ? [text.text] : []));
  return html`
    <section class="asks" aria-labelledby="asks">
      <h2 id="asks">${title}</h2>
      <p class="requester">${sealedText(name, texts)} <span class="quiet">${texts.assurances[assurance]}</span></p>
      <h3>${texts.theirWords}</h3>
      <blockquote>${sealedText(request.prompt, texts)}</blockquote>
      ${textWarnings(given, texts)}
    </section>`;
}

/**
 * The agent's own words in a box that they cannot leave: escaped, in a face that nothing of the page's own uses, ruled
 * at the side along their whole length, with a label that stays in sight and a line that says where they end.
 */
function agentWords(words: Text | undefined, texts: Texts): Html {
  if (words === undefined) return nothing;
  return html`
    <section class="agent-words" id="agent-words" aria-labelledby="agent-words-label">
      <h3 id="agent-words-label">${texts.agentWords}</h3>
      <div class="words">${sealedText(words, texts)}</div>
      ${words.kind === 'text' ? textWarnings([words.text], texts) : nothing}
      <p class="quiet end">${texts.agentWordsEnd}</p>
    </section>`;
}

function wordsBelow(request: RequestView, texts: Texts): Html {
  if (request.agentWords === undefined) return nothing;
  return html`<p class="quiet"><a href="#agent-words">${texts.agentWordsBelow}</a></p>`;
}
