import { describe, expect, test } from 'vitest';
import { requestsOf } from '../../lib/cli/find-request.ts';
import type { ContentId } from '../../lib/core/ids.ts';
import { buying } from '../support/stream.ts';
import { countersign } from './host.ts';
import { waitingRun } from './waiting-run.ts';

const hostile = { id: 'c1', tool: 'buy', input: { item: 'a \u202erotide\u202c chair\u001b[2J', amount: 480 } };
const recorded = { answer: { status: 200, body: { kind: 'recorded' } } };

describe('countersign approve', () => {
  test('shows every argument, asks, and sends the digest of what was shown on exactly y', async () => {
    const { ports, requestId, made } = await waitingRun(hostile);
    const { code, text, posted, questions } = await countersign(['approve', requestId, '--comment', 'Fine.'], {
      ...ports,
      ...recorded,
      typed: 'y',
    });
    expect(code).toBe(0);
    expect(text).toContain('"amount": 480');
    expect(text).toContain('sam (claimed)');
    expect(text).toContain('Buy a chair.');
    expect(questions).toHaveLength(1);
    const run = await made.run();
    const digest = run.calls[0]?.requested?.digest;
    expect(text).toContain(digest);
    expect(posted).toEqual([
      {
        path: '/verdicts',
        body: { runId: run.id, requestId, toolUseId: 'c1', digest, verdict: 'approve', comment: 'Fine.' },
      },
    ]);
  });

  test('nothing that an agent writes moves the cursor or turns the line around', async () => {
    const { ports, requestId } = await waitingRun(hostile);
    const { text } = await countersign(['approve', requestId], { ...ports, typed: 'n' });
    for (const hidden of ['\u001b', '\u202e', '\u202c']) expect(text).not.toContain(hidden);
    expect(text).toContain('⟦U+202E⟧');
  });

  test.each(['', 'Y', 'yes', ' y', 'y ', 'n', 'approve'])('%j at the prompt sends nothing', async (typed) => {
    const { ports, requestId } = await waitingRun(buying('c1'));
    const { code, posted, errors } = await countersign(['approve', requestId], { ...ports, typed });
    expect([code, posted]).toEqual([1, []]);
    expect(errors).toContain('Nothing was sent.');
  });

  test('without a terminal it wants --yes, which asks nobody and still shows the arguments', async () => {
    const { ports, requestId } = await waitingRun(buying('c1'));
    const refused = await countersign(['approve', requestId], ports);
    expect([refused.code, refused.posted]).toEqual([2, []]);
    expect(refused.errors).toContain('--yes');
    const sent = await countersign(['approve', requestId, '--yes'], { ...ports, ...recorded });
    expect([sent.code, sent.posted.length, sent.questions]).toEqual([0, 1, []]);
    expect(sent.text).toContain('Arguments, all of them:');
  });

  test('--yes is to one call: with several open it wants to know which', async () => {
    const { ports, requestId } = await waitingRun(buying('c1'), buying('c2'));
    const both = await countersign(['approve', requestId, '--yes'], ports);
    expect([both.code, both.posted]).toEqual([2, []]);
    expect(both.errors).toContain('--call with one of c1, c2');
    const one = await countersign(['approve', requestId, '--yes', '--call', 'c2'], { ...ports, ...recorded });
    expect(one.posted).toMatchObject([{ body: { toolUseId: 'c2' } }]);
    const none = await countersign(['approve', requestId, '--call', 'c9'], { ...ports, typed: 'y' });
    expect([none.code, none.posted]).toEqual([2, []]);
  });

  test('each open call is asked about by itself', async () => {
    const { ports, requestId } = await waitingRun(buying('c1'), buying('c2'));
    const { questions, posted } = await countersign(['reject', requestId], { ...ports, ...recorded, typed: 'y' });
    expect(questions).toHaveLength(2);
    expect(posted).toMatchObject([{ body: { toolUseId: 'c1', verdict: 'reject' } }, { body: { toolUseId: 'c2' } }]);
  });

  test('what was decided meanwhile is told as that and not sent', async () => {
    const { ports, requestId, made } = await waitingRun(buying('c1'));
    await made.decide('reject', { call: 'c1' });
    const { code, posted, errors } = await countersign(['approve', requestId], { ...ports, typed: 'y' });
    expect([code, posted]).toEqual([1, []]);
    expect(errors).toContain('buy is rejected');
  });

  test('the same verdict can be sent once more with --call, while the agent has not heard it: that wakes the run', async () => {
    const { ports, requestId, made } = await waitingRun(buying('c1'));
    await made.decide('approve', { call: 'c1' });
    const again = await countersign(['approve', requestId, '--yes', '--call', 'c1'], { ...ports, ...recorded });
    expect([again.code, again.posted.length]).toEqual([0, 1]);
    await made.drive();
    const late = await countersign(['approve', requestId, '--yes', '--call', 'c1'], { ...ports, ...recorded });
    expect([late.code, late.posted]).toEqual([1, []]);
  });

  test('a call whose arguments were erased can be rejected and not approved', async () => {
    const { ports, requestId, made } = await waitingRun(buying('c1'));
    const call = (await made.run()).calls[0];
    made.contents.erase(made.runId, call?.input.contentId ?? ('' as ContentId));
    const approve = await countersign(['approve', requestId], { ...ports, typed: 'y' });
    expect([approve.code, approve.posted]).toEqual([1, []]);
    const reject = await countersign(['reject', requestId], { ...ports, ...recorded, typed: 'y' });
    expect([reject.code, reject.posted.length]).toEqual([0, 1]);
  });

  test('a refusal of the gate is told in its own words, and ends with 1', async () => {
    const { ports, requestId } = await waitingRun(buying('c1'));
    const body = { message: 'You are not an approver of this call.' };
    const { code, errors } = await countersign(['approve', requestId], {
      ...ports,
      typed: 'y',
      answer: { status: 403, body },
    });
    expect([code, errors]).toEqual([1, expect.stringContaining('You are not an approver of this call.')]);
  });

  test('a request that nobody knows ends with 3', async () => {
    const { ports } = await waitingRun(buying('c1'));
    expect((await countersign(['approve', 'request-0'], { ...ports, typed: 'y' })).code).toBe(3);
  });

  test('with --json standard output is one document, and the arguments stand on the other stream', async () => {
    const { ports, requestId } = await waitingRun(buying('c1'));
    const { json, errors } = await countersign(['approve', requestId, '--yes', '--json'], { ...ports, ...recorded });
    expect(json()).toEqual({ accepted: true, status: 200, body: { kind: 'recorded' } });
    expect(errors).toContain('Arguments, all of them:');
  });
});

test('a call past its deadline is not open, though its run has not woken yet', async () => {
  const { made, ports } = await waitingRun(buying('c1'));
  const run = await made.run();
  const deadline = Date.parse(run.calls[0]?.requested?.deadline ?? '');
  expect(requestsOf(run, deadline - 1)[0]?.open).toHaveLength(1);
  expect(requestsOf(run, deadline)[0]?.open).toHaveLength(0);
  expect(ports.now()).toBeLessThan(deadline);
});
