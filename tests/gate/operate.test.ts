import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { afterDeath } from '../../lib/gate/after-death.ts';
import { operate } from '../../lib/gate/operate.ts';
import { recordVerdict } from '../../lib/gate/record-verdict.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import { type Bench, bench, execution, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { type Reply, resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending, type SaidCall } from '../support/stream.ts';

const morgan = 'arn:aws:sts::123456789012:assumed-role/morgan/laptop';
const operator = 'arn:aws:iam::123456789012:user/ops/oncall';
const approvers = {
  morgan: { name: 'Morgan Reyes', mail: 'morgan@example.com', iam: 'arn:aws:iam::123456789012:role/staff/morgan' },
  alex: { name: 'Alex Kim', mail: 'alex@example.com' },
};
const signing = gateFile({ approvers });
const strict = gateFile({
  approvers,
  tools: {
    buy: {
      description: 'Buys.',
      inputSchema: { type: 'object' },
      rule: { ask: { approvers: ['morgan'], deadline: '1h', assurance: 'iam' } },
    },
  },
});

interface World extends Bench {
  readonly post: (path: string, body: JsonObject, userArn?: string) => ReturnType<typeof operate>;
  readonly typed: (type: string) => Promise<readonly object[]>;
}

async function waiting(
  calls: readonly SaidCall[] = [buying('c1')],
  gate: GateFile = signing,
  after: Reply = ending('Done.', 'c1'),
): Promise<World> {
  const made = bench({ harness: scriptedHarness([calling(...calls), after]), gate });
  expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  return {
    ...made,
    post: (path, body, userArn = operator) =>
      operate(oneInvocation(made.ports), { path, userArn, body: JSON.stringify(body) }),
    typed: async (type) =>
      (await made.commits()).flatMap((commit) => commit.entries).filter((entry) => entry.type === type),
  };
}

async function verdictOn(made: World, changes: JsonObject = {}): Promise<JsonObject> {
  const call = (await made.run()).calls[0];
  const { requestId = '', requested } = call ?? {};
  const shown = { runId: made.runId, requestId, toolUseId: 'c1', digest: requested?.digest ?? '' };
  return { ...shown, verdict: 'approve', ...changes };
}

describe('a signed verdict', () => {
  test('counts as the approver whose identity signed it, and the run goes on', async () => {
    const made = await waiting();
    const answer = await made.post('/verdicts', await verdictOn(made, { comment: 'Fine.' }), morgan);
    expect(answer).toMatchObject({ status: 200, body: { kind: 'recorded', outcome: 'approved', by: ['morgan'] } });
    expect(await made.typed('verdict.recorded')).toMatchObject([{ approverId: 'morgan', assurance: 'iam' }]);
    expect(made.contents.everything()).toContain('"sessionName":"laptop"');
    expect(JSON.stringify(await made.commits())).not.toContain('arn:aws:iam::123456789012:role/morgan');
    expect(await made.drive()).toMatchObject({ next: { next: 'done' } });
    expect(resultsIn(made.harness.requests[1])).toMatchObject([{ said: { outcome: 'approved', comment: 'Fine.' } }]);
    expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
  });

  test('competes with one by link: the first counts, the other is evidence', async () => {
    const made = await waiting();
    await made.decide('reject', { call: 'c1' });
    expect(await made.post('/verdicts', await verdictOn(made), morgan)).toMatchObject({
      status: 409,
      body: { kind: 'decided-already', outcome: 'rejected' },
    });
    expect(await made.typed('verdict.set-aside')).toMatchObject([{ why: 'decided-already', caller: { size: 70 } }]);
  });

  test('that comes again is a success, and too late is too late', async () => {
    const made = await waiting();
    const verdict = await verdictOn(made);
    await made.post('/verdicts', verdict, morgan);
    expect(await made.post('/verdicts', verdict, morgan)).toMatchObject({ status: 200, body: { kind: 'repeated' } });
    const late = await waiting();
    late.clock.set('2026-03-02T10:00:00.000Z');
    expect(await late.post('/verdicts', await verdictOn(late), morgan)).toMatchObject({ status: 410 });
  });

  test.each<[string, JsonObject, string, number]>([
    ['somebody who is no approver', {}, operator, 403],
    ['another digest than was shown', { digest: 'a'.repeat(64) }, morgan, 409],
    ['a call that is not there', { toolUseId: 'c2' }, morgan, 404],
    ['a run that is not there', { runId: `run-${'0'.repeat(32)}` }, morgan, 404],
    ['no digest', { digest: null }, morgan, 400],
    ['another verdict', { verdict: 'allow' }, morgan, 400],
    ['a member that nobody knows', { force: true }, morgan, 400],
    ['the root of the account', {}, 'arn:aws:iam::123456789012:root', 403],
  ])('of %s records nothing', async (_, changes, userArn, status) => {
    const made = await waiting();
    const { head } = await made.run();
    expect(await made.post('/verdicts', await verdictOn(made, changes), userArn)).toMatchObject({ status });
    expect((await made.run()).head).toEqual(head);
  });

  test('is the only one that counts where the gate file demands it', async () => {
    const made = await waiting([buying('c1')], strict);
    const { head } = await made.run();
    expect(await made.decide('approve', { call: 'c1' })).toMatchObject({ kind: 'not-sure-enough' });
    expect(await made.decide('reject', { call: 'c1' })).toMatchObject({ kind: 'not-sure-enough' });
    expect((await made.run()).head).toEqual(head);
    expect(await made.post('/verdicts', await verdictOn(made), morgan)).toMatchObject({ status: 200 });
    expect(await made.drive()).toMatchObject({ next: { next: 'done' } });
  });
});

