import { shortForm } from '../core/hashes.ts';
import type { CallView, RequestView } from '../gate/views.ts';
import type { MailBlock } from './mail-blocks.ts';
import { htmlMail } from './mail-html.ts';
import { textMail } from './mail-text.ts';
import { isOfGateStop } from './outcome.ts';
import { type Texts, textsFor } from './texts/texts.ts';

/**
 * The mail that tells somebody who was asked that nothing is left to answer. It has no link, since there is nothing to open,
 * and no word of the agent's or the starter's.
 */
export function cancelledMail(view: RequestView): {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
} {
  const texts = textsFor(view.approver);
  const subject = subjectOf(view, texts);
  const blocks = cancelledBlocks(view, texts);
  return { subject, html: htmlMail(subject, { blocks, language: texts.language }), text: textMail(blocks) };
}

/** The same for an SNS topic, whose subjects are ASCII under 100 characters. */
export function cancelledTopicMessage(view: RequestView): { readonly subject: string; readonly text: string } {
  const texts = textsFor(view.approver);
  const subject = subjectOf(view, texts)
    .replaceAll(/[^\x20-\x7e]/gu, '?')
    .slice(0, 99);
  return { subject, text: textMail(cancelledBlocks(view, texts)) };
}

function subjectOf(view: RequestView, { mail, question }: Texts): string {
  const [first] = cancelledCalls(view);
  const about =
    first === undefined ? view.gate : `${first.tool.slice(0, 40)} (${view.gate}, ${shortForm(first.digest)})`;
  return first?.question === undefined ? mail.cancelledSubject(about) : question.mailCancelledSubject(about);
}

function cancelledBlocks(view: RequestView, texts: Texts): readonly MailBlock[] {
  const calls = cancelledCalls(view);
  const { mail, question } = texts;
  // A question about the run stands in a request of its own.
  const intro = calls[0]?.question === undefined ? mail.cancelledIntro : question.mailCancelledIntro;
  return [
    { kind: 'paragraph', text: intro(view.gate, view.stage) },
    ...calls.map((call): MailBlock => ({ kind: 'fact', label: call.tool, value: shortForm(call.digest) })),
    ...(calls.some(isOfGateStop) ? [{ kind: 'paragraph' as const, text: texts.mail.gateStopped }] : []),
    { kind: 'paragraph', text: texts.mail.cancelledLinks },
    ...(view.guard === 'unguarded' ? [{ kind: 'paragraph' as const, text: texts.unguarded }] : []),
  ];
}

function cancelledCalls(view: RequestView): readonly CallView[] {
  return view.calls.filter(({ standing }) => standing.kind === 'closed' && standing.outcome === 'cancelled');
}
