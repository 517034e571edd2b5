import { shortForm } from '../core/hashes.ts';
import type { CallView, RequestView, Text } from '../gate/views.ts';
import { asksForWords, openCalls } from './call-state.ts';
import { genuineWords } from './genuine.ts';
import { fact, type MailBlock, paragraph, small, when } from './mail-blocks.ts';
import { callBlocks, type MailedWith } from './mail-call.ts';
import { type OutsideWords, outsideWords } from './mailed-text.ts';
import { approverName } from './opened-link.ts';
import type { Texts } from './texts/texts.ts';

/** Why somebody is written to about calls that wait for people. */
export type Asking = 'request' | 'reminder' | 'escalation' | 'changed' | 'information';

interface Written {
  readonly asking: Asking;
  /** Absent for people who may not decide. */
  readonly link?: string;
  readonly texts: Texts;
  readonly mostCalls: number;
}

/** What a message says of calls that wait, in order. There is one link at most, and it only opens the page: no mail decides. */
export function askingBlocks(view: RequestView, written: Written): readonly MailBlock[] {
  const { texts, link, mostCalls } = written;
  const outside = outsideWords(texts);
  const calls = askedOf(view, written.asking);
  const using: MailedWith = {
    texts,
    outside,
    now: view.now,
    requestId: view.requestId,
    link: link === undefined ? 'none' : 'one',
  };
  const asked = whoAsks(view, { calls, texts, outside });
  const called = calls
    .slice(0, mostCalls)
    .flatMap((call, index) => callBlocks({ call, index, of: calls.length }, using));
  return [
    { kind: 'sender', text: `${texts.brand} · ${texts.gateLine(view)}` },
    ...opening(view, { ...written, calls }),
    ...when(view.guard === 'unguarded', paragraph(texts.unguarded)),
    ...replacedRules(view, texts),
    ...asked,
    ...called,
    ...when(calls.length > mostCalls, paragraph(texts.mail.moreCalls(calls.length - mostCalls))),
    ...when(view.did.length, paragraph(texts.mail.did(view.did.length))),
    ...when(view.beside.length, paragraph(texts.mail.beside(view.beside.length))),
    ...when(link !== undefined && view.agentWords !== undefined, paragraph(texts.mail.onPage)),
    ...outside.remarks(),
    ...closing(view, { calls, texts, link }),
  ];
}

/** Those that this message is about: a reminder asks nobody again who has answered. */
export function askedOf(view: RequestView, asking: Asking): readonly CallView[] {
  const open = openCalls(view);
  return asking === 'reminder' ? open.filter(({ yours }) => yours === undefined) : open;
}

/** A question about the run stands in a request of its own. */
export function isQuestionIn(calls: readonly CallView[]): boolean {
  return calls.some(({ question }) => question !== undefined);
}

function opening(
  view: RequestView,
  { asking, calls, texts }: Written & { readonly calls: readonly CallView[] },
): readonly MailBlock[] {
  const { mail, told } = texts;
  const isQuestion = isQuestionIn(calls);
  const forWords = asksForWords(calls);
  const intro = isQuestion
    ? texts.question.mailIntro(view.gate, view.stage)
    : forWords
      ? mail.answerIntro(view.gate, view.stage)
      : mail.intro(texts.callCount(calls.length), view.gate, view.stage);
  const titled = (title: string, ...leads: readonly string[]): readonly MailBlock[] => [
    { kind: 'title', text: title },
    ...leads.map(paragraph),
  ];
  switch (asking) {
    case 'request':
      return titled(requestTitle(calls, texts), intro);
    case 'reminder':
      return titled(mail.reminderTitle, mail.reminderLead(texts.timeLeft(view.now, firstDeadline(calls))), intro);
    case 'escalation':
      return titled(mail.escalationTitle, mail.escalationLead, intro);
    case 'changed':
      return titled(mail.changedTitle, mail.changedLead);
    case 'information':
      return titled(told.informationTitle, told.informationLead(view.gate, view.stage));
  }
}

function requestTitle(calls: readonly CallView[], texts: Texts): string {
  if (isQuestionIn(calls)) return texts.question.requestTitle;
  return asksForWords(calls) ? texts.answerTitle : texts.requestTitle;
}

function firstDeadline(calls: readonly CallView[]): string {
  return calls.map(({ deadline }) => deadline).sort()[0] ?? '';
}

function replacedRules({ policy }: RequestView, texts: Texts): readonly MailBlock[] {
  return policy.kind === 'current' ? [] : [paragraph(texts.policyReplaced(texts.instant(policy.usedAt).words))];
}

function whoAsks(
  view: RequestView,
  given: { readonly calls: readonly CallView[]; readonly texts: Texts; readonly outside: OutsideWords },
): readonly MailBlock[] {
  const { calls, texts, outside } = given;
  const { name, assurance } = view.requester;
  const words = <T>(text: Text, put: (words: string) => T, erased: T): T =>
    text.kind === 'erased' ? erased : put(text.text);
  const label = isQuestionIn(calls) ? texts.question.whoAsks : texts.whoAsks;
  return [
    fact(label, texts.mail.noted(words(name, outside.line, texts.erased), texts.assurances[assurance])),
    paragraph(`${texts.theirWords}:`),
    { kind: 'quote', lines: words(view.prompt, outside.lines, [texts.erased]) },
  ];
}

function closing(
  view: RequestView,
  {
    calls,
    texts,
    link,
  }: { readonly calls: readonly CallView[]; readonly texts: Texts; readonly link: string | undefined },
): readonly MailBlock[] {
  const { mail, told } = texts;
  const sent = { ...view, to: view.approver.kind };
  if (link === undefined) return [small(told.nothingToAnswer), small(genuineWords(sent, texts))];
  const digests = texts.joined(calls.map((call) => shortForm(call.digest)));
  return [
    paragraph(mail.open),
    { kind: 'link', url: link },
    small(mail.byOpening),
    small(mail.linkIsYours(approverName(view))),
    small(genuineWords(sent, texts, { host: new URL(link).host, digests })),
  ];
}
