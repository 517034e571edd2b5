import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import type { Commit } from '../../lib/core/commit.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import { afterDeath } from '../../lib/gate/after-death.ts';
import { planNews } from '../../lib/gate/plan-news.ts';
import type { Ledger } from '../../lib/gate/ports.ts';
import { stopRun } from '../../lib/gate/stop-run.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import { type Bench, type BenchOptions, bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending, type SaidCall } from '../support/stream.ts';
import { actingGate, answered, done, look, scriptedExecutors } from './acting-bench.ts';

const selling: SaidCall = { id: 'c1', tool: 'sell', input: {} };
const sam = { mail: 'sam@example.com', hears: ['waiting', 'expired', 'finished'] };

interface Told {
  readonly to: string;
  readonly view: Readonly<Record<string, unknown>>;
}

/** What people were told, in order; the bench's news are the view as JSON. */
function news({ courier }: Bench): readonly Told[] {
  return courier.sent
    .filter(({ message }) => message.subject === 'News')
    .map(({ to, message }) => ({ to, view: JSON.parse(message.text) as Told['view'] }));
}

const toldTo = (made: Bench, to: string) => news(made).filter((one) => one.to === to);

function made(sections: JsonObject, options: Partial<BenchOptions> & { readonly calls?: readonly SaidCall[] } = {}) {
  const { calls = [selling], ...others } = options;
  const harness = scriptedHarness([calling(...calls), ending('Done.', ...calls.map(({ id }) => id))]);
  return bench({ harness, gate: gateFile(sections), ...others });
}

const withOutcomes = { mail: { from: 'gate@example.com', outcomes: true } };

