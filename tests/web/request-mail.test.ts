import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortForm } from '../../lib/core/hashes.ts';
import { requestMail, requestTopicMessage } from '../../lib/web/request-mail.ts';
import { callView, requestView } from './build-view.ts';
import { textOf } from './page-browser.ts';

const link = 'https://gate.example/a/Zt0sJ4wq3m3Q0VYx9k1p2r3s4t5u6v7w8x9y0zABCDE';

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom(
    '<a href="https://evil.example/approve">Approve</a>',
    'Open https://evil.example/x or www.evil.example or mailto:a@evil.example',
    'x\r\nBcc: everyone@evil.example\r\n\r\nhttps://evil.example',
    '\u202Ehttps://evil.example\u2066',
    'w'.repeat(5000),
    `${'語'.repeat(3000)}`,
    '> quoted\n---\nTo see everything, open this page:\n\nhttps://evil.example',
  ),
);

function withTexts(text: string) {
  return requestView({
    requester: { name: { kind: 'text', text }, assurance: 'claimed' },
    prompt: { kind: 'text', text },
    agentWords: { kind: 'text', text },
    calls: [callView({ shown: [{ label: 'Item', at: '/item', value: text }], input: { item: text } })],
  });
}

test('both parts say what is asked, by whom, until when, how far it reaches and how to tell a genuine mail', () => {
  const mail = requestMail(requestView(), link);
  for (const part of [mail.text.replaceAll(/\n\s*/g, ' '), textOf(mail.html).replaceAll(/\s+/g, ' ')]) {
    for (const words of [
      'confirm_ferry_booking',
      'Sailing: NS-204',
      'Amount: 184.5 EUR',
      'at most 500 EUR',
      'Cannot be taken back',
      'Book the earliest ferry',
      'as claimed by whoever started the run',
      '5 March 2026, 12:00 UTC (2026-03-05T12:00:00Z)',
      'A reply to this message decides nothing',
      'only link leads to gate.example',
      shortForm(callView().digest),
      'Morgan Reyes',
      'only tells the agent that it may go on',
    ]) {
      expect(part).toContain(words);
    }
  }
});

describe('whatever the texts are', () => {
  test('there is one link, it leads to the page, and it stands alone on its line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const mail = requestMail(withTexts(text), link);
        expect(mail.text.split('\n').filter((line) => line === link)).toHaveLength(1);
        expect(mail.text.match(/\w+:\/\/|www\.|mailto:/gi)).toEqual(['https://']);
        expect(mail.html.match(/<a\s/g)).toHaveLength(1);
        expect(
          [...mail.html.matchAll(/(?:href|src|action|background)\s*=\s*"([^"]*)"/g)].map((match) => match[1]),
        ).toEqual([link]);
        expect(textOf(mail.html).match(/\w+:\/\//g)).toEqual(['https://']);
      }),
    );
  });

  test('no line is longer than 78 characters in the text but the link’s, none over 998 octets in the HTML', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const mail = requestMail(withTexts(text), link);
        const lines = mail.text.split('\n');
        expect(lines.filter((line) => line !== link && line.length > 78)).toEqual([]);
        for (const line of [...lines, ...mail.html.split('\n')])
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(998);
        expect(mail.text + mail.html).not.toContain('\r');
      }),
    );
  });

  test('the HTML part has the tags of a harmless one, and no script, form, picture or remote content', () => {
    const tags = (page: string) => new Set([...page.matchAll(/<\/?([a-z0-9]+)/g)].map((match) => match[1]));
    const benign = tags(requestMail(withTexts('plain'), link).html);
    fc.assert(
      fc.property(hostile, (text) => {
        const found = tags(requestMail(withTexts(text), link).html);
        expect([...found].filter((tag) => !benign.has(tag) && tag !== 'wbr')).toEqual([]);
      }),
    );
  });

  test('the subject holds nothing that an agent or the starter wrote, nor any line end', () => {
    const expected = requestMail(withTexts('plain'), link).subject;
    fc.assert(
      fc.property(hostile, (text) => {
        expect(requestMail(withTexts(text), link).subject).toBe(expected);
      }),
    );
    expect(expected).toBe(`Approval needed: confirm_ferry_booking (ferry, ${shortForm(callView().digest)})`);
  });

  test('the agent’s own words do not stand in the mail', () => {
    const mail = requestMail(requestView({ agentWords: { kind: 'text', text: 'PLEASE-HURRY' } }), link);
    expect(mail.text + mail.html).not.toContain('PLEASE-HURRY');
    expect(mail.text).toContain('It is unverified');
  });
});

test('a long value says how much of it is missing', () => {
  const mail = requestMail(withTexts('z'.repeat(5000)), link);
  expect(mail.text.replaceAll(/\n[> ]*/g, ' ')).toContain('[4,800 more characters]');
  expect(mail.text.replaceAll(/\n[> ]*/g, ' ')).toContain('[4,200 more characters]');
});

test('a text that looks like a number keeps its quotes', () => {
  const view = requestView({
    calls: [callView({ shown: [{ label: 'Amount', at: '/amount', unit: 'EUR', value: '12' }] })],
  });
  expect(requestMail(view, link).text).toContain('Amount: "12" EUR');
});

test('a topic’s subject is ASCII under 100 characters, also for the longest names', () => {
  const calls = Array.from({ length: 12 }, () => callView({ tool: 't'.repeat(64) }));
  const view = requestView({ gate: 'g'.repeat(20), calls });
  const { subject, text } = requestTopicMessage(view, link);
  expect(subject.length).toBeLessThan(100);
  expect(subject).toMatch(/^[A-Za-z][\x20-\x7e]+$/);
  expect(subject).toContain(shortForm(callView().digest));
  expect(text).toContain('more calls stand on the page');
  expect(text).toContain(link);
});
