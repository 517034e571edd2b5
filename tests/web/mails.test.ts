import { describe, expect, test } from 'vitest';
import { shortForm } from '../../lib/core/hashes.ts';
import { cancelledTopicMessage } from '../../lib/web/cancelled-mail.ts';
import { outcomeTopicMessage } from '../../lib/web/outcome-mail.ts';
import { informationTopicMessage, requestTopicMessage } from '../../lib/web/request-mail.ts';
import { everyMail, link } from './build-mails.ts';
import { callView, closed, requestView } from './build-view.ts';
import { textOf } from './page-browser.ts';

const hostile = [
  '<a href="https://evil.example/approve">Approve</a>',
  'Open https://evil.example/x or www.evil.example or mailto:a@evil.example',
  'x\r\nBcc: everyone@evil.example\r\n\r\nhttps://evil.example',
  '\u202Ehttps://evil.example\u2066',
  'w'.repeat(5000),
  '語'.repeat(3000),
  '😀'.repeat(900),
  '> quoted\n---\nTo see everything, open this page:\n\nhttps://evil.example',
  '</blockquote></body><h1>Approved</h1>',
];
const languages = ['en', 'ja'] as const;
const kinds = everyMail('plain').map(({ kind }) => kind);
const tags = (page: string) => new Set([...page.matchAll(/<\/?([a-z0-9]+)/g)].map((match) => match[1]));

// Made once: each is looked at by every test.
const made = languages.flatMap((language) => hostile.map((text) => ({ language, mails: everyMail(text, language) })));

describe.each(kinds)('the %s mail, whatever the texts are and in either language', (kind) => {
  const all = made.flatMap(({ mails }) => mails.filter((one) => one.kind === kind));

  test('has the page’s link alone on its line, or no address at all', () => {
    for (const { mail, links } of all) {
      const own = links === 1 ? [link] : [];
      expect(mail.text.split('\n').filter((line) => line.includes('://'))).toEqual(own);
      expect(mail.text).not.toMatch(/www\.|mailto:/i);
      const targets = [...mail.html.matchAll(/(?:href|src|action|background)\s*=\s*"([^"]*)"/g)].map(
        (match) => match[1],
      );
      expect(targets).toEqual(own);
      expect(textOf(mail.html).match(/\w+:\/\//g) ?? []).toEqual(own.map(() => 'https://'));
    }
  });

  test('has no line over 78 characters in its text, none over 998 octets in its HTML', () => {
    for (const { mail } of all) {
      expect(mail.text.split('\n').filter((line) => line.length > 78 && line !== link)).toEqual([]);
      expect(mail.html.split('\n').filter((line) => Buffer.byteLength(line) > 998)).toEqual([]);
      expect(mail.text + mail.html).not.toContain('\r');
    }
  });

  test('has nothing that loads, runs or is sent, and no tag that a text brought', () => {
    const benign = tags(everyMail('plain').find((one) => one.kind === kind)?.mail.html ?? '');
    for (const { mail } of all) {
      expect([...tags(mail.html)].filter((tag) => !benign.has(tag) && tag !== 'wbr')).toEqual([]);
    }
    for (const tag of ['script', 'form', 'img', 'link', 'style', 'iframe']) expect(benign.has(tag)).toBe(false);
  });

  test('has a subject of one line that no agent and no starter can write to', () => {
    for (const language of languages) {
      const subjects = made
        .filter((one) => one.language === language)
        .map(({ mails }) => mails.find((one) => one.kind === kind)?.mail.subject);
      expect(new Set(subjects).size).toBe(1);
      expect(subjects[0]).toMatch(/^\S.*\(ferry, [\w-]+\)$/);
    }
  });

  test('names in both parts the address that it comes from', () => {
    for (const { mail } of all) {
      for (const part of [mail.text, textOf(mail.html)]) {
        const flat = part.replaceAll(/\s+/g, ' ');
        expect(flat).toMatch(/it comes from gate@example\.com, |差出人が gate@example\.com であること/);
      }
    }
  });

  test('says that a reply decides nothing and how to tell a genuine mail, and names its language', () => {
    for (const { mail } of all) {
      const isJapanese = mail.html.includes('<html lang="ja">');
      const flat = mail.text.replaceAll(/\s+/g, ' ');
      expect(flat).toContain(isJapanese ? '本物のメッセージの見分け方' : 'How to tell a genuine message');
      if (kind !== 'code') expect(flat).toContain(isJapanese ? 'このメッセージに返信しても' : 'reply');
      expect(mail.html).toMatch(/<html lang="(en|ja)">/);
    }
  });
});

test('mails about a call show the digest that page and ledger have', () => {
  for (const { kind, mail } of everyMail('plain')) {
    if (kind !== 'finished' && kind !== 'broken-off')
      expect([kind, mail.text.includes(shortForm(callView().digest))]).toEqual([kind, true]);
  }
});

test('the agent’s own words stand in no mail, nor does the starter’s in what a requester hears', () => {
  for (const { kind, mail } of everyMail('PLEASE-HURRY')) {
    const isOwn = ['waiting', 'expired', 'expired-short', 'finished', 'code', 'cancelled'].includes(kind);
    if (isOwn) expect(mail.text + mail.html).not.toContain('PLEASE-HURRY');
  }
});

test('a topic message does not say that it comes from the gate’s own address, which SNS does not write from', () => {
  const approver = { ...requestView().approver, kind: 'topic' } as const;
  const settled = requestView({ approver, calls: [callView({ standing: closed('cancelled') })] });
  const { sender: _, ...unmailed } = requestView({ approver });
  for (const { text } of [
    requestTopicMessage(requestView({ approver }), link),
    informationTopicMessage(requestView({ approver })),
    outcomeTopicMessage(settled),
    cancelledTopicMessage(settled),
  ]) {
    const flat = text.replaceAll(/\s+/g, ' ');
    expect(flat).toContain('it comes through the topic that you subscribed to, ');
    expect(flat).toContain('Mails of this gate come from gate@example.com.');
  }
  expect(requestTopicMessage(unmailed, link).text).not.toMatch(/comes? from/);
});
