import { worded } from '../core/problem.ts';
import { isApproving, isChoice, isVeto, outcomeOf } from '../core/quorum.ts';
import type { CallView, RequestView, VerdictAnswer } from '../gate/views.ts';
import { digestLine } from './call-facts.ts';
import { approvalsOf, callState, isDecidedState, openCalls, showsContents, signedCommand } from './call-state.ts';
import { editedNote } from './change-list.ts';
import { type Html, html, nothing } from './markup.ts';
import { approverName, linkPath } from './opened-link.ts';
import { callOutcome } from './outcome.ts';
import { pageDocument } from './page-document.ts';
import { sectionTitle } from './question-section.ts';
import type { Texts } from './texts/texts.ts';

type Answer = Extract<VerdictAnswer, { readonly call: CallView }>;

/** The status of an answer: a second click is a success, somebody else's decision a conflict, the end is the end. */
export const answerStatus = {
  recorded: 200,
  repeated: 200,
  'decided-already': 409,
  'answered-already': 409,
  'too-late': 410,
  'not-sure-enough': 403,
  superseded: 409,
  'edit-refused': 422,
  'words-needed': 400,
  'not-offered': 409,
} as const satisfies Readonly<Record<Answer['kind'], number>>;

/** What a verdict came to, said once and plainly. */
export function answerPage(answer: Answer, shown: { readonly linkSecret: string; readonly texts: Texts }): Html {
  const { texts, linkSecret } = shown;
  const { request, call, kind } = answer;
  const success = kind === 'recorded' || kind === 'repeated';
  const title = success ? recordedTitle(answer, texts) : failureTitles(call, texts)[kind];
  return pageDocument(
    {
      title,
      gateLine: texts.gateLine(request),
      body: html`
        <h1>${title}</h1>
        ${leads(answer, texts).map((lead) => html`<p class="lead">${lead}</p>`)}
        <section class="call" aria-labelledby="call">
          <header><h2 id="call">${sectionTitle(call, texts)}</h2></header>
          ${success && call.standing.kind === 'open' ? counted(request, texts) : callOutcome(call, { now: request.now, texts })}
          ${call.edited === undefined || !showsContents(call, request.now) ? nothing : editedNote(call.edited, { shown: call.shown, texts, lead: '' })}
          ${digestLine(call, texts)}
        </section>
        ${whatIsLeft(answer, { linkSecret, texts })}`,
    },
    texts,
  );
}

/** The same for a form that was to be looked at again and can no longer be answered: nothing was sent, nothing kept. */
export function closedPage(request: RequestView, closed: { readonly call: CallView; readonly texts: Texts }): Html {
  const { call, texts } = closed;
  const decided = isDecidedState(callState(call, request.now));
  const words = call.question === undefined ? texts : texts.question;
  const title = decided ? words.decidedAlready : words.tooLate;
  return pageDocument(
    {
      title,
      gateLine: texts.gateLine(request),
      body: html`
        <h1>${title}</h1>
        <section class="call" aria-labelledby="call">
          <header><h2 id="call">${sectionTitle(call, texts)}</h2></header>
          ${callOutcome(call, { now: request.now, texts })}
          ${digestLine(call, texts)}
        </section>`,
    },
    texts,
  );
}

function failureTitles({ question }: CallView, texts: Texts) {
  const words = question === undefined ? texts : texts.question;
  return {
    'too-late': words.tooLate,
    'decided-already': words.decidedAlready,
    'answered-already': texts.answeredAlready,
    'not-sure-enough': words.signedOnly,
    superseded: texts.superseded,
    'edit-refused': texts.editRefused,
    'words-needed': texts.wordsNeeded,
    'not-offered': texts.notOffered,
  } as const;
}

function leads(answer: Answer, texts: Texts): readonly string[] {
  switch (answer.kind) {
    case 'recorded':
      return [recordedLead(answer, texts)];
    case 'repeated':
      return [texts.repeatedLead];
    case 'decided-already':
      return [texts.decidedAlreadyLead(answer.verdict)];
    case 'answered-already':
      return [texts.answeredAlreadyLead(answer.verdict)];
    case 'too-late':
      return [texts.tooLateLead(answer.verdict)];
    case 'superseded':
      return [texts.supersededLead];
    case 'edit-refused':
      return [texts.editRefusedLead, ...answer.problems.map((problem) => worded(texts.problems, problem))];
    case 'words-needed':
      return [texts.wordsNeededLead];
    case 'not-offered':
      return [texts.notOfferedLead];
    case 'not-sure-enough':
      return [texts.signedOnlyLead, signedCommand(answer.request, { call: answer.call, texts })];
  }
}

// A no beside which enough others may still say yes.
function isOpenNo({ call, verdict }: Pick<Answer, 'call' | 'verdict'>): boolean {
  return isVeto(verdict) && call.no === 'majority' && call.standing.kind === 'open';
}

function recordedTitle({ call, verdict }: Answer, texts: Texts): string {
  // The run goes on until enough others say the same.
  if (verdict === 'end' && isOpenNo({ call, verdict })) return texts.question.recordedEnd;
  if (isOutvoted({ call, verdict })) return texts.recordedOther;
  return { ...texts.recorded, ...texts.question.recorded }[verdict];
}

// A no that was the last, beside others that were told otherwise: some rejected what it sent back, or the reverse.
function isOutvoted({ call: { standing }, verdict }: Pick<Answer, 'call' | 'verdict'>): boolean {
  return isVeto(verdict) && standing.kind === 'closed' && standing.outcome !== outcomeOf[verdict];
}

function recordedLead({ call, verdict }: Answer, texts: Texts): string {
  const words = call.question === undefined ? texts : texts.question;
  const far = { given: approvalsOf(call).length, needed: call.quorum, no: call.no };
  if (isOutvoted({ call, verdict })) return texts.recordedOtherLead;
  if (isOpenNo({ call, verdict })) return words.countedNoLead(far);
  if (call.standing.kind === 'open' && call.quorum > 1) return words.countedLead(far);
  if (isChoice(verdict)) return texts.question.recordedLead[verdict];
  return texts.recordedLead[verdict][call.whoActs];
}

// The verdict is in the ledger although the call is not closed yet: say by whom it was given.
function counted(request: RequestView, texts: Texts): Html {
  const at = texts.instant(request.now);
  return html`
    <dl class="facts">
      <div><dt>${texts.answeredAs}</dt><dd>${approverName(request)}</dd></div>
      <div><dt>${texts.decidedAt}</dt><dd><time datetime="${at.iso}">${at.words}</time></dd></div>
    </dl>`;
}

function whatIsLeft(answer: Answer, shown: { readonly linkSecret: string; readonly texts: Texts }): Html {
  if (answer.kind === 'superseded') {
    return html`<p><a href="${linkPath(shown.linkSecret)}">${shown.texts.toRequest}</a></p>`;
  }
  const open = openCalls(answer.request).filter((call) => call.toolUseId !== answer.call.toolUseId).length;
  if (open === 0) {
    const isFollowed = answer.kind !== 'too-late' && (isApproving(answer.verdict) || isOpenNo(answer));
    const later = html` <a href="${linkPath(shown.linkSecret)}">${shown.texts.laterHere}</a>`;
    return html`<p class="quiet">${shown.texts.closePage}${isFollowed ? later : nothing}</p>`;
  }
  return html`<p><a href="${linkPath(shown.linkSecret)}">${shown.texts.othersOpen(open)}</a></p>`;
}
