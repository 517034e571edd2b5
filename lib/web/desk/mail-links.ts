import { shortForm } from '../../core/hashes.ts';
import type { DeskMail, DeskRun } from './ports.ts';

/** The addresses that stand alone on a line of a message's text, as an approval link does. */
export function approvalLinks(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (/^https?:\/\/\S+$/.test(line.trim()) ? [line.trim()] : []));
}

/** The mails that ask about what this run waits for: they show the digest of the call. */
export function mailsFor(run: DeskRun, mails: readonly DeskMail[]): readonly DeskMail[] {
  const digests = run.waitsFor.map((call) => shortForm(call.digest));
  return mails.filter((mail) => digests.some((digest) => mail.text.includes(digest)));
}
