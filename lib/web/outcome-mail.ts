import { shortForm } from '../core/hashes.ts';
import type { Message } from '../gate/ports.ts';
import type { CallView, CameToView, RequestView } from '../gate/views.ts';
import { isQuestionIn } from './asking-blocks.ts';
import { callState, expiredLabel, isOnlyTold, shortOfView } from './call-state.ts';
import { genuineWords } from './genuine.ts';
import { fact, type MailBlock, paragraph, small, when } from './mail-blocks.ts';
import { callHeading, editedBlocks, type MailedCall, shownFact } from './mail-call.ts';
import { type MailDraft, mailMessage, topicMessage } from './mail-message.ts';
import { type OutsideWords, outsideWords } from './mailed-text.ts';
import { aboutCalls } from './request-mail.ts';
import { shownLine } from './shown-text.ts';
import { textsFor } from './texts/mail-texts.ts';
import type { Texts } from './texts/texts.ts';

/** Tells somebody who was asked, or only told, what came of it: who decided, and whether it worked and was verified. It has no link. */
export function outcomeMail(view: RequestView): Message & { readonly html: string } {
  return mailMessage(draftOf(view));
}

export function outcomeTopicMessage(view: RequestView): Message {
  return topicMessage(draftOf(view));
}

/** What came of a passing call, in one line: whether it was carried out, and whether anybody looked. */
export function cameToWords(cameTo: CameToView, texts: Texts): string {
  if (cameTo.kind === 'grant') return texts.grantStands[cameTo.standing](texts.instant(cameTo.at).words);
  const { kind, verified } = cameTo;
  if (kind !== 'done' && kind !== 'failed' && kind !== 'unknown') return texts.cameTo[kind];
  const { yes, no, nobody } = texts.verified;
  return texts.mail.noted(texts.cameTo[kind], verified === undefined ? nobody : verified ? yes : no);
}

function draftOf(view: RequestView): MailDraft {
  const texts = textsFor(view.approver);
  return {
    texts,
    subject: (language, longestTool) => {
      const about = aboutCalls(view, { calls: view.calls, texts: language, longestTool });
      const [first, ...others] = view.calls;
      if (first === undefined || others.length > 0) return language.told.outcomesSubject(about);
      return language.told.outcomeSubject(outcomeWords(first, { texts: language, now: view.now }), about);
    },
    written: (mostCalls) => outcomeBlocks(view, { texts, mostCalls }),
  };
}

function outcomeBlocks(
  view: RequestView,
  { texts, mostCalls }: { readonly texts: Texts; readonly mostCalls: number },
): readonly MailBlock[] {
  const { calls } = view;
  const isTold = isOnlyTold(view);
  const told = isTold ? texts.told.only : texts.told;
  const outside = outsideWords(texts);
  const called = calls
    .slice(0, mostCalls)
    .flatMap((call, index) => calledBlocks({ call, index, of: calls.length }, { texts, outside, now: view.now }));
  return [
    { kind: 'sender', text: `${texts.brand} · ${texts.gateLine(view)}` },
    { kind: 'title', text: told.outcomeTitle },
    paragraph(told.outcomeLead(view.gate, view.stage)),
    ...called,
    ...when(calls.length > mostCalls, paragraph(texts.mail.moreCalls(calls.length - mostCalls))),
    ...outside.remarks(),
    ...when(!isTold, paragraph(texts.told.earlierLinks)),
    small(texts.told.nothingToAnswer),
    small(genuineWords({ ...view, to: view.approver.kind }, texts)),
  ];
}

function calledBlocks(
  mailed: MailedCall,
  using: { readonly texts: Texts; readonly outside: OutsideWords; readonly now: string },
): readonly MailBlock[] {
  const { call } = mailed;
  const { texts } = using;
  const isQuestion = isQuestionIn([call]);
  return [
    isQuestion ? { kind: 'heading', text: texts.question.title } : callHeading(mailed),
    ...(isQuestion ? [] : call.shown.map((shown) => shownFact(shown, using))),
    ...editedBlocks(call.edited, using),
    fact(texts.told.outcomeLabel, outcomeWords(call, using)),
    ...shortBlocks(call, using),
    ...decidedBlocks(call, using),
    ...cameToBlocks(call.cameTo, using),
    fact(texts.digest, shortForm(call.digest)),
  ];
}

function shortBlocks(
  call: CallView,
  { texts, now }: { readonly texts: Texts; readonly now: string },
): readonly MailBlock[] {
  const state = callState(call, now);
  const short = state === 'due' || state === 'expired' ? shortOfView(call) : undefined;
  if (short === undefined || call.question !== undefined) return [];
  return [paragraph(texts.tooFew.call(short))];
}

function cameToBlocks(
  cameTo: CameToView | undefined,
  { texts, outside }: { readonly texts: Texts; readonly outside: OutsideWords },
): readonly MailBlock[] {
  if (cameTo === undefined) return [];
  const line = fact(texts.cameToLabel, cameToWords(cameTo, texts));
  if (cameTo.kind === 'grant') return [line];
  const { because, reason } = cameTo;
  const lines = because === undefined ? [line] : [line, fact(texts.becauseLabel, texts.because[because])];
  if (reason?.kind !== 'text') return lines;
  return [...lines, paragraph(texts.told.reason), { kind: 'quote', lines: outside.lines(reason.text) }];
}

function decidedBlocks(
  { standing }: CallView,
  { texts, outside }: { readonly texts: Texts; readonly outside: OutsideWords },
): readonly MailBlock[] {
  if (standing.kind === 'open') return [];
  const names = texts.joined(standing.by.map(({ name }) => shownLine(name)));
  const at = texts.instant(standing.at).words;
  const ends = names === '' ? [fact(texts.closedAt, at)] : [fact(texts.decidedBy, names), fact(texts.decidedAt, at)];
  const said = standing.by.flatMap(({ name, words }): readonly MailBlock[] => {
    if (words === undefined) return [];
    const lines = words.kind === 'text' ? outside.lines(words.text) : [texts.erased];
    return [paragraph(texts.told.words(shownLine(name))), { kind: 'quote', lines }];
  });
  return [...ends, ...said];
}

function outcomeWords(call: CallView, { texts, now }: { readonly texts: Texts; readonly now: string }): string {
  const state = callState(call, now);
  if (state === 'open') return texts.mail.noAnswer;
  if (state !== 'due' && state !== 'expired') return texts.outcomes[state];
  return expiredLabel(call, texts);
}
