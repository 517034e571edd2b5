import { shortForm } from '../core/hashes.ts';
import type { RequestId } from '../core/ids.ts';
import type { CallView, EditedView, QuestionView, ShownValue } from '../gate/views.ts';
import { namesNotInRequest, notInRequestWords, undecidedWords } from './call-facts.ts';
import { approvalsOf, signedCommand } from './call-state.ts';
import { fact, type MailBlock, paragraph, when } from './mail-blocks.ts';
import type { OutsideWords } from './mailed-text.ts';
import { missingFrom } from './missing-input.ts';
import { questionWords } from './question-section.ts';
import { shownLine } from './shown-text.ts';
import type { Texts } from './texts/texts.ts';
import { groupedNumber } from './value-tree.ts';

/** Where a call stands among those of its message. */
export interface MailedCall {
  readonly call: CallView;
  readonly index: number;
  readonly of: number;
}

export interface MailedWith {
  readonly texts: Texts;
  readonly outside: OutsideWords;
  /** ISO instant. */
  readonly now: string;
  /** Of the request, for the command that answers where a link cannot. */
  readonly requestId: RequestId;
  /** `none`: this message has nothing to open. */
  readonly link: 'one' | 'none';
}

/** One call that waits for people, as a message tells it. */
export function callBlocks(mailed: MailedCall, using: MailedWith): readonly MailBlock[] {
  const { call } = mailed;
  if (call.question !== undefined) return questionBlocks(call, { using, question: call.question });
  const { texts, outside } = using;
  const { mail } = texts;
  // A question to a person does nothing to the world, so nothing is said of reach and undoing.
  const isQuestion = call.wants === 'words';
  const missing = missingFrom(call);
  return [
    callHeading(mailed),
    ...call.shown.map((shown) => shownFact(shown, using)),
    ...editedBlocks(call.edited, using),
    ...editorsWords(call.edited, using),
    ...when(call.offers.includes('answer'), paragraph(mail.answerWanted)),
    ...when(call.undecided.length, paragraph(texts.undecided(outside.line(undecidedWords(call, texts))))),
    ...when(
      call.notInRequest.length,
      paragraph(notInRequestWords(call, { names: outside.line(namesNotInRequest(call, texts)), texts })),
    ),
    ...when(!isQuestion && call.atMost !== undefined, fact(texts.atMost, call.atMost ?? '')),
    ...when(!isQuestion, fact(texts.undo, call.undo ?? texts.noUndo), fact(texts.effect, texts.effects[call.effect])),
    ...when(!isQuestion && using.link === 'one', fact(texts.whoActsLabel, texts.whoActs[call.whoActs])),
    ...askedBlocks(call, using),
    ...lastFacts(call, using),
    ...(call.input === undefined ? [paragraph(texts.inputErased)] : [paragraph(completeness(missing, using))]),
  ];
}

/** The name of a tool over what is said of its call. */
export function callHeading({ call, index, of }: MailedCall): MailBlock {
  return { kind: 'heading', text: of === 1 ? call.tool : `${index + 1}. ${call.tool}` };
}

/** One value that the gate file wants shown first. */
export function shownFact(
  { label, unit, value }: ShownValue,
  { texts, outside }: Pick<MailedWith, 'texts' | 'outside'>,
) {
  if (value === undefined) return fact(label, texts.notInCall);
  const words = [outside.value(value), groupedNumber(value, texts)].filter((part) => part !== undefined).join(' ');
  return { kind: 'fact', label, value: words, ...(unit === undefined ? {} : { unit }) } as const;
}

/** What a person changed, place by place. */
export function editedBlocks(
  edited: EditedView | undefined,
  { texts, outside }: Pick<MailedWith, 'texts' | 'outside'>,
): readonly MailBlock[] {
  if (edited === undefined) return [];
  const { mail } = texts;
  const { changes } = edited;
  const by = paragraph(mail.changedBy(shownLine(edited.by.name), texts.instant(edited.at).words));
  if (changes === undefined) return [by, paragraph(mail.changesErased)];
  const side = (value: (typeof changes)[number]['before']) =>
    value === undefined ? mail.absent : outside.value(value);
  return [
    by,
    ...changes
      .slice(0, mostChanges)
      .map(({ at, before, after }) =>
        fact(at === '' ? mail.wholeInput : outside.line(at), mail.changedHere(side(before), side(after))),
      ),
    ...when(changes.length > mostChanges, paragraph(mail.moreChanges(changes.length - mostChanges))),
  ];
}

const mostChanges = 12;

function editorsWords(edited: EditedView | undefined, { texts, outside }: MailedWith): readonly MailBlock[] {
  if (edited?.words === undefined) return [];
  const { words, by } = edited;
  const lines = words.kind === 'text' ? outside.lines(words.text) : [texts.erased];
  return [paragraph(texts.told.words(shownLine(by.name))), { kind: 'quote', lines }];
}

function questionBlocks(
  call: CallView,
  { question, using }: { readonly question: QuestionView; readonly using: MailedWith },
): readonly MailBlock[] {
  const { texts } = using;
  return [
    { kind: 'heading', text: texts.question.title },
    ...questionWords(question, { call, texts }).map(paragraph),
    paragraph(texts.question.choose),
    ...question.choices.map((choice) => fact(texts.question.choices[choice], texts.question.means(choice, question))),
    ...askedBlocks(call, using),
    ...lastFacts(call, using),
  ];
}

/** Who may decide, and how far they are; nothing where it is one person alone. */
function askedBlocks(call: CallView, { texts }: MailedWith): readonly MailBlock[] {
  const words = call.question === undefined ? texts : texts.question;
  const deciding = call.asked.filter(({ role }) => role !== 'informed');
  const said = ({ answer, before }: (typeof deciding)[number]) => {
    if (answer !== undefined) return texts.answered[answer.verdict];
    return before === undefined ? texts.mail.noAnswer : texts.answeredBefore(texts.answered[before.verdict]);
  };
  const people = deciding.map((person) => texts.mail.noted(shownLine(person.name), said(person)));
  const requesters = call.requesters.map(({ name }) => shownLine(name));
  return [
    ...when(call.quorum > 1, fact(words.quorumLabel, words.quorum(approvalsOf(call).length, call.quorum))),
    ...when(people.length > 1, fact(texts.mail.people, texts.joined(people))),
    ...when(call.quorum > 1 && call.no === 'majority' && call.question === undefined, paragraph(texts.mail.majority)),
    ...when(requesters.length, paragraph(texts.mail.requesters(texts.joined(requesters)))),
  ];
}

function lastFacts(call: CallView, using: MailedWith): readonly MailBlock[] {
  const { texts, now, link, requestId } = using;
  const due = texts.instant(call.deadline);
  return [
    fact(texts.openUntil, texts.mail.due(due.words, due.iso, texts.left(texts.timeLeft(now, call.deadline)))),
    fact(texts.digest, shortForm(call.digest)),
    ...when(
      link === 'one' && call.answerBy === 'iam',
      paragraph(texts.mail.signedOnly(signedCommand({ requestId }, { call, texts }))),
    ),
    ...when(link === 'one' && call.answerBy === 'code', paragraph(texts.mail.codeNeeded)),
  ];
}

function completeness(missing: number, { texts, link }: MailedWith): string {
  if (missing === 0) return texts.mail.complete;
  return link === 'one' ? texts.mail.missingHere(missing) : texts.mail.missing(missing);
}
