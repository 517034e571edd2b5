import { expect, test } from 'vitest';
import { cancelledMail } from '../../lib/web/cancelled-mail.ts';
import { codeMail } from '../../lib/web/code-mail.ts';
import { outcomeMail } from '../../lib/web/outcome-mail.ts';
import {
  escalationMail,
  informationMail,
  reminderMail,
  requestMail,
  requestTopicMessage,
} from '../../lib/web/request-mail.ts';
import { requesterMail } from '../../lib/web/requester-mail.ts';
import { link, news } from './build-mails.ts';
import { callView, closed, requestView } from './build-view.ts';

const about = callView({
  tool: 'run at its limit',
  shown: [],
  input: { used: 50, allowed: 50, since: '2026-03-04T09:30:00.000Z' },
  offers: ['continue', 'end'],
  question: { about: 'cap', rule: 'caps.turns', choices: ['continue', 'end'] },
});
const beside = [{ tool: 'x', shown: [], cameTo: 'done', at: '2026-03-04T09:30:00.000Z' }] as const;

test('no mail about a run itself speaks of calls, approvals or arguments', () => {
  const view = requestView({ calls: [about], did: beside });
  const ended = { ...about, standing: { ...closed('approved'), outcome: 'continued' } as const };
  for (const { subject, text } of [
    requestMail(view, link),
    reminderMail(view, link),
    escalationMail(view, link),
    informationMail(view),
    outcomeMail(requestView({ calls: [ended] })),
  ]) {
    expect(`${subject} ${text}`).not.toMatch(/\bcalls?\b|approv(?!er)|argument/i);
  }
});

test('the outcome of a question is told in words', () => {
  const ended = { ...about, standing: { ...closed('approved'), outcome: 'restarted' } as const };
  expect(outcomeMail(requestView({ calls: [ended] })).subject).toMatch(
    /^The run begins again in a new session: run at/,
  );
});

test('a requester hears of a question by its name, and that the run ends where nobody let it go on', () => {
  const { digest, deadline } = about;
  const short = { given: 1, needed: 2, noes: 0 };
  const calls = [{ tool: 'caps.turns', digest, deadline, question: 'cap', short }] as const;
  const mailOf = (tells: 'waiting' | 'expired', language: 'en' | 'ja') => {
    const { subject, text } = requesterMail({ ...news, reader: { language, timeZone: 'UTC' }, tells, calls });
    return `${subject} ${text.replaceAll(/\s+/g, ' ')}`;
  };
  expect(mailOf('waiting', 'en')).toMatch(/^Your run waits .* run at its limit \(/);
  const ended = mailOf('expired', 'en');
  expect(ended).toMatch(/^Nobody let your run go on in time .* so it ends\. .* run at its limit \(/);
  expect(ended).not.toMatch(/the run goes on|Nobody answered|approval|caps\./);
  expect(mailOf('expired', 'ja')).toMatch(/^期限までに続行が認められませんでした.*上限に達した実行 \(/);
});

test('every mail names the question in the language of its reader, and a topic’s subject in English', () => {
  const approver = { ...requestView().approver, language: 'ja' } as const;
  const view = requestView({ approver, calls: [about] });
  const cancelled = requestView({ approver, calls: [{ ...about, standing: closed('cancelled') }] });
  const code = {
    code: '493021',
    toolUseId: about.toolUseId,
    verdict: 'end',
    validUntil: '2026-03-04T12:15:00.000Z',
  } as const;
  for (const { subject, text } of [
    requestMail(view, link),
    cancelledMail(cancelled),
    codeMail({ ...code, request: view }),
  ]) {
    expect(`${subject} ${text}`).toContain('上限に達した実行');
    expect(`${subject} ${text}`).not.toContain('run at its limit');
  }
  expect(requestTopicMessage(view, link).subject).toContain('run at its limit');
});

test('a choice has the words of its button, and what it means', () => {
  const text = requestMail(requestView({ calls: [about] }), link).text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('Let it go on: The run goes on until the same limit is used up once more.');
  expect(text).toContain('End the run: The run ends here.');
});
