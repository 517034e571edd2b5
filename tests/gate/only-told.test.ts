import { expect, test } from 'vitest';
import { afterDeath } from '../../lib/gate/after-death.ts';
import { returnNotice } from '../../lib/gate/return-notice.ts';
import { type Bench, bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const morgan = 'morgan@example.com';

/** Morgan decides, Alex is only told. */
async function waiting(outcomes: 'told' | 'untold'): Promise<Bench> {
  const gate = gateFile({
    mail: { from: 'gate@example.com', outcomes: outcomes === 'told' },
    tools: {
      buy: {
        description: 'Buys one item.',
        inputSchema: { type: 'object' },
        rule: { ask: { approvers: ['morgan'], deadline: '1h', notify: ['morgan', 'alex'] } },
      },
    },
  });
  const made = bench({ gate, harness: scriptedHarness([calling(buying('c1')), ending('Done.', 'c1')]) });
  await made.drive();
  return made;
}

const kindsTo = async (made: Bench, id: string) =>
  [...(await made.run()).notices.values()]
    .filter(({ planned, sent }) => planned.approverId === id && sent !== undefined)
    .map(({ planned }) => planned.kind);

async function comesBack(made: Bench, id: string) {
  const notice = [...(await made.run()).notices.values()].find(({ planned }) => planned.approverId === id);
  const messageId = notice?.sent?.messageId ?? '';
  const returnedAt = new Date(made.clock.now()).toISOString();
  await returnNotice(made.ports, { messageId, because: 'bounce', lasts: 'for-good', returnedAt });
}

async function die(made: Bench) {
  const diedAt = new Date(made.clock.now()).toISOString();
  await afterDeath(made.ports, { ...execution, status: 'ABORTED', diedAt });
}

test.each([
  ['told', ['information', 'outcome']],
  ['untold', ['information']],
] as const)('whoever is only told hears the outcome where outcomes are %s', async (outcomes, kinds) => {
  const made = await waiting(outcomes);
  await made.decide('reject', { call: 'c1' });
  await made.drive();
  expect(await kindsTo(made, 'alex')).toEqual(kinds);
  // Nothing in it opens anything.
  const theirs = [...(await made.run()).notices.values()].filter(({ planned }) => planned.approverId === 'alex');
  expect(theirs.filter(({ sent }) => sent?.linkHash !== undefined)).toEqual([]);
});

test('whoever is only told hears that it was cancelled, as those who were asked do, and nothing more', async () => {
  const made = await waiting('told');
  await die(made);
  expect(await kindsTo(made, 'alex')).toEqual(['information', 'cancelled']);
  expect(await kindsTo(made, 'morgan')).toEqual(['request', 'cancelled']);
});

test('what came back for good is followed by no mail to the same address, neither of an outcome nor of a cancellation', async () => {
  const decided = await waiting('told');
  await comesBack(decided, 'alex');
  await decided.decide('reject', { call: 'c1', as: morgan });
  await decided.drive();
  expect(await kindsTo(decided, 'alex')).toEqual(['information']);
  expect(await kindsTo(decided, 'morgan')).toEqual(['request', 'outcome']);
  const cancelled = await waiting('told');
  await comesBack(cancelled, 'morgan');
  await die(cancelled);
  expect(await kindsTo(cancelled, 'morgan')).toEqual(['request']);
  expect(await kindsTo(cancelled, 'alex')).toEqual(['information', 'cancelled']);
});