describe('a stop', () => {
  const stop = (made: World, more: JsonObject = {}) => made.post('/runs/stop', { runId: made.runId, ...more });

  test('cancels what waits, tells whoever was asked once, and ends the run without another word to the harness', async () => {
    const made = await waiting([buying('c1'), { id: 'c2', tool: 'sell' }]);
    const linkSecret = made.secretOf('morgan@example.com');
    expect(await stop(made, { reason: 'Wrong quarter.' })).toMatchObject({
      status: 202,
      body: { cancelled: ['c1', 'c2'] },
    });
    expect(await made.drive()).toMatchObject({
      kind: 'ended',
      next: { next: 'stopped', error: 'Countersign.RunStopped', cause: expect.stringContaining('"reason":"operator"') },
    });
    expect(made.harness.requests).toHaveLength(1);
    const cancelled = made.courier.sent.filter(({ message }) => message.subject === 'Cancelled');
    expect(cancelled.map(({ to }) => to).sort()).toEqual(['alex@example.com', 'morgan@example.com']);
    expect(await made.typed('session.retired')).toMatchObject([{ owed: ['c1', 'c2'] }]);
    expect(await made.typed('run.stop-requested')).toMatchObject([{ by: {}, reason: { size: 14 } }]);
    const digest = await made.digestOf('c1');
    const late = { linkSecret, toolUseId: 'c1' as ToolUseId, verdict: 'approve', digest, comment: undefined } as const;
    expect(await recordVerdict(made.ports, late)).toMatchObject({ kind: 'too-late' });
    expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
  });

  test('tells everybody once, although the run that it wakes ends and has whoever was not told yet be told', async () => {
    let ending: (() => Promise<unknown>) | undefined;
    const made = bench({
      harness: scriptedHarness([calling({ id: 'c1', tool: 'sell' })]),
      gate: signing,
      around: async (name, call) => {
        const answer = await call();
        if (name === 'callback.wake') await ending?.();
        return answer;
      },
    });
    await made.drive();
    ending = async () => {
      ending = undefined;
      await made.drive();
      await afterDeath(made.ports, {
        ...execution,
        status: 'FAILED',
        diedAt: new Date(made.ports.clock()).toISOString(),
      });
    };
    const body = JSON.stringify({ runId: made.runId });
    await operate(oneInvocation(made.ports), { path: '/runs/stop', userArn: operator, body });
    expect((await made.run()).finished).toMatchObject({ outcome: 'stopped' });
    const told = made.courier.sent.filter(({ message }) => message.subject === 'Cancelled');
    expect(told.map(({ to }) => to).sort()).toEqual(['alex@example.com', 'morgan@example.com']);
  });

  test('that comes again changes nothing and tells nobody twice; after the end there is nothing to stop', async () => {
    const made = await waiting();
    await stop(made);
    const { head } = await made.run();
    expect(await stop(made)).toMatchObject({ status: 202 });
    expect((await made.run()).head).toEqual(head);
    expect(made.courier.sent).toHaveLength(2);
    const ended = await waiting();
    await ended.decide('approve', { call: 'c1' });
    await ended.drive();
    expect(await stop(ended)).toMatchObject({ status: 409 });
    expect(await ended.post('/runs/stop', { runId: `run-${'0'.repeat(32)}` })).toMatchObject({ status: 404 });
  });

  test('whose notices cannot be sent is a stop all the same, and asking again sends them', async () => {
    const made = await waiting();
    made.courier.answerWith(() => ({ kind: 'failed', error: 'Throttled', again: 'will-be-tried-again' }));
    expect(await stop(made)).toMatchObject({ status: 202, body: { untold: ['Throttled'] } });
    made.courier.answerWith(undefined);
    await made.drive();
    await stop(made);
    expect(made.courier.sent).toHaveLength(2);
    expect(await made.typed('notice.sent')).toHaveLength(2);
  });

  test('during a turn lets that turn come to its end, and no result follows it', async () => {
    let stopping: (() => Promise<unknown>) | undefined;
    const made = bench({
      harness: scriptedHarness([calling(buying('c1')), ending('Done.', 'c1')]),
      gate: signing,
      around: async (name, call) => {
        const answer = await call();
        if (name === 'harness.invoke') await stopping?.();
        return answer;
      },
    });
    const body = JSON.stringify({ runId: made.runId });
    stopping = () => operate(oneInvocation(made.ports), { path: '/runs/stop', userArn: operator, body });
    expect(await made.drive()).toMatchObject({ next: { next: 'stopped' } });
    expect(made.harness.requests).toHaveLength(1);
    expect(made.courier.sent).toEqual([]);
    const { turns, calls } = await made.run();
    expect(turns.map(({ end }) => end?.type)).toEqual(['turn.finished']);
    expect(calls).toMatchObject([{ toolUseId: 'c1', handedIn: 1 }]);
    expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
  });

  test('leaves decided calls as they were decided', async () => {
    const made = await waiting([buying('c1'), buying('c2', 'desk')]);
    await made.decide('approve', { call: 'c1' });
    expect(await stop(made)).toMatchObject({ body: { cancelled: ['c2'] } });
    expect((await made.run()).calls.map((call) => call.closed?.outcome)).toEqual(['approved', 'cancelled']);
    expect(await made.drive()).toMatchObject({ next: { next: 'stopped' } });
  });
});

