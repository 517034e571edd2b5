import { describe, expect, test } from 'vitest';
import type { ApproverId, ToolUseId } from '../../lib/core/ids.ts';
import type { CallView } from '../../lib/gate/views.ts';
import { codeMail } from '../../lib/web/code-mail.ts';
import { outcomeMail, outcomeTopicMessage } from '../../lib/web/outcome-mail.ts';
import {
  changedMail,
  changedTopicMessage,
  escalationMail,
  escalationTopicMessage,
  informationMail,
  informationTopicMessage,
  reminderMail,
  reminderTopicMessage,
  requestMail,
  requestTopicMessage,
} from '../../lib/web/request-mail.ts';
import { requesterMail } from '../../lib/web/requester-mail.ts';
import { link, news } from './build-mails.ts';
import { callView, closed, requestView } from './build-view.ts';

const flat = ({ text }: { readonly text: string }) => text.replaceAll(/\s+/g, ' ');
const shownWhole = callView({
  shown: [{ label: 'All', at: '', value: { sailing: 'NS-204' } }],
  input: { sailing: 'NS-204' },
});

const kim = 'kim' as ApproverId;
const edited: CallView['edited'] = {
  by: { id: kim, name: 'Kim Osei' },
  at: '2026-03-04T11:30:00.000Z',
  changes: [
    { at: '/amount', before: '184.5', after: 150 },
    { at: '/note', after: 'Window seat' },
  ],
};

describe('what a mail leaves out', () => {
  test('nothing, and it says so', () => {
    expect(flat(requestMail(requestView({ calls: [shownWhole] }), link))).toContain(
      'This message shows all arguments.',
    );
  });

  test('is counted: arguments that are not shown, and ends that were cut', () => {
    const missing = (call: Partial<CallView>) =>
      /everything: ([\d,]+) characters/.exec(flat(requestMail(requestView({ calls: [callView(call)] }), link)))?.[1];
    const long = 'z'.repeat(5000);
    expect(missing({ shown: [], input: { a: 'xyz', b: [1, 22] } })).toBe('8');
    expect(missing({ shown: [{ label: 'A', at: '/a', value: long }], input: { a: long } })).toBe('4,800');
    expect(missing({ shown: [{ label: 'A', at: '/a', value: long }], input: { a: long, b: 'xyz' } })).toBe('4,805');
    expect(missing({ shown: [{ label: 'B', at: '/b', value: [1, 22] }], input: { b: [1, 22] } })).toBeUndefined();
  });

  test('sends to the page, where there is a page to go to', () => {
    const view = requestView();
    expect(flat(requestMail(view, link))).toContain('stand on the page only. Read them there before you answer.');
    expect(flat(informationMail(view))).toContain('characters of the arguments are missing here.');
    expect(informationMail(view).text).not.toContain('://');
  });
});

test('however much is asked, a mail stays below what mail programs cut off and a topic message below its limit', () => {
  const shown = Array.from({ length: 60 }, (_, index) => ({
    label: `Line ${index}`,
    at: `/${index}`,
    value: '語'.repeat(199),
  }));
  const calls = Array.from({ length: 12 }, () => callView({ shown, tool: 't'.repeat(64) }));
  const mail = requestMail(requestView({ calls }), link);
  expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000);
  expect(mail.text).toContain(link);
  expect(flat(mail)).toMatch(/\d+ more calls stand on the page/);
  const topic = requestTopicMessage(requestView({ calls }), link);
  expect(Buffer.byteLength(topic.text) + topic.subject.length).toBeLessThan(256 * 1024);
});

describe('a reminder', () => {
  const answered = callView({ tool: 'first', yours: 'approve' });
  const open = callView({ tool: 'second' });
  const view = requestView({ calls: [answered, open] });

  test('asks about what its reader has not answered, and says how long is left', () => {
    const mail = reminderMail(view, link);
    expect(flat(mail)).toContain('You were asked about this before and have not answered yet. 1 day left.');
    expect(mail.text).toContain('\nsecond\n------');
    expect(mail.text).not.toContain('\nfirst\n');
  });

  test('has the request’s subject, so that it stands in the request’s thread', () => {
    expect(reminderMail(view, link).subject).toBe(
      `Re: ${requestMail(requestView({ calls: [callView({ tool: 'first' }), open] }), link).subject}`,
    );
  });
});

