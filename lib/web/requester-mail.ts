import { shortForm } from '../core/hashes.ts';
import type { Message } from '../gate/ports.ts';
import type { EndedCall, RequesterView, WaitingCall } from '../gate/requester-view.ts';
import { genuineWords } from './genuine.ts';
import { fact, type MailBlock, paragraph, small, when } from './mail-blocks.ts';
import { type MailDraft, mailMessage, topicMessage } from './mail-message.ts';
import { cameToWords } from './outcome-mail.ts';
import { textsFor } from './texts/mail-texts.ts';
import type { Texts } from './texts/texts.ts';

export function requesterMail(news: RequesterView): Message & { readonly html: string } {
  return mailMessage(draftOf(news));
}

export function requesterTopicMessage(news: RequesterView): Message {
  return topicMessage(draftOf(news));
}

function draftOf(news: RequesterView): MailDraft {
  const texts = textsFor(news.reader);
  return {
    texts,
    subject: ({ told }) =>
      `${told.requesterSubject[newsOf(news)]} (${news.gate}, ${news.runId.slice(0, longestRunId)})`,
    written: (mostCalls) => newsBlocks(news, { texts, mostCalls: mostCalls * 4 }),
  };
}

const longestRunId = 40;

// Where some had answered before the deadline, that nobody did would not be true; and behind a question the run does not go on.
function newsOf(news: RequesterView): RequesterView['tells'] | 'short' | 'not-continued' {
  if (news.tells !== 'expired') return news.tells;
  if (news.calls.some(({ question }) => question !== undefined)) return 'not-continued';
  return news.calls.some(({ short }) => short !== undefined) ? 'short' : 'expired';
}

function newsBlocks(
  news: RequesterView,
  { texts, mostCalls }: { readonly texts: Texts; readonly mostCalls: number },
): readonly MailBlock[] {
  const { told } = texts;
  const lines =
    news.tells === 'finished' ? news.calls.map((call) => endedFact(call, texts)) : waitingFacts(news, texts);
  return [
    { kind: 'sender', text: `${texts.brand} · ${texts.gateLine(news)}` },
    { kind: 'title', text: told.requesterTitle[newsOf(news)] },
    paragraph(told.requesterLead[newsOf(news)]),
    ...(news.tells === 'finished' ? [paragraph(told.ends[news.outcome])] : []),
    fact(told.run, news.runId),
    ...lines.slice(0, mostCalls),
    ...when(lines.length > mostCalls, paragraph(told.moreInReport(lines.length - mostCalls))),
    paragraph(told.report(`countersign report ${news.runId}`)),
    small(told.whyTold),
    small(told.nothingToAnswer),
    small(genuineWords(news, texts)),
  ];
}

function waitingFacts({ calls }: { readonly calls: readonly WaitingCall[] }, texts: Texts): readonly MailBlock[] {
  return calls.map(({ tool, digest, deadline, short, question }) => {
    const until = `${texts.openUntil} ${texts.instant(deadline).words}`;
    const isCounted = short !== undefined && question === undefined;
    const words = isCounted ? texts.told.andThen(until, texts.tooFew.came(short)) : until;
    const name = question === undefined ? tool : texts.question.names[question];
    return fact(`${name} (${shortForm(digest)})`, words);
  });
}

function endedFact({ tool, outcome, digest, action, grant, short }: EndedCall, texts: Texts): MailBlock {
  const { settledByRules } = texts.told;
  const words =
    outcome === 'refused' || outcome === 'allowed' || outcome === 'none'
      ? settledByRules[outcome]
      : short === undefined
        ? texts.outcomes[outcome]
        : texts.tooFew.label;
  const name = digest === undefined ? tool : `${tool} (${shortForm(digest)})`;
  const more = action === undefined ? grant && cameToWords(grant, texts) : actionWords(action, texts);
  return fact(name, more === undefined ? words : texts.told.andThen(words, more));
}

function actionWords({ status, verified }: NonNullable<EndedCall['action']>, texts: Texts): string {
  if (status === 'not-done') return texts.cameTo.prevented;
  const { yes, no, nobody } = texts.verified;
  return texts.mail.noted(texts.cameTo[status], verified === null ? nobody : verified ? yes : no);
}
