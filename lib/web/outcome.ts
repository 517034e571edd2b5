import type { CallView, CameToView } from '../gate/views.ts';
import { callState, expiredLabel, shortOfView, showsContents } from './call-state.ts';
import { type Html, html, nothing } from './markup.ts';
import { shownLine, shownText } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';

/** How a call ended, by whom and when; for a call past its deadline, how far the answers were. */
export function callOutcome(call: CallView, at: { readonly now: string; readonly texts: Texts }): Html {
  const { texts } = at;
  const state = callState(call, at.now);
  if (state === 'open') return nothing;
  const expired = expiredWords(call, texts);
  const label = state === 'due' || state === 'expired' ? expired.label : texts.outcomes[state];
  const lead = {
    due: expired.due,
    expired: expired.lead,
    cancelled: isOfGateStop(call) ? texts.gateStoppedLead : texts.cancelledLead,
    approved: '',
    'approved-with-edits': '',
    'sent-back': '',
    answered: '',
    rejected: '',
    continued: '',
    restarted: '',
    ended: '',
  }[state];
  return html`
    <div class="outcome ${state}">
      <p class="verdict">${label}</p>
      ${lead === '' ? nothing : html`<p>${lead}</p>`}
      ${call.standing.kind === 'open' ? nothing : closing(call, { ...at, standing: call.standing })}
      ${call.cameTo === undefined ? nothing : cameTo(call.cameTo, { texts, showsWords: showsContents(call, at.now) })}
    </div>`;
}

/** Whether the call was cancelled because the whole gate was stopped. */
export function isOfGateStop({ standing }: CallView): boolean {
  return standing.kind === 'closed' && standing.because === 'gate-stopped';
}

// Where some had answered, "nobody" would not be true.
function expiredWords(call: CallView, texts: Texts) {
  const { tooFew } = texts;
  const short = shortOfView(call);
  const label = expiredLabel(call, texts);
  if (call.question !== undefined) return { label, due: tooFew.question, lead: tooFew.question };
  if (short !== undefined) return { label, due: tooFew.call(short), lead: tooFew.call(short) };
  return { label, due: texts.dueLead, lead: texts.expiredLead };
}

/** Later on the same link: whether it was carried out and seen to be so. The words of an executor end with the link. */
function cameTo(
  came: CameToView,
  { texts, showsWords }: { readonly texts: Texts; readonly showsWords: boolean },
): Html {
  if (came.kind === 'grant') {
    const words = texts.grantStands[came.standing](texts.instant(came.at).words);
    return html`
    <dl class="facts came-to ${came.standing}">
      <div><dt>${texts.cameToLabel}</dt><dd><strong>${words}</strong></dd></div>
    </dl>`;
  }
  const { kind, verified, because, reason } = came;
  const looked = verified === undefined ? texts.verified.nobody : verified ? texts.verified.yes : texts.verified.no;
  const isLookedAt = kind === 'done' || verified !== undefined;
  const seen = came.at === undefined ? undefined : texts.instant(came.at);
  return html`
    <dl class="facts came-to ${kind} ${verified === false ? 'refuted' : ''}">
      <div><dt>${texts.cameToLabel}</dt><dd><strong>${texts.cameTo[kind]}${isLookedAt ? ` (${looked})` : ''}</strong>${seen === undefined ? nothing : html` <time class="quiet" datetime="${seen.iso}">${seen.words}</time>`}</dd></div>
      ${because === undefined ? nothing : html`<div><dt>${texts.becauseLabel}</dt><dd>${texts.because[because]}</dd></div>`}
      ${reason?.kind === 'text' && showsWords ? html`<div><dt>${texts.told.reason}</dt><dd>${shownText(reason.text, texts)}</dd></div>` : nothing}
    </dl>`;
}

type Closed = Extract<CallView['standing'], { kind: 'closed' }>;

function closing(call: CallView, at: { readonly now: string; readonly texts: Texts; readonly standing: Closed }): Html {
  const { texts, standing } = at;
  const when = texts.instant(standing.at);
  const names = texts.joined(standing.by.map((person) => shownLine(person.name)));
  // With whose they are: of two who decided, one may have written what the other would not.
  const comments = standing.by.flatMap(({ name, words }) =>
    words?.kind === 'text' && showsContents(call, at.now)
      ? [
          html`<div><dt>${texts.comment}${standing.by.length === 1 ? nothing : ` · ${shownLine(name)}`}</dt><dd>${shownText(words.text, texts)}</dd></div>`,
        ]
      : [],
  );
  return html`
    <dl class="facts">
      ${names === '' ? nothing : html`<div><dt>${texts.decidedBy}</dt><dd>${names}</dd></div>`}
      <div><dt>${names === '' ? texts.closedAt : texts.decidedAt}</dt><dd><time datetime="${when.iso}">${when.words}</time></dd></div>
      ${comments}
    </dl>`;
}
