import { describe, expect, test } from 'vitest';
import { ask } from '../../lib/gate/ask.ts';
import type { SendAnswer } from '../../lib/gate/ports.ts';
import type { Around } from '../support/around.ts';
import { type Bench, bench } from '../support/bench.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const made = (around?: Around) =>
  bench({
    harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]),
    ...(around === undefined ? {} : { around }),
  });

/** Dies at the mail service so many times: before a mail is handed over, or after, when nobody learns of it. */
function dying(when: 'before' | 'after', times: number): Around {
  let deaths = 0;
  return async (name, call) => {
    if (name !== 'courier.mail' || deaths === times) return call();
    deaths += 1;
    if (when === 'after') await call();
    throw new Error(`died ${when} the mail`);
  };
}

async function entriesOf({ commits }: Bench) {
  const entries = (await commits()).flatMap((commit) => commit.entries);
  return entries.flatMap((entry) => (entry.type.startsWith('notice.') ? [entry] : []));
}

const types = async (world: Bench) => (await entriesOf(world)).map(({ type }) => type.slice('notice.'.length));

describe('a notice whose sender died', () => {
  test.each([
    ['before', 1],
    ['after', 2],
  ] as const)('%s the mail was handed over is doubtful, sent once more, and no more than that', async (when, mails) => {
    const world = made(dying(when, 1));
    const before = world.clock.now();
    expect(await world.drive()).toMatchObject({ kind: 'waiting' });
    expect(world.courier.sent).toHaveLength(mails);
    expect(await types(world)).toEqual(['planned', 'doubtful', 'started', 'sent']);
    // As long as the one that died might still be sending, nobody sends in its place.
    expect(world.clock.now() - before).toBeGreaterThanOrEqual(90_000);
    await world.decide('approve', { call: 'c1' });
    expect(await world.drive()).toMatchObject({ next: { next: 'done' } });
  });

  test('twice is given up, and the run goes on waiting for whoever else can answer', async () => {
    const world = made(dying('after', 2));
    expect(await world.drive()).toMatchObject({ kind: 'waiting' });
    expect(world.courier.sent).toHaveLength(2);
    expect(await types(world)).toEqual(['planned', 'doubtful', 'started', 'doubtful', 'failed']);
    expect((await entriesOf(world)).at(-1)).toMatchObject({ error: 'InDoubtTwice', again: 'given-up' });
    await world.decide('approve', { call: 'c1' });
    expect(await world.drive()).toMatchObject({ next: { next: 'done' } });
  });
});

test('a mail whose answer was lost is doubtful at once and sent once more', async () => {
  const lost: SendAnswer = { kind: 'unanswered', error: 'TimeoutError' };
  const once = made();
  let answers: readonly SendAnswer[] = [lost];
  once.courier.answerWith(() => {
    const [answer] = answers;
    answers = answers.slice(1);
    return answer;
  });
  await once.drive();
  expect(await types(once)).toEqual(['planned', 'doubtful', 'started', 'sent']);
  const always = made();
  always.courier.answerWith(() => lost);
  await always.drive();
  expect(await types(always)).toEqual(['planned', 'doubtful', 'started', 'failed']);
});

test('a failure that proves that nothing was sent is no doubt: it is tried again as often as it takes', async () => {
  const world = made();
  let outages = 3;
  world.courier.answerWith(() => {
    outages -= 1;
    return outages < 0 ? undefined : { kind: 'failed', error: 'Throttled', again: 'will-be-tried-again' };
  });
  await world.drive();
  const expected = ['planned', 'failed', 'started', 'failed', 'started', 'failed', 'started', 'sent'];
  expect(await types(world)).toEqual(expected);
  expect(world.courier.sent).toHaveLength(1);
});

test('of two enterings that overlap only the one that planned a notice sends it', async () => {
  let second: Promise<unknown> | undefined;
  const world: Bench = made(async (name, call) => {
    if (name === 'courier.mail' && second === undefined) {
      const token = world.liveToken() ?? '';
      const [requestId] = (await world.run()).requests.keys();
      const enteredAt = '2026-03-02T09:00:30.000Z';
      if (requestId === undefined) throw new Error('There is no request.');
      second = ask(world.ports, { runId: world.runId, requestId, taskToken: `${token}-again`, enteredAt });
      await expect(second).rejects.toThrow('NoticeUnderWay');
    }
    return call();
  });
  await world.drive();
  expect(world.courier.sent).toHaveLength(1);
  expect(await types(world)).toEqual(['planned', 'sent']);
});
