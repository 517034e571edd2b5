import { shortForm } from '../core/hashes.ts';
import type { Message } from '../gate/ports.ts';
import type { CallView, RequestView } from '../gate/views.ts';
import { isQuestionIn } from './asking-blocks.ts';
import { isOnlyTold, shortName } from './call-state.ts';
import { genuineWords } from './genuine.ts';
import { fact, type MailBlock, paragraph, small, when } from './mail-blocks.ts';
import { type MailDraft, mailMessage, topicMessage } from './mail-message.ts';
import { isOfGateStop } from './outcome.ts';
import { aboutCalls } from './request-mail.ts';
import { textsFor } from './texts/mail-texts.ts';

/**
 * The mail that tells somebody who was asked, or only told, that nothing is left to answer. It has no link, since there is nothing to open,
 * and no word of the agent's or the starter's.
 */
export function cancelledMail(view: RequestView): Message & { readonly html: string } {
  return mailMessage(draftOf(view));
}

/** The same for an SNS topic. */
export function cancelledTopicMessage(view: RequestView): Message {
  return topicMessage(draftOf(view));
}

function draftOf(view: RequestView): MailDraft {
  const texts = textsFor(view.approver);
  const calls = cancelledCalls(view);
  const isQuestion = isQuestionIn(calls);
  const isTold = isOnlyTold(view);
  const { told } = texts;
  const intro = isTold ? told.only.cancelledIntro : isQuestion ? told.questionCancelledIntro : told.cancelledIntro;
  return {
    texts,
    subject: (language, longestTool) => {
      const about = aboutCalls(view, { calls, texts: language, longestTool });
      if (isTold) return language.told.only.cancelledSubject(about);
      return isQuestion ? language.told.questionCancelledSubject(about) : language.told.cancelledSubject(about);
    },
    // One line for each call: there is nothing to shorten.
    written: () => [
      { kind: 'sender', text: `${texts.brand} · ${texts.gateLine(view)}` },
      { kind: 'title', text: (isTold ? told.only : told).cancelledTitle },
      paragraph(intro(view.gate, view.stage)),
      ...calls.map((call): MailBlock => fact(shortName(call, texts), shortForm(call.digest))),
      ...when(calls.some(isOfGateStop), paragraph(told.gateStopped)),
      ...when(!isTold, paragraph(told.earlierLinks)),
      ...when(view.guard === 'unguarded', paragraph(texts.unguarded)),
      small(told.nothingToAnswer),
      small(genuineWords({ ...view, to: view.approver.kind }, texts)),
    ],
  };
}

function cancelledCalls(view: RequestView): readonly CallView[] {
  return view.calls.filter(({ standing }) => standing.kind === 'closed' && standing.outcome === 'cancelled');
}