describe('an outcome notice', () => {
  test('goes once to each person who was asked, when the agent was told, and says who decided', async () => {
    const world = made(withOutcomes);
    await world.drive();
    expect(news(world)).toEqual([]);
    await world.decide('approve', { call: 'c1', as: 'alex@example.com' });
    expect(await world.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(news(world).map(({ to, view }) => [to, view['sender']])).toEqual([
      ['morgan@example.com', 'gate@example.com'],
      ['alex@example.com', 'gate@example.com'],
    ]);
    const [first] = toldTo(world, 'morgan@example.com');
    expect(first?.view['calls']).toMatchObject([
      { standing: { outcome: 'approved', by: [{ id: 'alex' }] }, cameTo: { kind: 'told' } },
    ]);
    expect((await verifyRun(world.ports, world.runId)).findings).toEqual([]);
  });

  test('of a call that the gate carries out says that it worked and was verified, and comes after it', async () => {
    const gate: GateFile = {
      ...actingGate({ verifier: { lambda: look } }),
    };
    const executors = scriptedExecutors([done], answered({ status: 'verified', reason: 'It is there.' }));
    const world = made(
      {},
      { calls: [buying('c1')], gate: { ...gate, mail: { from: 'gate@example.com', outcomes: true } }, executors },
    );
    await world.drive();
    await world.decide('approve', { call: 'c1' });
    await world.drive();
    expect(toldTo(world, 'morgan@example.com').map(({ view }) => view['calls'])).toMatchObject([
      [{ cameTo: { kind: 'done', verified: true } }],
    ]);
  });

  test('of several calls comes when the last of them is settled, and of an expired one says so', async () => {
    const world = made(withOutcomes, { calls: [buying('c1'), { id: 'c2', tool: 'sell', input: {} }] });
    const rest = await world.drive();
    await world.decide('reject', { call: 'c1' });
    await world.drive();
    expect(news(world)).toEqual([]);
    if (rest.kind === 'waiting') world.clock.forward(2 * 3_600_000 + 1);
    await world.drive();
    const [morgan] = toldTo(world, 'morgan@example.com');
    expect(morgan?.view['calls']).toMatchObject([
      { standing: { outcome: 'rejected' } },
      { standing: { outcome: 'expired', by: [] } },
    ]);
    expect(toldTo(world, 'alex@example.com')).toHaveLength(1);
  });

  test('is not for whoever was told that it is cancelled, nor where the gate file does not say so', async () => {
    const stopped = made(withOutcomes);
    await stopped.drive();
    const arn = 'arn:aws:iam::123456789012:user/ops';
    await stopRun(stopped.ports, { arn }, { runId: stopped.runId });
    expect(await stopped.drive()).toMatchObject({ kind: 'ended', next: { next: 'stopped' } });
    expect(stopped.courier.sent.map(({ message }) => message.subject)).toEqual([
      'Approval',
      'Approval',
      'Cancelled',
      'Cancelled',
    ]);
    const silent = made({});
    await silent.drive();
    await silent.decide('approve', { call: 'c1' });
    await silent.drive();
    expect(news(silent)).toEqual([]);
  });
});

describe('the person who asked for a run', () => {
  test('hears that people are asked before these are, and how it ended, in a mail without a link', async () => {
    const world = made({ requesters: { sam } });
    await world.drive();
    expect(world.courier.sent.map(({ to }) => to)).toEqual([
      'sam@example.com',
      'morgan@example.com',
      'alex@example.com',
    ]);
    await world.decide('approve', { call: 'c1' });
    await world.drive();
    const heard = toldTo(world, 'sam@example.com').map(({ view }) => view);
    const digest = await world.digestOf('c1');
    expect(heard).toMatchObject([
      { tells: 'waiting', sender: 'gate@example.com', calls: [{ tool: 'sell', digest }] },
      { tells: 'finished', outcome: 'done', calls: [{ tool: 'sell', outcome: 'approved', by: ['morgan'] }] },
    ]);
    const run = await world.run();
    const theirs = [...run.notices.values()].filter(({ planned }) => planned.approverId === 'requester:sam');
    expect(theirs.map(({ sent }) => [sent?.linkHash, sent?.messageId !== undefined])).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
    expect((await verifyRun(world.ports, world.runId)).findings).toEqual([]);
  });

  test('is found by address as well, hears of expiry, and of nothing that the file does not name', async () => {
    const input = { prompt: 'Sell it.', requester: 'Sam@Example.com' };
    const world = made({ requesters: { s: { ...sam, hears: ['expired'] } } }, { input });
    const rest = await world.drive();
    if (rest.kind === 'waiting') world.clock.set(rest.wakeAt);
    await world.drive();
    expect(toldTo(world, 'sam@example.com').map(({ view }) => [view['tells'], view['calls']])).toMatchObject([
      ['expired', [{ tool: 'sell' }]],
    ]);
    const other = made({ requesters: { sam } }, { input: { prompt: 'Sell it.', requester: 'robin' } });
    await other.drive();
    expect(toldTo(other, 'sam@example.com')).toEqual([]);
  });

  test('hears of a question about the run as such, when it waits and when nobody let it go on', async () => {
    const world = made({
      requesters: { sam },
      caps: { turns: 1 },
      onCap: { ask: { approvers: ['morgan'], deadline: '2h' } },
    });
    await world.drive();
    await world.decide('approve', { call: 'c1' });
    await world.drive();
    world.clock.forward(2 * 3_600_000);
    expect(await world.drive()).toMatchObject({ kind: 'ended', next: { next: 'stopped' } });
    const question = [{ tool: 'caps.turns', question: 'cap' }];
    expect(toldTo(world, 'sam@example.com').map(({ view }) => view)).toMatchObject([
      { tells: 'waiting', calls: [{ tool: 'sell' }] },
      { tells: 'waiting', calls: question },
      { tells: 'expired', calls: question },
      { tells: 'finished', outcome: 'stopped' },
    ]);
  });

  test('hears of the end of a run in which nobody was asked', async () => {
    const world = bench({
      harness: scriptedHarness([ending('Nothing to do.')]),
      gate: gateFile({ requesters: { sam } }),
    });
    await world.drive();
    expect(toldTo(world, 'sam@example.com').map(({ view }) => view)).toMatchObject([
      { tells: 'finished', outcome: 'done', calls: [] },
    ]);
    expect((await verifyRun(world.ports, world.runId)).findings).toEqual([]);
  });
});

describe('the person who asked for a run whose execution died', () => {
  const dead = { ...execution, status: 'ABORTED', diedAt: '2026-03-02T09:20:00.000Z' } as const;
  const arn = 'arn:aws:iam::123456789012:user/ops';
  const tells = (world: Bench) => toldTo(world, 'sam@example.com').map(({ view }) => view['tells']);

  test('hears once that it was broken off, and after a redrive how it ended', async () => {
    // The new session begins anew, and is handed no results.
    const harness = scriptedHarness([calling(selling), ending('I see.')]);
    const world = bench({ harness, gate: gateFile({ requesters: { sam } }) });
    await world.drive();
    await afterDeath(world.ports, dead);
    await afterDeath(world.ports, dead);
    expect(tells(world)).toEqual(['waiting', 'broken-off']);
    world.clock.set('2026-03-02T11:00:10.000Z');
    await world.drive();
    expect(tells(world)).toEqual(['waiting', 'broken-off', 'finished']);
    expect((await verifyRun(world.ports, world.runId)).findings).toEqual([]);
  });

  test('hears nothing of the break from a redrive, where nobody told of it before', async () => {
    const harness = scriptedHarness([calling(selling), ending('I see.')]);
    const world = bench({ harness, gate: gateFile({ requesters: { sam } }) });
    await world.drive();
    // As a gate of before did, or one that died itself before it could plan.
    await afterDeath({ ...world.ports, gate: gateFile({}) }, dead);
    world.clock.set('2026-03-02T11:00:10.000Z');
    await world.drive();
    expect(tells(world)).toEqual(['waiting', 'finished']);
  });

  test('hears that it is over when it is stopped for good, which no execution would tell', async () => {
    const world = made({ requesters: { sam } });
    await world.drive();
    await afterDeath(world.ports, dead);
    await stopRun(world.ports, { arn }, { runId: world.runId });
    await stopRun(world.ports, { arn }, { runId: world.runId });
    expect(tells(world)).toEqual(['waiting', 'broken-off', 'finished']);
  });

  test('hears nothing of it where the file names only what waits', async () => {
    const silent = made({ requesters: { sam: { ...sam, hears: ['waiting'] } } });
    await silent.drive();
    await afterDeath(silent.ports, dead);
    expect(tells(silent)).toEqual(['waiting']);
  });

  test('is tried again by a repeat of the event, as approvers are', async () => {
    const world = made({ requesters: { sam } });
    await world.drive();
    world.courier.answerWith((to) =>
      to === 'sam@example.com' ? { kind: 'failed', error: 'Throttled', again: 'will-be-tried-again' } : undefined,
    );
    await expect(afterDeath(world.ports, dead)).rejects.toThrow('could not be told');
    world.courier.answerWith(undefined);
    await afterDeath(world.ports, dead);
    expect(tells(world)).toEqual(['waiting', 'broken-off']);
  });
});

test('what two plan to tell at once is planned once, and the record holds', async () => {
  const world = made({});
  await world.drive();
  const run = await world.run();
  const ports = { ...world.ports, gate: gateFile({ requesters: { sam } }) };
  await Promise.all([planNews(ports, run, { execution: 'running' }), planNews(ports, run, { execution: 'running' })]);
  await planNews(ports, run, { execution: 'running' });
  const planned = [...(await world.run()).notices.values()].filter(({ planned }) => planned.kind === 'requester');
  expect(planned).toHaveLength(1);
  expect((await verifyRun(world.ports, world.runId)).findings).toEqual([]);
});

describe('a mail service that is away', () => {
  test('holds a run up for seconds: what is told is given up after three tries, and the run ends as it would', async () => {
    const world = made({ ...withOutcomes, requesters: { sam } });
    await world.drive();
    await world.decide('approve', { call: 'c1' });
    world.courier.answerWith(() => ({ kind: 'failed', error: 'Throttled', again: 'will-be-tried-again' }));
    const before = world.clock.now();
    expect(await world.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(world.clock.now() - before).toBeLessThan(30_000);
    const untold = [...(await world.run()).notices.values()].filter(({ planned }) => planned.kind !== 'request');
    expect(untold.filter(({ sent }) => sent === undefined).map(({ failures }) => failures.length)).toEqual([3, 3, 3]);
  });

  test('or a Tell that cannot even begin: it is tried for two minutes at most', async () => {
    const world = made(withOutcomes);
    await world.drive();
    await world.decide('approve', { call: 'c1' });
    const { load, append } = world.ledger;
    // Whatever Tell writes fails, and nothing else does.
    const isTell = (commit: Commit) => commit.entries.some(({ type }) => type === 'notice.started');
    const ledger: Ledger = {
      load: (runId) => load(runId),
      append: async (commit) => {
        if (isTell(commit)) throw new Error('There is no right to put.');
        return append(commit);
      },
    };
    Object.assign(world.ports, { ledger });
    const before = world.clock.now();
    expect(await world.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(world.clock.now() - before).toBeLessThan(150_000);
    expect(news(world)).toEqual([]);
    const outcome = [...(await world.run()).notices.values()].filter(({ planned }) => planned.kind === 'outcome');
    expect(outcome.map(({ failures }) => failures.map(({ error, again }) => [error, again]))).toEqual([
      [['NotSentInTime', 'given-up']],
      [['NotSentInTime', 'given-up']],
    ]);
  });
});
