import { describe, expect, test } from 'vitest';
import { operate } from '../../lib/gate/operate.ts';
import { type Bench, bench, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling } from '../support/stream.ts';
import { alex, edit, pay, paying } from './edit-bench.ts';

const sentBy = ({ courier }: Bench) =>
  courier.sent.map(({ to, message }) => `${message.subject} to ${to.slice(0, to.indexOf('@'))}`);

describe('an edit', () => {
  test('is told once, in the thread, to whoever else is needed and was asked before, and not to its author', async () => {
    const made = await paying(500);
    await made.decide('approve', { call: 'c1', as: alex });
    await edit(made, pay(600));
    await made.drive();
    expect(sentBy(made)).toEqual(['Approval to morgan', 'Approval to alex', 'Changed to alex']);
    expect(made.courier.sent[2]?.inReplyTo).toBe('message-2');
    // Whatever wakes the run, nothing is said twice.
    await made.ports.callback.wake(made.liveToken() ?? '');
    await made.drive();
    expect(made.courier.sent).toHaveLength(3);
    await made.decide('approve', { call: 'c1', as: alex });
    await made.drive();
    expect(made.executors.invoked).toHaveLength(1);
  });

  test('that needs somebody more asks them for the first time', async () => {
    const made = await paying(80);
    await edit(made, pay(700));
    await made.drive();
    expect(sentBy(made)).toEqual(['Approval to morgan', 'Approval to alex']);
  });

  test('of two calls before anybody was told of either is one mail, and a later one is another', async () => {
    const made = await paying(500, 400);
    await edit(made, pay(410), { call: 'c2' });
    await edit(made, pay(510), { call: 'c1' });
    await made.drive();
    expect(sentBy(made)).toEqual(['Approval to morgan', 'Approval to alex', 'Changed to alex']);
    made.clock.forward(60_000);
    await edit(made, pay(520), { call: 'c1', as: alex });
    await made.drive();
    expect(sentBy(made).slice(3)).toEqual(['Changed to morgan']);
  });
});

test('a notice that an operator has sent again goes to whoever has not answered, whom an escalation added included', async () => {
  const gate = gateFile({
    approvers: Object.fromEntries(
      ['morgan', 'alex', 'chief'].map((id) => [id, { name: `The ${id}`, mail: `${id}@example.com` }]),
    ),
    tools: {
      buy: {
        description: 'Buys one item.',
        inputSchema: { type: 'object' },
        rule: {
          ask: {
            approvers: ['morgan', 'alex'],
            quorum: 2,
            deadline: '24h',
            remind: ['10h'],
            escalate: { after: '8h', to: ['chief'] },
          },
        },
      },
    },
  });
  const made = bench({ gate, harness: scriptedHarness([calling(buying('c1'))]) });
  await made.drive();
  await made.decide('approve', { call: 'c1', as: alex });
  made.clock.forward(8 * 3_600_000);
  await made.drive();
  const [requestId] = (await made.run()).requests.keys();
  const userArn = 'arn:aws:iam::123456789012:user/ops';
  const body = JSON.stringify({ runId: made.runId, requestId });
  const answer = await operate(oneInvocation(made.ports), { path: '/requests/resend', userArn, body });
  expect(answer).toMatchObject({ status: 202, body: { notices: [{ approver: 'morgan' }, { approver: 'chief' }] } });
  await made.drive();
  expect(sentBy(made).slice(2)).toEqual(['Escalation to chief', 'Approval to morgan', 'Approval to chief']);
  // The schedule goes on as if nothing had been sent in between.
  made.clock.forward(2 * 3_600_000);
  await made.drive();
  expect(sentBy(made).slice(5)).toEqual(['Reminder to morgan', 'Reminder to chief']);
  expect((await made.commits()).flatMap(({ entries }) => entries).map(({ type }) => type)).not.toContain(
    'notice.doubtful',
  );
});