test('an escalation says that others were asked before, and who', () => {
  const asked: CallView['asked'] = [
    { id: kim, name: 'Kim Osei', role: 'decides', notice: 'sent' },
    { id: 'morgan' as ApproverId, name: 'Morgan Reyes', role: 'escalated', notice: 'planned' },
  ];
  const text = flat(escalationMail(requestView({ calls: [callView({ asked })] }), link));
  expect(text).toContain('so you may decide too');
  expect(text).toContain('Who decides: Kim Osei (no answer yet) and Morgan Reyes (no answer yet)');
});

test('a changed call is told with who changed it and each change, numbers told from texts', () => {
  const text = flat(changedMail(requestView({ calls: [callView({ edited })] }), link));
  expect(text).toContain('Answers to the call as it was before count no more');
  expect(text).toContain('Kim Osei changed the arguments on Wednesday 4 March 2026, 11:30 UTC:');
  expect(text).toContain('/amount: "184.5" became 150');
  expect(text).toContain('/note: (nothing) became Window seat');
});

describe('an outcome', () => {
  const standing: CallView['standing'] = closed('approved', { kind: 'text', text: 'Cheaper one.' });

  test('of two who decided each has their own words, and nobody those of the other', () => {
    const [kim] = closed('approved', { kind: 'text', text: 'Cheaper one.' }).by;
    const alex = { id: 'alex' as ApproverId, name: 'Alex Kim' };
    if (kim === undefined) throw new Error('Nobody decided.');
    const both = callView({ standing: { ...closed('approved'), by: [kim, alex] } });
    const text = flat(outcomeMail(requestView({ calls: [both] })));
    expect(text).toContain('Decided by: Kim Osei and Alex Kim');
    expect(text).toContain('In the words of Kim Osei: > Cheaper one.');
    expect(text).not.toContain('words of Alex Kim');
    expect(text).not.toContain('words of Kim Osei and');
  });

  test('says who decided, in which words, whether it worked and whether anybody looked', () => {
    const done = callView({
      standing,
      edited,
      cameTo: { kind: 'done', verified: false, reason: { kind: 'text', text: 'No booking found.' } },
    });
    const mail = outcomeMail(requestView({ calls: [done] }));
    expect(mail.subject).toMatch(/^Approved: confirm_ferry_booking \(ferry, /);
    for (const words of [
      'Outcome: Approved',
      'Decided by: Kim Osei',
      'In the words of Kim Osei: > Cheaper one.',
      'Carried out (REFUTED: a second look did not find it so)',
      'nobody vouches for these words: > No booking found.',
    ])
      expect(flat(mail)).toContain(words);
  });

  test('claims no look that nobody took', () => {
    const mail = outcomeMail(requestView({ calls: [callView({ standing, cameTo: { kind: 'done' } })] }));
    expect(flat(mail)).toContain('Carried out (not verified)');
  });

  test('of what the gate did not carry out says why, in the reader’s language and not as somebody else’s words', () => {
    const cameTo = { kind: 'prevented', because: 'stopped' } as const;
    const approver = { ...requestView().approver, language: 'ja' } as const;
    const calls = [callView({ standing, cameTo })];
    expect(flat(outcomeMail(requestView({ calls })))).toContain('Why: The run was stopped before the action started.');
    expect(flat(outcomeMail(requestView({ calls })))).not.toContain('nobody vouches');
    expect(flat(outcomeMail(requestView({ calls, approver })))).toContain('理由: 実行の前に');
  });

  test('of a call behind a grant says whether it was used, and never that it was verified', () => {
    const cameTo = { kind: 'grant', standing: 'ran', at: '2026-03-04T11:30:00.000Z' } as const;
    const mail = outcomeMail(requestView({ calls: [callView({ standing: closed('approved'), cameTo })] }));
    expect(flat(mail)).toContain('What became of it: Used: the agent made this call on Wednesday 4 March 2026, 11:30');
    expect(flat(mail)).toContain('Nobody has verified what it did');
    expect(flat(mail)).not.toContain('not verified');
  });

  test('of a deadline that passed says how many answers there were, and that nobody answered only where that is so', () => {
    const mailOf = (changes: Partial<CallView>) =>
      outcomeMail(requestView({ calls: [callView({ quorum: 2, standing: closed('expired'), ...changes })] }));
    const yes = { id: kim, name: 'Kim Osei', verdict: 'approve', at: '2026-03-04T11:00:00.000Z' } as const;
    const no = { ...yes, id: 'morgan' as ApproverId, verdict: 'reject' } as const;
    expect(mailOf({ answers: [yes] }).subject).toMatch(/^Expired: too few people answered in time/);
    expect(flat(mailOf({ answers: [yes] }))).toContain(
      '1 of the 2 approvals that were needed came before the deadline, so the call does not count as approved. Nobody rejected',
    );
    expect(flat(mailOf({ answers: [yes, no], no: 'majority' }))).toContain('One person said no, which alone does not');
    // Whoever changed it said something, though what it is now is for others to decide.
    expect(mailOf({ edited }).subject).toMatch(/^Expired: too few people answered in time/);
    expect(mailOf({}).subject).toMatch(/^Expired: nobody answered in time/);
  });
});

test('a code is told with what it is for and until when, and stands in no subject', () => {
  const request = requestView();
  const mail = codeMail({
    code: '493021',
    request,
    toolUseId: 'tooluse_1' as ToolUseId,
    verdict: 'reject',
    validUntil: '2026-03-04T12:15:00.000Z',
  });
  expect(mail.text).toContain('\n    493021\n');
  expect(flat(mail)).toContain('confirm_ferry_booking (reject)');
  expect(flat(mail)).toContain('Good until: Wednesday 4 March 2026, 12:15 UTC');
  expect(mail.subject).not.toContain('493021');
});

test('a requester hears how each call ended, and whether anybody looked', () => {
  const calls = [
    { tool: 'pay', outcome: 'approved', action: { status: 'done', verified: null } },
    { tool: 'delete', outcome: 'refused' },
    { tool: 'book', outcome: 'expired', short: { given: 1, needed: 2, noes: 0 } },
    { tool: 'move', outcome: 'expired' },
  ] as const;
  const mail = requesterMail({ ...news, tells: 'finished', outcome: 'stopped', calls });
  expect(mail.subject).toBe('Your run is over (ferry, run-0)');
  expect(flat(mail)).toContain('The run was stopped.');
  expect(flat(mail)).toContain('pay: Approved; Carried out (not verified)');
  expect(flat(mail)).toContain('delete: Refused by the rules');
  expect(flat(mail)).toContain('book: Expired: too few people answered in time');
  expect(flat(mail)).toContain('move: Expired: nobody answered in time');
});

test('what needs more than a link says so, since the link alone would not do', () => {
  const text = (answerBy: CallView['answerBy']) =>
    flat(requestMail(requestView({ calls: [callView({ answerBy })] }), link));
  expect(text('iam')).toContain('countersign approve request-0');
  expect(text('code')).toContain('a code is sent to your mailbox');
  expect(text('link')).not.toContain('code is sent');
});

test('topics get the same words, and an English subject of printable ASCII under 100 characters', () => {
  const calls = [callView({ tool: 't'.repeat(64), edited, standing: { kind: 'open' } }), callView()];
  const view = requestView({ gate: 'g'.repeat(20), approver: { ...requestView().approver, language: 'ja' }, calls });
  for (const topic of [
    requestTopicMessage(view, link),
    reminderTopicMessage(view, link),
    escalationTopicMessage(view, link),
    changedTopicMessage(view, link),
    informationTopicMessage(view),
    outcomeTopicMessage(view),
  ]) {
    expect(topic.subject).toMatch(/^[A-Z][\x20-\x7e]{1,98}$/);
    expect(topic.subject).toMatch(/, [0-9a-f]{4}-[0-9a-f]{4}\)$/);
    expect(topic.text).toContain('ダイジェスト');
  }
});
