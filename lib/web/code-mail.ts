import type { VerdictKind } from '../core/approval-entries.ts';
import { shortForm } from '../core/hashes.ts';
import type { ToolUseId } from '../core/ids.ts';
import type { Message } from '../gate/ports.ts';
import type { RequestView } from '../gate/views.ts';
import { shortName } from './call-state.ts';
import { genuineWords } from './genuine.ts';
import { fact, small } from './mail-blocks.ts';
import { mailMessage } from './mail-message.ts';
import { aboutCalls } from './request-mail.ts';
import { textsFor } from './texts/mail-texts.ts';

/** A code that is sent to an approver while they answer one call. */
export interface SentCode {
  /** Six digits. */
  readonly code: string;
  readonly request: RequestView;
  readonly toolUseId: ToolUseId;
  readonly verdict: VerdictKind;
  /** ISO instant. */
  readonly validUntil: string;
}

/**
 * The mail with the code: what it is for, and what to do where it was not asked for. It has no link, so that nobody learns to
 * open one from such a mail, and the code stands in no subject, which locked screens show.
 */
export function codeMail({
  code,
  request,
  toolUseId,
  verdict,
  validUntil,
}: SentCode): Message & { readonly html: string } {
  const texts = textsFor(request.approver);
  const { told } = texts;
  const calls = request.calls.filter((call) => call.toolUseId === toolUseId);
  const [call] = calls;
  return mailMessage({
    texts,
    subject: (language, longestTool) =>
      language.told.codeSubject(aboutCalls(request, { calls, texts: language, longestTool })),
    written: () => [
      { kind: 'sender', text: `${texts.brand} · ${texts.gateLine(request)}` },
      { kind: 'title', text: told.codeTitle },
      { kind: 'paragraph', text: told.codeLead },
      { kind: 'code', text: code },
      fact(
        told.codeFor,
        texts.mail.noted(call === undefined ? request.gate : shortName(call, texts), told.codeAnswer[verdict]),
      ),
      fact(texts.digest, call === undefined ? '' : shortForm(call.digest)),
      fact(told.codeUntil, texts.instant(validUntil).words),
      small(told.codeNotYou),
      small(told.neverAsked),
      small(genuineWords(request, texts)),
    ],
  });
}
