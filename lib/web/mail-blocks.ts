import { shortForm } from '../core/hashes.ts';
import type { CallView, QuestionView, RequestView, Text } from '../gate/views.ts';
import { namesNotInRequest } from './call-facts.ts';
import { approvalsOf, openCalls } from './call-state.ts';
import { type MailedText, mailedLine, mailedValue, mailedWords } from './mailed-text.ts';
import { approverName } from './opened-link.ts';
import { questionWords } from './question-section.ts';
import type { Texts } from './texts/texts.ts';

/** A part of a message, before it is text or markup. Only `fact` values and `quote` hold words from outside. */
export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'fact'; readonly label: string; readonly value: string; readonly unit?: string }
  | { readonly kind: 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'link'; readonly url: string };

// More calls than these would push link and deadline out of sight; the page has all of them.
const mostCallsShown = 8;

/** What a request's message says, in order. There is one link, and it only opens the page: nothing in a mail decides. */
export function mailBlocks(
  view: RequestView,
  written: { readonly link: string; readonly texts: Texts },
): readonly MailBlock[] {
  const { link, texts } = written;
  const calls = openCalls(view);
  const oddities: MailedText['changed'][] = [];
  const note = (mailed: MailedText): string => {
    oddities.push(mailed.changed);
    return mailed.text;
  };
  const words = (text: Text, mailed: typeof mailedLine): string =>
    text.kind === 'erased' ? texts.erased : note(mailed(text.text, texts));
  const whoAsks = isQuestionIn(calls) ? texts.question.whoAsks : texts.whoAsks;
  const asked = [
    fact(whoAsks, `${words(view.requester.name, mailedLine)} (${texts.assurances[view.requester.assurance]})`),
    paragraph(`${texts.theirWords}:`),
    { kind: 'quote', lines: words(view.prompt, mailedWords).split(/\r?\n/u) },
  ] satisfies MailBlock[];
  const called = calls
    .slice(0, mostCallsShown)
    .flatMap((call, index) => callBlocks(call, { index, of: calls.length, now: view.now, note, texts }));
  const digests = texts.joined(calls.map((call) => shortForm(call.digest)));
  return [
    paragraph(introOf(view, calls, texts)),
    ...(view.guard === 'unguarded' ? [paragraph(texts.unguarded)] : []),
    ...(view.policy.kind === 'replaced'
      ? [paragraph(texts.policyReplaced(texts.instant(view.policy.usedAt).words))]
      : []),
    ...asked,
    ...called,
    ...(calls.length > mostCallsShown ? [paragraph(texts.mail.moreCalls(calls.length - mostCallsShown))] : []),
    ...(view.agentWords === undefined ? [] : [paragraph(texts.mail.onPage)]),
    ...(oddities.some((odd) => odd.hidden) ? [paragraph(texts.mail.hidden)] : []),
    ...(oddities.some((odd) => odd.unlinked) ? [paragraph(texts.mail.unlinked)] : []),
    paragraph(texts.mail.open),
    { kind: 'link', url: link },
    paragraph(texts.mail.byOpening),
    paragraph(texts.mail.linkIsYours(approverName(view))),
    paragraph(texts.mail.genuine(new URL(link).host, digests)),
  ];
}

type Placed = {
  readonly index: number;
  readonly of: number;
  readonly now: string;
  readonly note: (mailed: MailedText) => string;
  readonly texts: Texts;
};

function callBlocks(call: CallView, placed: Placed): readonly MailBlock[] {
  const { texts, note, now } = placed;
  const due = texts.instant(call.deadline);
  const left = texts.left(texts.timeLeft(now, call.deadline));
  if (call.question !== undefined) return questionBlocks(call, { ...placed, question: call.question });
  return [
    { kind: 'heading', text: placed.of === 1 ? call.tool : `${placed.index + 1}. ${call.tool}` },
    ...call.shown.map((shown) => {
      if (shown.value === undefined) return fact(shown.label, texts.notInCall);
      const shownAs = fact(shown.label, note(mailedValue(shown.value, texts)));
      return shown.unit === undefined ? shownAs : { ...shownAs, unit: shown.unit };
    }),
    ...(call.undecided.length === 0 ? [] : [paragraph(texts.undecided(call.undecided.join(' ')))]),
    ...(call.notInRequest.length === 0 ? [] : [paragraph(texts.notInRequest(namesNotInRequest(call, texts)))]),
    ...(call.atMost === undefined ? [] : [fact(texts.atMost, call.atMost)]),
    fact(texts.undo, call.undo ?? texts.noUndo),
    fact(texts.effect, texts.effects[call.effect]),
    fact(texts.whoActsLabel, texts.whoActs[call.whoActs]),
    ...(call.quorum > 1 ? [fact(texts.quorumLabel, texts.quorum(approvalsOf(call).length, call.quorum))] : []),
    fact(texts.openUntil, `${due.words} (${due.iso}), ${left}`),
    fact(texts.digest, shortForm(call.digest)),
    paragraph(texts.mail.otherArguments),
  ];
}

function introOf(view: RequestView, calls: readonly CallView[], texts: Texts): string {
  return isQuestionIn(calls)
    ? texts.question.mailIntro(view.gate, view.stage)
    : texts.mail.intro(texts.callCount(calls.length), view.gate, view.stage);
}

/** A question about the run stands in a request of its own. */
function isQuestionIn(calls: readonly CallView[]): boolean {
  return calls.some(({ question }) => question !== undefined);
}

function questionBlocks(
  call: CallView,
  { question, texts, now }: Placed & { readonly question: QuestionView },
): readonly MailBlock[] {
  const due = texts.instant(call.deadline);
  return [
    { kind: 'heading', text: texts.question.title },
    ...questionWords(question, { call, texts }).map(paragraph),
    paragraph(texts.question.choose(question.choices)),
    ...question.choices.map((choice) => fact(choice, texts.question.means(choice, question))),
    ...(call.quorum > 1
      ? [fact(texts.question.quorumLabel, texts.question.quorum(approvalsOf(call).length, call.quorum))]
      : []),
    fact(texts.openUntil, `${due.words} (${due.iso}), ${texts.left(texts.timeLeft(now, call.deadline))}`),
    fact(texts.digest, shortForm(call.digest)),
  ];
}

function paragraph(text: string): MailBlock {
  return { kind: 'paragraph', text };
}

function fact(label: string, value: string) {
  return { kind: 'fact', label, value } as const;
}