describe('asking again', () => {
  const resend = async (made: World, more: { readonly [name: string]: Json } = {}) => {
    const requestId = [...(await made.run()).requests.keys()][0] ?? '';
    return made.post('/requests/resend', { runId: made.runId, requestId, ...more });
  };

  test('sends one more notice with a link of its own to everybody who can still answer', async () => {
    const made = await waiting([{ id: 'c1', tool: 'sell' }]);
    const first = made.secretOf('alex@example.com');
    expect(await resend(made)).toMatchObject({
      status: 202,
      body: {
        notices: [
          { approver: 'morgan', attempt: 2 },
          { approver: 'alex', attempt: 2 },
        ],
      },
    });
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
    expect(made.courier.sent).toHaveLength(4);
    const again = [...(await made.run()).notices.values()].filter(({ planned }) => planned.attempt === 2);
    expect(again.map(({ planned }) => planned.by?.size)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(made.secretOf('alex@example.com')).not.toBe(first);
    expect(made.harness.requests).toHaveLength(1);
    expect(await made.decide('approve', { call: 'c1', as: 'alex@example.com' })).toMatchObject({ kind: 'recorded' });
  });

  test('can be to one of them, and ends after ten times', async () => {
    const made = await waiting([{ id: 'c1', tool: 'sell' }]);
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      expect(await resend(made, { approver: 'alex' })).toMatchObject({ body: { notices: [{ attempt }] } });
    }
    const { status, body } = await resend(made, { approver: 'alex' });
    expect([status, body['message']]).toEqual([409, expect.stringMatching(/^alex was asked 10 times/)]);
  });

  test('to somebody whom the request does not ask names those whom it asks', async () => {
    const made = await waiting([{ id: 'c1', tool: 'sell' }]);
    const { status, body } = await resend(made, { approver: 'sam' });
    expect([status, body['message']]).toEqual([404, expect.stringMatching(/^sam is asked .* morgan, alex\.$/)]);
    expect(await made.typed('notice.planned')).toHaveLength(2);
  });

  test('is refused where nobody can answer any more', async () => {
    const made = await waiting();
    await made.decide('reject', { call: 'c1' });
    expect(await resend(made)).toMatchObject({ status: 409 });
    expect(await resend(made, { requestId: `request-${'0'.repeat(32)}` })).toMatchObject({ status: 404 });
  });
});

test('an unknown path and a body that is no JSON are answered with what is allowed', async () => {
  const made = await waiting();
  expect(await made.post('/runs/delete', {})).toMatchObject({ status: 404 });
  const broken = { path: '/runs/stop', userArn: operator, body: '{"runId":"a","runId":"b"}' };
  expect(await operate(made.ports, broken)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('twice') },
  });
});
