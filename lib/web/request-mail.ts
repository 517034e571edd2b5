import { shortForm } from '../core/hashes.ts';
import type { RequestView } from '../gate/views.ts';
import { openCalls } from './call-state.ts';
import { mailBlocks } from './mail-blocks.ts';
import { htmlMail } from './mail-html.ts';
import { textMail } from './mail-text.ts';
import { type Texts, textsFor } from './texts/texts.ts';

/**
 * The mail that asks one approver, with that approver's own link. Its subject holds nothing that an agent or the
 * starter wrote: tool names come from the gate file.
 */
export function requestMail(
  view: RequestView,
  link: string,
): { readonly subject: string; readonly html: string; readonly text: string } {
  const texts = textsFor(view.approver);
  const blocks = mailBlocks(view, { link, texts });
  const subject = subjectOf(view, { texts });
  return { subject, html: htmlMail(subject, { blocks, language: texts.language }), text: textMail(blocks) };
}

/** The same for an SNS topic: a subject of printable ASCII under 100 characters, and text only. */
export function requestTopicMessage(
  view: RequestView,
  link: string,
): { readonly subject: string; readonly text: string } {
  const texts = textsFor(view.approver);
  return { subject: topicSubject(view, texts), text: textMail(mailBlocks(view, { link, texts })) };
}

function subjectOf(
  view: RequestView,
  { texts, toolLength = 64 }: { readonly texts: Texts; readonly toolLength?: number },
): string {
  const [first, ...others] = openCalls(view);
  if (first === undefined) return texts.mail.subject(view.gate);
  const tool = first.tool.length > toolLength ? `${first.tool.slice(0, toolLength - 3)}...` : first.tool;
  const { mail, question } = texts;
  const subject = first.question === undefined ? mail.subject : question.mailSubject;
  return subject(`${tool}${texts.mail.andMore(others.length)} (${view.gate}, ${shortForm(first.digest)})`);
}

// SNS refuses a longer subject, line breaks and whatever is not ASCII; a refused message would leave everybody unasked.
const longestTopicSubject = 99;

function topicSubject(view: RequestView, texts: Texts): string {
  const full = subjectOf(view, { texts });
  const fitting =
    full.length <= longestTopicSubject
      ? full
      : subjectOf(view, { texts, toolLength: 64 - (full.length - longestTopicSubject) });
  return fitting.replaceAll(/[^\x20-\x7e]/gu, '?').slice(0, longestTopicSubject);
}
