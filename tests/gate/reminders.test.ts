import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import { ask } from '../../lib/gate/ask.ts';
import type { SendAnswer } from '../../lib/gate/ports.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import { type Bench, bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const hour = 3_600_000;
const people = ['morgan', 'alex', 'chief', 'clerk'];
const mailOf = (id: string) => `${id}@example.com`;

function gateAsking(ask: JsonObject): GateFile {
  return gateFile({
    approvers: Object.fromEntries(people.map((id) => [id, { name: `The ${id}`, mail: mailOf(id) }])),
    tools: {
      buy: {
        description: 'Buys one item.',
        inputSchema: { type: 'object' },
        rule: { ask: { approvers: ['morgan', 'alex'], deadline: '24h', ...ask } },
      },
    },
  });
}

const made = (ask: JsonObject) =>
  bench({ gate: gateAsking(ask), harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });

const sentBy = ({ courier }: Bench) =>
  courier.sent.map(({ to, message }) => `${message.subject} to ${to.slice(0, to.indexOf('@'))}`);

/** Lets the clock run to the end, from one wake-up of the state machine to the next. */
async function waitItOut(world: Bench): Promise<number> {
  let wakes = 0;
  for (let rest = await world.drive(); rest.kind === 'waiting'; rest = await world.drive()) {
    world.clock.set(rest.wakeAt);
    wakes += 1;
    if (wakes > 20) throw new Error('It wakes again and again.');
  }
  return wakes;
}

test('three days with five reminders: each is one mail per person at its time, and then the call expires', async () => {
  const world = made({ deadline: '3d', remind: ['4h', '20h', '30h', '44h', '60h'] });
  const start = world.clock.now();
  // Five stages and the deadline: nothing is woken for that is due already.
  expect(await waitItOut(world)).toBe(6);
  expect(sentBy(world).filter((one) => one.endsWith('morgan'))).toEqual([
    'Approval to morgan',
    ...Array.from({ length: 5 }, () => 'Reminder to morgan'),
  ]);
  const run = await world.run();
  const reminders = [...run.notices.values()].filter(
    ({ planned }) => planned.kind === 'reminder' && planned.approverId === 'alex',
  );
  const late = reminders.map(({ planned, sentAt }) => [
    (Date.parse(planned.stageAt ?? '') - start) / hour,
    Date.parse(sentAt ?? '') - Date.parse(planned.stageAt ?? ''),
  ]);
  expect(late.map(([hours]) => hours)).toEqual([4, 20, 30, 44, 60]);
  expect(Math.max(...late.map(([, ms]) => ms ?? 0))).toBeLessThan(1000);
  expect(run.calls[0]?.closed?.outcome).toBe('expired');
  expect((await verifyRun(world.ports, world.runId)).findings).toEqual([]);
});

test('a reminder has a link of its own that answers, follows the first mail, and is the last that is sent', async () => {
  const world = made({ remind: ['4h', '20h'] });
  await world.drive();
  const first = world.secretOf(mailOf('morgan'));
  world.clock.forward(4 * hour);
  await world.drive();
  expect(world.secretOf(mailOf('morgan'))).not.toBe(first);
  const messages = [...(await world.run()).notices.values()].map(({ sent }) => sent?.messageId);
  expect(world.courier.sent.map(({ inReplyTo }) => inReplyTo)).toEqual([
    undefined,
    undefined,
    messages[0],
    messages[1],
  ]);
  await world.decide('approve', { call: 'c1' });
  expect(await world.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
  world.clock.forward(20 * hour);
  await world.drive();
  expect(sentBy(world)).toHaveLength(4);
});

describe('an escalation', () => {
  test('lets more people decide at its time, and who was asked before still may', async () => {
    const world = made({ quorum: 2, escalate: { after: '8h', to: ['chief'] } });
    await world.drive();
    world.clock.forward(8 * hour);
    await world.drive();
    expect(sentBy(world)).toEqual(['Approval to morgan', 'Approval to alex', 'Escalation to chief']);
    await world.decide('approve', { call: 'c1', as: mailOf('chief') });
    await world.decide('approve', { call: 'c1' });
    expect(await world.drive()).toMatchObject({ next: { output: { verdicts: { c1: { by: ['chief', 'morgan'] } } } } });
  });

  test('comes at once when nobody who is asked can be reached', async () => {
    const world = made({ escalate: { after: '8h', to: ['chief'] } });
    world.courier.answerWith((to) =>
      to === mailOf('chief') ? undefined : { kind: 'failed', error: 'MessageRejected', again: 'given-up' },
    );
    await world.drive();
    expect(sentBy(world)).toEqual(['Escalation to chief']);
    expect((await world.run()).calls[0]).toMatchObject({ escalated: ['chief'] });
    world.clock.forward(8 * hour);
    expect(await world.drive()).toMatchObject({ kind: 'waiting', wakeAt: '2026-03-03T09:00:00.000Z' });
    expect(world.courier.sent).toHaveLength(1);
    await world.decide('approve', { call: 'c1', as: mailOf('chief') });
    expect(await world.drive()).toMatchObject({ next: { next: 'done' } });
  });
});

test('whoever is only told gets no link, and the run stops for nobody of them', async () => {
  const world = made({ notify: ['morgan', 'alex', 'clerk'] });
  await world.drive();
  expect(sentBy(world)).toEqual(['Approval to morgan', 'Approval to alex', 'Information to clerk']);
  expect([...(await world.run()).notices.values()].map(({ sent }) => sent?.linkHash === undefined)).toEqual([
    false,
    false,
    true,
  ]);
});

test('a reminder that could not be sent yet is sent to nobody who has answered meanwhile', async () => {
  let failures = 0;
  const world: Bench = bench({
    gate: gateAsking({ quorum: 2, remind: ['4h'] }),
    harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]),
    around: async (name, call) => {
      const answer = await call();
      // Both reminders failed; alex answers before they are tried again.
      if (name === 'courier.mail' && (answer as SendAnswer).kind === 'failed' && ++failures === 2) {
        world.courier.answerWith(undefined);
        await world.decide('approve', { call: 'c1', as: mailOf('alex') });
      }
      return answer;
    },
  });
  await world.drive();
  world.clock.forward(4 * hour);
  world.courier.answerWith(() => ({ kind: 'failed', error: 'TooManyRequestsException', again: 'will-be-tried-again' }));
  await world.drive();
  expect(sentBy(world).slice(2)).toEqual(['Reminder to morgan']);
});

test('a clock that is behind the one that said how long to wait misses no stage', async () => {
  const world = made({ remind: ['4h'] });
  await world.drive();
  const [requestId] = (await world.run()).requests.keys();
  if (requestId === undefined) throw new Error('There is no request.');
  world.clock.forward(4 * hour - 1_500);
  const behind = { ...world.ports, pause: async (ms: number) => world.clock.forward(ms) };
  const enteredAt = '2026-03-02T13:00:00.000Z';
  await ask(behind, { runId: world.runId, requestId, taskToken: 'another-token', enteredAt });
  expect(sentBy(world).slice(2)).toEqual(['Reminder to morgan', 'Reminder to alex']);
});
