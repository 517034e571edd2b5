import { shortForm } from '../core/hashes.ts';
import type { Message } from '../gate/ports.ts';
import type { CallView, RequestView } from '../gate/views.ts';
import { type Asking, askedOf, askingBlocks, isQuestionIn } from './asking-blocks.ts';
import { asksForWords, shortName } from './call-state.ts';
import { type MailDraft, mailMessage, topicMessage } from './mail-message.ts';
import { textsFor } from './texts/mail-texts.ts';
import type { Texts } from './texts/texts.ts';

type Mail = Message & { readonly html: string };

/**
 * The mail that asks one approver, with that approver's own link. Its subject holds nothing that an agent or the
 * starter wrote: tool names come from the gate file.
 */
export function requestMail(view: RequestView, link: string): Mail {
  return mailMessage(draftOf(view, { asking: 'request', link }));
}

export function requestTopicMessage(view: RequestView, link: string): Message {
  return topicMessage(draftOf(view, { asking: 'request', link }));
}

/** To somebody who was asked before and has not answered. */
export function reminderMail(view: RequestView, link: string): Mail {
  return mailMessage(draftOf(view, { asking: 'reminder', link }));
}

export function reminderTopicMessage(view: RequestView, link: string): Message {
  return topicMessage(draftOf(view, { asking: 'reminder', link }));
}

/** To somebody who may decide since those before them did not. */
export function escalationMail(view: RequestView, link: string): Mail {
  return mailMessage(draftOf(view, { asking: 'escalation', link }));
}

export function escalationTopicMessage(view: RequestView, link: string): Message {
  return topicMessage(draftOf(view, { asking: 'escalation', link }));
}

/** To somebody who is asked about a call that a person has changed since. */
export function changedMail(view: RequestView, link: string): Mail {
  return mailMessage(draftOf(view, { asking: 'changed', link }));
}

export function changedTopicMessage(view: RequestView, link: string): Message {
  return topicMessage(draftOf(view, { asking: 'changed', link }));
}

/** To somebody who is told and may not decide; it has no link. */
export function informationMail(view: RequestView): Mail {
  return mailMessage(draftOf(view, { asking: 'information' }));
}

export function informationTopicMessage(view: RequestView): Message {
  return topicMessage(draftOf(view, { asking: 'information' }));
}

/** What a subject says behind its first words: the first tool, how many more, the gate, the digest to compare. */
export function aboutCalls(
  view: RequestView,
  of: { readonly calls: readonly CallView[]; readonly texts: Texts; readonly longestTool: number },
): string {
  const [first, ...others] = of.calls;
  if (first === undefined) return view.gate;
  const tool = shortName(first, of.texts);
  const name = tool.length > of.longestTool ? `${tool.slice(0, of.longestTool - 3)}...` : tool;
  return `${name}${of.texts.mail.andMore(others.length)} (${view.gate}, ${shortForm(first.digest)})`;
}

function draftOf(view: RequestView, asked: { readonly asking: Asking; readonly link?: string }): MailDraft {
  const texts = textsFor(view.approver);
  return {
    texts,
    subject: (language, longestTool) => subjectOf(view, { asking: asked.asking, texts: language, longestTool }),
    written: (mostCalls) => askingBlocks(view, { ...asked, texts, mostCalls }),
  };
}

function subjectOf(
  view: RequestView,
  { asking, texts, longestTool }: { readonly asking: Asking; readonly texts: Texts; readonly longestTool: number },
): string {
  const { mail, question, told } = texts;
  // A thread needs the subject that the request had: of all its calls, answered or not.
  const calls = asking === 'reminder' ? view.calls : askedOf(view, asking);
  const about = aboutCalls(view, { calls, texts, longestTool });
  const asks = isQuestionIn(calls)
    ? question.mailSubject(about)
    : asksForWords(calls)
      ? mail.answerSubject(about)
      : mail.subject(about);
  switch (asking) {
    case 'request':
      return asks;
    case 'reminder':
      return mail.reminderSubject(asks);
    case 'escalation':
      return mail.escalationSubject(about);
    case 'changed':
      return mail.changedSubject(about);
    case 'information':
      return told.informationSubject(about);
  }
}
