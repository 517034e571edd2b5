import { describe, expect, test } from 'vitest';
import { type Bench, bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';
import { countersign } from './host.ts';

async function atCap(quorum = 1) {
  const approvers = quorum === 1 ? ['morgan'] : ['morgan', 'alex'];
  const gate = gateFile({ caps: { turns: 1 }, onCap: { ask: { approvers, quorum, deadline: '2h' } } });
  const made = bench({ gate, harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  await made.drive();
  await made.decide('approve', { call: 'c1' });
  const rest = await made.drive();
  if (rest.kind !== 'waiting') throw new Error('The run does not wait.');
  const { ledger, contents, clock, runId } = made;
  const { executionArn, executionStartedAt: startedAt } = execution;
  const known = [{ executionArn, runId, status: 'RUNNING', startedAt }];
  return { made, runId, requestId: rest.requestId, ports: { ledger, contents, now: clock.now, known } };
}

async function answered(made: Bench, choice: 'continue' | 'end') {
  const call = (await made.run()).questions[0]?.toolUseId ?? 'none';
  await made.decide(choice, { call });
}

test('show, requests and report tell of a question about the run and how it is answered', async () => {
  const { runId, requestId, ports } = await atCap();
  const shown = (await countersign(['show', runId], ports)).text;
  expect(shown).toContain('run at its limit (caps.turns)  open');
  expect((await countersign(['requests', '--open'], ports)).text).toContain('run at its limit');
  expect((await countersign(['report', runId], ports)).text).toContain('People were asked how the run goes on');
  const { json } = await countersign(['requests', '--json'], ports);
  expect(json()).toMatchObject({ requests: [{}, { requestId, choices: ['continue', 'end'] }] });
});

test('show offers the choices of the question and no other', async () => {
  const { runId, requestId, ports } = await atCap();
  const { text } = await countersign(['show', runId], ports);
  expect(text).toContain(`It waits for people: countersign answer ${requestId} continue, or end.`);
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

test('answer says what each choice means, and nothing of calls, approvals or arguments', async () => {
  const { made, runId, requestId, ports } = await atCap(2);
  await answered(made, 'continue');
  const { text } = await countersign(['answer', requestId, 'continue'], { ...ports, typed: 'n' });
  expect(text).toContain('Question   run at its limit');
  expect(text).toContain('Choice     continue: it goes on until the same limit is used up once more');
  expect(text).toContain('Quorum     2 people must say so before it goes on; 1 of 2 so far');
  expect(text).not.toMatch(/approv|argument|restart/i);
  await made.decide('continue', { call: (await made.run()).questions[0]?.toolUseId ?? '', as: 'alex@example.com' });
  expect((await countersign(['show', runId], ports)).text).toContain('continued, 2 of 2 said so');
});

describe('an answer that was given', () => {
  test('is sent once more to a run that has not gone on, since its wake-up may have been lost', async () => {
    const { made, requestId, ports } = await atCap();
    await answered(made, 'continue');
    const { posted } = await countersign(['answer', requestId, 'continue', '--yes'], ports);
    expect(posted).toMatchObject([{ path: '/verdicts', body: { requestId, verdict: 'continue' } }]);
  });

  test('is not sent to a run that has gone on', async () => {
    const { made, requestId, ports } = await atCap();
    await answered(made, 'continue');
    await made.drive();
    const { code, posted, errors } = await countersign(['answer', requestId, 'continue', '--yes'], ports);
    expect([code, posted]).toEqual([1, []]);
    expect(errors).toMatch(/run at its limit is continued\.$/m);
  });
});
