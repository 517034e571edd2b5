import type { Assurance } from '../core/approval-entries.ts';
import { isVeto } from '../core/quorum.ts';
import type { AskedView, CallView, RequestView, SaidView, Text } from '../gate/views.ts';
import { textWarnings } from './call-facts.ts';
import { type Html, html, nothing } from './markup.ts';
import { sealedText, shownLine } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';

/**
 * Who else is asked about a call, what they said, whether their message reached them, and what happens while nobody decides. Where
 * there is one person and nothing to say of it, nothing.
 */
export function peopleSection(
  call: CallView,
  { request, index, texts }: { readonly request: RequestView; readonly index: number; readonly texts: Texts },
): Html {
  const rows = call.asked.map((person) => personLine(person, { call, you: request.approver.id, texts }));
  const coming = call.standing.kind === 'open' ? stageLines(call, texts) : [];
  const excluded = excludedLine(call, { assurance: request.requester.assurance, texts });
  const isAlone = call.asked.length < 2 && coming.length === 0 && call.requesters.length === 0;
  if (isAlone) return nothing;
  const id = `people-${index}`;
  const inside = html`
      ${call.asked.length < 2 ? nothing : html`<p class="quiet">${call.no === 'one' ? texts.oneNo : texts.majorityNo}</p>`}
      ${rows.length === 0 ? nothing : html`<ul>${rows}</ul>`}
      ${excluded}
      ${coming.map((line) => html`<p class="quiet">${line}</p>`)}`;
  // Of several calls they are mostly the same people, and a small screen has room for one list.
  if (request.calls.length > 1) {
    return html`
    <details class="people"><summary>${texts.whoDecides}</summary>${inside}</details>`;
  }
  return html`
    <section class="people" aria-labelledby="${id} call-${index}">
      <h3 id="${id}">${texts.whoDecides}</h3>${inside}
    </section>`;
}

function personLine(
  { id, name, role, answer, before, notice }: AskedView,
  { call, you, texts }: { readonly call: CallView; readonly you: string; readonly texts: Texts },
): Html {
  const said = (one: SaidView) => texts.answeredOn(texts.answered[one.verdict], texts.instant(one.at).words);
  const given =
    answer !== undefined ? said(answer) : before !== undefined ? texts.answeredBefore(said(before)) : texts.noAnswerYet;
  // What came with the change that is shown above stands there.
  const isOfChange = answer?.verdict === 'edit' && call.edited?.by.id === id;
  const words = isOfChange ? undefined : (answer ?? before)?.words;
  const isMissed = notice === 'failed' || notice === 'returned';
  const reached = notice === 'none' ? '' : texts.reached[notice];
  const roles = { decides: '', escalated: texts.askedLater, informed: texts.informedOnly };
  // Of whoever only hears of it no answer is missing.
  const remarks = [
    role === 'informed' && answer === undefined && before === undefined ? '' : given,
    roles[role],
    isMissed ? '' : reached,
  ];
  const mark =
    answer === undefined
      ? role === 'informed'
        ? 'told'
        : 'waits'
      : isVeto(answer.verdict)
        ? 'answered no'
        : 'answered';
  return html`
        <li class="${mark}">
          <strong>${shownLine(name)}</strong>${id === you ? html` <span class="you">${texts.you}</span>` : nothing}
          <span class="quiet">${remarks.filter((remark) => remark !== '').join(' · ')}</span>
          ${isMissed ? html`<span class="missed">${reached}</span>` : nothing}
          ${words === undefined ? nothing : personsWords(words, texts)}
        </li>`;
}

/** What one of several people wrote, in a quotation that it cannot leave. */
export function personsWords(words: Text, texts: Texts): Html {
  return html`
          <blockquote class="words">${sealedText(words, texts)}</blockquote>
          ${words.kind === 'text' ? textWarnings([words.text], texts) : nothing}`;
}

function excludedLine(
  { requesters }: CallView,
  { assurance, texts }: { readonly assurance: Assurance; readonly texts: Texts },
): Html {
  if (requesters.length === 0) return nothing;
  const names = texts.joined(requesters.map(({ name }) => shownLine(name)));
  return html`<p class="excluded">${texts.requesterExcluded(names, texts.assurances[assurance])}</p>`;
}

/** The next reminder and the escalation, as far as they are still to come. */
function stageLines({ schedule = [] }: CallView, texts: Texts): readonly string[] {
  const reminder = schedule.find(({ kind }) => kind === 'reminder');
  const next = reminder === undefined ? [] : [texts.nextReminder(texts.instant(reminder.at).words)];
  const escalations = schedule.flatMap((stage) => {
    if (stage.kind === 'reminder') return [];
    const names = texts.joined(stage.to.map(({ name }) => shownLine(name)));
    return [texts.nextEscalation(names, texts.instant(stage.at).words)];
  });
  return [...next, ...escalations];
}
