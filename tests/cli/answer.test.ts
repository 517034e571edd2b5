import { expect, test } from 'vitest';
import { bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';
import { countersign } from './host.ts';

async function atCap() {
  const gate = gateFile({ caps: { turns: 1 }, onCap: { ask: { approvers: ['morgan'], deadline: '2h' } } });
  const made = bench({ gate, harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  await made.drive();
  await made.decide('approve', { call: 'c1' });
  const rest = await made.drive();
  if (rest.kind !== 'waiting') throw new Error('The run does not wait.');
  const { ledger, contents, clock, runId } = made;
  const { executionArn, executionStartedAt: startedAt } = execution;
  const known = [{ executionArn, runId, status: 'RUNNING', startedAt }];
  return { runId, requestId: rest.requestId, ports: { ledger, contents, now: clock.now, known } };
}

test('show, requests and report tell of a question about the run and how it is answered', async () => {
  const { runId, requestId, ports } = await atCap();
  const shown = (await countersign(['show', runId], ports)).text;
  expect(shown).toContain('run at its limit (caps.turns)  open');
  expect(shown).toContain(`countersign answer ${requestId}`);
  expect((await countersign(['requests', '--open'], ports)).text).toContain('run at its limit');
  expect((await countersign(['report', runId], ports)).text).toContain('People were asked how the run goes on');
});

test('answer shows the numbers, asks and sends the choice bound to what was shown; approve sends nothing', async () => {
  const { requestId, ports } = await atCap();
  const wrong = await countersign(['approve', requestId, '--yes'], ports);
  expect(wrong.errors).toContain('approve is no answer to this request');
  expect(wrong.posted).toEqual([]);
  const said = await countersign(['answer', requestId, 'continue', '--yes'], ports);
  expect(said.text).toContain('"used": 1');
  expect(said.posted).toMatchObject([{ path: '/verdicts', body: { requestId, verdict: 'continue' } }]);
});
