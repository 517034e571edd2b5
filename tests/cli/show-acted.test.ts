import { expect, test } from 'vitest';
import type { Entry } from '../../lib/core/entries.ts';
import {
  type Acted,
  acted,
  chainOf,
  judged,
  recorded,
  runId,
  runStarted,
  turnFinished,
  turnStarted,
} from '../support/history.ts';
import { memoryLedger } from '../support/memory-ledger.ts';
import { countersign } from './host.ts';

async function shown(...entries: readonly Entry[]) {
  const ledger = memoryLedger();
  const call = [runStarted(), turnStarted(1), recorded(1, 'c1'), turnFinished(1, 'tool_use', { handed: ['c1'] })];
  for (const commit of chainOf(...call, ...entries)) await ledger.append(commit);
  const { text } = await countersign(['show', runId], { ledger });
  return text.split('\n').find((line) => line.startsWith('Call'));
}

const allowed = judged('c1', 'allow', { carriedOutBy: 'gate' });

test.each<[string, Acted]>([
  ['done (verified)', { status: 'done', seen: 'verified' }],
  ['done (refuted)', { status: 'done', seen: 'refuted' }],
  ['done (unverified)', { status: 'done', seen: 'unverified' }],
  ['failed', { status: 'failed' }],
  ['unknown', { status: 'unknown' }],
  ['to be tried again', { status: 'retry' }],
  ['under way', {}],
])('show says of a call that was carried out: %s', async (words, action) => {
  expect(await shown(allowed, ...acted('c1', action))).toBe(`Call       c1  buy  allow by tools.buy.rule, ${words}`);
});

test('show says of a call that passed and waits to be carried out that nothing has begun', async () => {
  expect(await shown(allowed)).toBe('Call       c1  buy  allow by tools.buy.rule, not begun');
});

test('show says nothing of that where the gate carries nothing out', async () => {
  expect(await shown(judged('c1', 'refuse'))).toBe('Call       c1  buy  refuse by tools.buy.rule');
});
