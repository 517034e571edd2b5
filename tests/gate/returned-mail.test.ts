import { describe, expect, test } from 'vitest';
import { mailEventsHandler } from '../../lambdas/mail-events/handler.ts';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import { type Bench, bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const people = ['morgan', 'alex', 'chief'];

async function waiting(ask: JsonObject = {}): Promise<Bench> {
  const gate = gateFile({
    approvers: Object.fromEntries(people.map((id) => [id, { name: `The ${id}`, mail: `${id}@example.com` }])),
    tools: {
      buy: {
        description: 'Buys one item.',
        inputSchema: { type: 'object' },
        rule: {
          ask: { approvers: ['morgan', 'alex'], deadline: '24h', escalate: { after: '8h', to: ['chief'] }, ...ask },
        },
      },
    },
  });
  const made = bench({ gate, harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  return made;
}

const returnedAt = '2026-03-02T09:00:05.000Z';

/** An event as SES sends it, with addresses and headers that nobody may look at. */
function eventOf(messageId: string, told: Readonly<Record<string, unknown>>): object {
  const mail = {
    messageId,
    destination: ['someone@example.com'],
    headers: [{ name: 'To', value: 'someone@example.com' }],
  };
  return { source: 'aws.ses', time: '2026-03-02T09:00:06Z', detail: { mail, ...told } };
}

const bounce = (messageId: string, bounceType = 'Permanent') =>
  eventOf(messageId, { eventType: 'Bounce', bounce: { bounceType, bounceSubType: 'General', timestamp: returnedAt } });
const complaint = (messageId: string) =>
  eventOf(messageId, { eventType: 'Complaint', complaint: { timestamp: returnedAt } });
const reject = (messageId: string) => eventOf(messageId, { eventType: 'Reject', reject: { reason: 'Bad content' } });

const returnTo = (made: Bench) => mailEventsHandler(made.ports);

async function sentTo(made: Bench, approver: string): Promise<string> {
  const notices = [...(await made.run()).notices.values()];
  return notices.find(({ planned }) => planned.approverId === approver)?.sent?.messageId ?? '';
}

const returnedIn = async (made: Bench) =>
  [...(await made.run()).notices.values()].flatMap(({ planned, returned }) =>
    returned === undefined ? [] : [[planned.approverId, returned.because, returned.lasts, returned.returnedAt]],
  );

describe('a mail that came back', () => {
  test('is recorded once, by the id that the service gave the mail, however often it is told', async () => {
    const made = await waiting();
    const id = await sentTo(made, 'morgan');
    expect(await returnTo(made)(bounce(id))).toBe('recorded');
    expect(await returnTo(made)(bounce(id))).toBe('nothing-to-do');
    expect(await returnTo(made)(bounce(id, 'Transient'))).toBe('nothing-to-do');
    expect(await returnedIn(made)).toEqual([['morgan', 'bounce', 'for-good', returnedAt]]);
    expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
  });

  test('for now is followed by one for good, and says what the service says: bounce, complaint or reject', async () => {
    const made = await waiting();
    const [morgan, alex] = [await sentTo(made, 'morgan'), await sentTo(made, 'alex')];
    await returnTo(made)(bounce(morgan, 'Transient'));
    expect(await returnedIn(made)).toEqual([['morgan', 'bounce', 'for-now', returnedAt]]);
    await returnTo(made)(complaint(morgan));
    await returnTo(made)(reject(alex));
    expect(await returnedIn(made)).toEqual([
      ['morgan', 'complaint', 'for-good', returnedAt],
      ['alex', 'reject', 'for-good', '2026-03-02T09:00:06.000Z'],
    ]);
  });

  test('of which nothing is known changes nothing, and an event that tells of none is refused', async () => {
    const made = await waiting();
    const { head } = await made.run();
    expect(await returnTo(made)(bounce('0100-of-somebody-else'))).toBe('nothing-to-do');
    const send = eventOf(await sentTo(made, 'morgan'), { eventType: 'Send', send: {} });
    await expect(returnTo(made)(send)).rejects.toThrow('tells of no mail that came back');
    await expect(returnTo(made)({ detail: { eventType: 'Bounce' } })).rejects.toThrow('mail.messageId');
    expect((await made.run()).head).toEqual(head);
  });

  test('before its sending stands in the record makes the event come again', async () => {
    const other = bench({ harness: scriptedHarness([calling(buying('c1'))]) });
    other.courier.answerWith(() => ({ kind: 'failed', error: 'MessageRejected', again: 'given-up' }));
    await other.drive();
    const [noticeId] = [...(await other.run()).notices.keys()];
    if (noticeId === undefined) throw new Error('Nobody is asked.');
    await other.ports.operational.putMail({ messageId: 'early', runId: other.runId, noticeId });
    await expect(returnTo(other)(bounce('early'))).rejects.toThrow('before its sending was recorded');
  });
});

describe('who cannot be reached', () => {
  test('brings the escalation forward when nobody else is left, by a wake-up that carries nothing', async () => {
    const made = await waiting();
    const token = made.liveToken() ?? '';
    await returnTo(made)(bounce(await sentTo(made, 'morgan')));
    expect(made.woken.has(token)).toBe(false);
    await returnTo(made)(bounce(await sentTo(made, 'alex')));
    expect(made.woken.has(token)).toBe(true);
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
    expect(made.courier.sent.map(({ to, message }) => [to, message.subject]).at(-1)).toEqual([
      'chief@example.com',
      'Escalation',
    ]);
    const escalated = (await made.commits())
      .flatMap(({ entries }) => entries)
      .filter(({ type }) => type === 'approval.escalated');
    expect(escalated).toMatchObject([{ to: ['chief'], because: 'unreachable' }]);
    await made.decide('approve', { call: 'c1', as: 'chief@example.com' });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
  });

  test('for now may still read it, and so does nothing to the schedule', async () => {
    const made = await waiting();
    for (const id of ['morgan', 'alex']) await returnTo(made)(bounce(await sentTo(made, id), 'Transient'));
    expect(made.woken.size).toBe(0);
  });

  test('is woken for again by a repeated event, where the wake-up behind the record was lost', async () => {
    const made = await waiting({ approvers: ['morgan'] });
    const lost = { ...made.ports, callback: { wake: () => Promise.reject(new Error('Gone before it was sent.')) } };
    const event = bounce(await sentTo(made, 'morgan'));
    await expect(mailEventsHandler(lost)(event)).rejects.toThrow('Gone before');
    expect(await returnedIn(made)).toHaveLength(1);
    expect(await returnTo(made)(event)).toBe('nothing-to-do');
    expect(made.woken.size).toBe(1);
  });
});
