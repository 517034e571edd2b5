import { shortForm } from '../core/hashes.ts';
import type { RequestView } from '../gate/views.ts';
import { openCalls } from './call-state.ts';
import { mailBlocks } from './mail-blocks.ts';
import { htmlMail } from './mail-html.ts';
import { textMail } from './mail-text.ts';
import { textsEn } from './texts-en.ts';

/**
 * The mail that asks one approver, with that approver's own link. Its subject holds nothing that an agent or the
 * starter wrote: tool names come from the gate file.
 */
export function requestMail(
  view: RequestView,
  link: string,
): { readonly subject: string; readonly html: string; readonly text: string } {
  const blocks = mailBlocks(view, { link, texts: textsEn });
  const subject = subjectOf(view);
  return { subject, html: htmlMail(subject, blocks), text: textMail(blocks) };
}

/** The same for an SNS topic: a subject of printable ASCII under 100 characters, and text only. */
export function requestTopicMessage(
  view: RequestView,
  link: string,
): { readonly subject: string; readonly text: string } {
  return { subject: topicSubject(view), text: textMail(mailBlocks(view, { link, texts: textsEn })) };
}

function subjectOf(view: RequestView, toolLength = 64): string {
  const [first, ...others] = openCalls(view);
  if (first === undefined) return textsEn.mail.subject(view.gate);
  const tool = first.tool.length > toolLength ? `${first.tool.slice(0, toolLength - 3)}...` : first.tool;
  const { mail, question } = textsEn;
  const subject = first.question === undefined ? mail.subject : question.mailSubject;
  return subject(`${tool}${textsEn.mail.andMore(others.length)} (${view.gate}, ${shortForm(first.digest)})`);
}

// SNS refuses a longer subject, line breaks and whatever is not ASCII; a refused message would leave everybody unasked.
const longestTopicSubject = 99;

function topicSubject(view: RequestView): string {
  const full = subjectOf(view);
  const fitting = full.length <= longestTopicSubject ? full : subjectOf(view, 64 - (full.length - longestTopicSubject));
  return fitting.replaceAll(/[^\x20-\x7e]/gu, '?').slice(0, longestTopicSubject);
}
