import { expect, test } from 'vitest';
import type { Entry } from '../../lib/core/entries.ts';
import { sessionIdOf } from '../../lib/core/ids.ts';
import { guard } from '../../lib/gate/guard.ts';
import { bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
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
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending, resultEvents } from '../support/stream.ts';
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

test('show says of a grant until when it is good, which call passed by it, and that it ended unused', async () => {
  const harnessArn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
  const transfer = {
    description: 'Moves money.',
    runBy: 'harness',
    inputSchema: { type: 'object' },
    rule: { allow: {} },
  };
  const gate = gateFile({
    harness: { arn: harnessArn, timeoutSeconds: 60, tools: { allow: ['find_*'] } },
    tools: {
      transfer: { ...transfer, effect: 'read' },
      buy: { ...transfer, runBy: 'client', rule: { ask: { approvers: ['morgan'], deadline: '3h' } } },
    },
  });
  const input = { tool: 'transfer', arguments: {} };
  const replies = [
    calling({ id: 'ask-1', tool: 'request_approval', input }),
    [...resultEvents([{ id: 'ask-1' }]), ...calling(buying('c2'))],
    ending('Done.', 'c2'),
  ];
  const made = bench({ harness: scriptedHarness(replies), gate });
  await made.drive();
  const { ledger, contents } = made;
  const line = async (now = made.clock.now) =>
    (await countersign(['show', made.runId], { ledger, contents, now })).text;
  expect(await line()).toMatch(
    /ask-1 {2}transfer {2}allow by tools\.transfer\.rule, not used yet: may pass once until 20\d\d-/,
  );
  expect(await line(() => Date.parse('2027-01-01T00:00:00Z'))).toMatch(/its grant ended at 2026-\S+ and was not used/);
  const over = bench({ harness: scriptedHarness([replies[0] ?? [], ending('Done.', 'ask-1')]), gate });
  await over.drive();
  const shown = await countersign(['show', over.runId], { ...over, now: over.clock.now });
  expect(shown.text).toContain('its grant was not used, and its session is over');
  const context = { toolName: 'transfer', toolUseId: 'use-1', toolInput: {} };
  const sessionId = sessionIdOf(execution, 0);
  await guard({ ...made.ports, harnessArn }, { event: 'before_tool_call', harnessArn, sessionId, context });
  expect(await line()).toContain(', passed as use-1 at ');
});
