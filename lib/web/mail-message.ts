import type { Message } from '../gate/ports.ts';
import type { MailBlock } from './mail-blocks.ts';
import { htmlMail } from './mail-html.ts';
import { textMail } from './mail-text.ts';
import { textsFor } from './texts/mail-texts.ts';
import type { Texts } from './texts/texts.ts';

/** What a message is made from: `written` with at most so many of its calls, the rest counted. */
export interface MailDraft {
  readonly subject: (texts: Texts, longestTool: number) => string;
  readonly written: (mostCalls: number) => readonly MailBlock[];
  readonly texts: Texts;
}

/** Both parts of a mail. */
export function mailMessage({ subject, written, texts }: MailDraft): Message & { readonly html: string } {
  const line = subject(texts, longestToolName);
  const both = (mostCalls: number) => {
    const blocks = written(mostCalls);
    return { subject: line, html: htmlMail(line, { blocks, language: texts.language }), text: textMail(blocks) };
  };
  return within(largestMail, both, ({ html, text }) => Math.max(bytes(html), bytes(text)));
}

/** The same for an SNS topic: text only, and a subject that every kind of subscription takes. */
export function topicMessage({ subject, written }: MailDraft): Message {
  const line = topicSubject(subject);
  const message = (mostCalls: number) => ({ subject: line, text: textMail(written(mostCalls)) });
  return within(largestTopicText, message, ({ text }) => bytes(text));
}

// Gmail cuts a message off at 102 KB, and link and digest stand at its end.
const largestMail = 90_000;

// SNS takes 256 KB for text, subject and attributes together.
const largestTopicText = 250_000;

// More calls than the first would push link and deadline out of sight; the page has all of them.
const callsShown = [8, 4, 2, 1] as const;

function within<T>(most: number, make: (mostCalls: number) => T, size: (made: T) => number): T {
  for (const calls of callsShown) {
    const made = make(calls);
    if (size(made) <= most) return made;
  }
  return make(0);
}

const longestToolName = 64;

// SNS refuses a longer subject, line breaks and, for a long time, whatever was not ASCII; a refused message would leave
// everybody unasked. So its subject is English for every reader.
const longestTopicSubject = 99;

function topicSubject(subject: MailDraft['subject']): string {
  const english = textsFor({ language: 'en', timeZone: 'UTC' });
  const full = subject(english, longestToolName);
  const tooLong = Math.max(0, full.length - longestTopicSubject);
  const fitting = subject(english, Math.max(8, longestToolName - tooLong));
  return fitting.replaceAll(/[^\x20-\x7e]/gu, '?').slice(0, longestTopicSubject);
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
