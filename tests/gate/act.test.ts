import { describe, expect, test } from 'vitest';
import { type NextStep, nextStep } from '../../lib/core/next-step.ts';
import type { Executors } from '../../lib/gate/ports.ts';
import { bench } from '../support/bench.ts';
import { resultsIn } from '../support/scripted-harness.ts';
import { buying } from '../support/stream.ts';
import { actingGate, agent, answered, asking, done, look, scriptedExecutors, shop } from './acting-bench.ts';

describe('a call that the gate carries out', () => {
  test('is invoked once after its approval, with key, digest, approver and receipt, and the model is told what came of it', async () => {
    const gate = await asking([done]);
    expect(gate.executors.invoked).toEqual([]);
    const [told] = await gate.end();
    const { digest } = (await gate.run()).calls[0]?.requested ?? {};
    expect(gate.executors.invoked).toMatchObject([
      {
        lambda: shop,
        payload: {
          tool: 'buy',
          input: { item: 'chair' },
          digest,
          idempotencyKey: expect.stringMatching(/^[0-9a-f]{64}$/),
          outcome: 'approved',
          approvedBy: [{ id: 'morgan', assurance: 'link' }],
          runId: gate.runId,
          toolUseId: 'c1',
        },
      },
    ]);
    const { receipt, idempotencyKey } = gate.executors.invoked[0]?.payload ?? {};
    expect(JSON.parse(String(receipt))).toMatchObject({ aud: shop, digest, jti: idempotencyKey, outcome: 'approved' });
    expect(told).toMatchObject({
      status: 'success',
      said: { outcome: 'approved', action: { status: 'done', result: { bought: true }, verified: null } },
    });
  });

  test('names the request of its siblings, so that people are asked about them even where it cannot be carried out', async () => {
    const steps: NextStep[] = [];
    const looking: Executors = {
      invoke: async () => {
        steps.push(nextStep(await gate.run(), { caps: gate.ports.gate.caps, inDoubt: 'fail' }, gate.clock.now()));
        return done;
      },
    };
    const calls = [buying('c1'), { id: 'l1', tool: 'look' }];
    const gate = bench({ harness: agent(calls), gate: actingGate(), executors: looking });
    await gate.drive();
    const [buy] = (await gate.run()).calls;
    const open = { requestId: buy?.requestId, wakeAt: buy?.requested?.deadline };
    expect(steps).toMatchObject([{ kind: 'act', calls: [{ toolUseId: 'l1' }], open }]);
  });

  test('that rules allow is carried out without a person, and answered in the same batch', async () => {
    const executors = scriptedExecutors([done]);
    const harness = agent([{ id: 'l1', tool: 'look' }]);
    const gate = bench({ harness, gate: actingGate(), executors });
    expect(await gate.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(executors.invoked).toMatchObject([{ payload: { outcome: 'allowed', approvedBy: [] } }]);
    expect(resultsIn(harness.requests[1])).toMatchObject([
      { said: { outcome: 'allowed', action: { status: 'done' } } },
    ]);
  });

  test('is not waited for by its siblings, nor does it wait for them', async () => {
    const executors = scriptedExecutors([done]);
    const calls = [buying('c1'), buying('c2', 'desk'), { id: 'l1', tool: 'look' }];
    const gate = bench({ harness: agent(calls), gate: actingGate(), executors });
    expect((await gate.drive()).kind).toBe('waiting');
    expect(executors.invoked.map(({ payload }) => payload['toolUseId'])).toEqual(['l1']);
  });

  test.each([
    ['failed', answered({ status: 'failed', reason: 'Sold out.' }), { status: 'failed', reason: 'Sold out.' }],
    ['unreadable', answered({ status: 'ok' }), { status: 'unknown' }],
    ['more than was asked', answered({ status: 'done', sure: true }), { status: 'unknown' }],
    ['thrown', { kind: 'failed', error: 'Error', message: 'Oh.' } as const, { status: 'unknown' }],
    ['lost', { kind: 'unanswered', error: 'TimeoutError' } as const, { status: 'unknown' }],
    ['impossible', { kind: 'not-invoked', error: 'AccessDenied' } as const, { status: 'failed' }],
  ])('whose executor answers with something %s is told as such, and never as a success', async (_, answer, action) => {
    const gate = await asking([answer]);
    const [told] = await gate.end();
    expect(told).toMatchObject({ status: 'error', said: { outcome: 'approved', action } });
    expect(gate.executors.acted()).toBe(action.status === 'failed' && answer.kind === 'not-invoked' ? 3 : 1);
  });

  test('is tried again with the same key as often as the file says, when the executor asks for it', async () => {
    const busy = answered({ status: 'retry', reason: 'Busy.' });
    const gate = await asking([busy], { executor: { attempts: 2 } });
    const [told] = await gate.end();
    expect(told).toMatchObject({ status: 'error', said: { action: { status: 'failed', reason: 'Busy.' } } });
    const keys = gate.executors.invoked.map(({ payload }) => payload['idempotencyKey']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test('of which nobody knows the end is invoked again only where the file says that it is idempotent', async () => {
    const lost = { kind: 'unanswered', error: 'TimeoutError' } as const;
    const once = await asking([lost, done]);
    await once.end();
    expect(once.executors.acted()).toBe(1);
    const twice = await asking([lost, done], { executor: { idempotent: true } });
    const [told] = await twice.end();
    expect(twice.executors.acted()).toBe(2);
    expect(told).toMatchObject({ status: 'success', said: { action: { status: 'done' } } });
  });

  test('that is to be retried once too often failed, but is unknown where an attempt before it was lost', async () => {
    const lost = { kind: 'unanswered', error: 'TimeoutError' } as const;
    const retry = answered({ status: 'retry', reason: 'Busy.' });
    const executor = { idempotent: true, attempts: 2 };
    const [failed] = await (await asking([retry, retry], { executor })).end();
    expect(failed?.said['action']).toMatchObject({ status: 'failed', reason: 'Busy.' });
    const [unknown] = await (await asking([lost, retry], { executor })).end();
    expect(unknown?.said['action']).toMatchObject({ status: 'unknown', reason: 'Busy.' });
  });

  test('gives the model a large result in part and says how much is missing, and keeps it whole', async () => {
    const gate = await asking([answered({ status: 'done', result: 'ä'.repeat(20_000) })]);
    const [told] = await gate.end();
    const action = told?.said['action'] as { resultBeginsWith: string; resultBytesMissing: number };
    expect(Buffer.byteLength(action.resultBeginsWith) + action.resultBytesMissing).toBe(40_002);
    expect(Buffer.byteLength(action.resultBeginsWith)).toBeLessThanOrEqual(16_384);
    expect(action.resultBeginsWith).toMatch(/^"ä+$/);
    expect(gate.contents.everything()).toContain('ä'.repeat(20_000));
  });
});

test('reasons of executors and verifiers reach the model in part where they are large, and are kept whole', async () => {
  const reason = 'é'.repeat(5_000);
  const failed = await asking([answered({ status: 'failed', reason })]);
  const [told] = await failed.end();
  const words = /^é{2048}… \(5904 bytes more\)$/;
  expect(told?.said['action']).toMatchObject({ reason: expect.stringMatching(words) });
  expect(failed.contents.everything()).toContain(reason);
  const refuting = { verdict: answered({ status: 'refuted', reason }), executor: { verifier: { lambda: look } } };
  const [seen] = await (await asking([done], refuting)).end();
  expect(seen?.said['action']).toMatchObject({ verifier: { reason: expect.stringMatching(words), terminal: false } });
});

describe('a verifier', () => {
  const executor = { verifier: { lambda: look } };
  const refuted = answered({ status: 'refuted', reason: 'Nothing there.', terminal: true, evidence: { found: 0 } });

  test('gets the call and not the answer, and its word stands beside the executor’s', async () => {
    const verdict = answered({ status: 'verified', reason: 'It is there.' });
    const gate = await asking([done], { executor, verdict });
    const [told] = await gate.end();
    const { payload } = gate.executors.invoked[1] ?? {};
    expect(Object.keys(payload ?? {}).sort()).toEqual(
      ['actedAt', 'digest', 'idempotencyKey', 'input', 'runId', 'tool', 'toolUseId'].sort(),
    );
    expect(told).toMatchObject({ status: 'success', said: { action: { status: 'done', verified: true } } });
  });

  test('that refutes makes it no success, and the run ends as refuted', async () => {
    const gate = await asking([done], { executor, verdict: refuted });
    const [told] = await gate.end();
    expect(told).toMatchObject({ status: 'error', said: { action: { status: 'done', verified: false } } });
    const rest = await gate.drive();
    expect(rest).toMatchObject({ next: { next: 'failed', error: 'Countersign.ActionRefuted' } });
  });

  test.each([
    ['fails', { kind: 'failed', error: 'Error', message: '' } as const],
    ['says nothing that can be read', answered({ verified: true })],
    ['is not there', { kind: 'not-invoked', error: 'ResourceNotFoundException' } as const],
  ])('that %s leaves the action unverified', async (_, verdict) => {
    const gate = await asking([done], { executor, verdict });
    const [told] = await gate.end();
    expect(told).toMatchObject({ status: 'success', said: { action: { status: 'done', verified: null } } });
    expect((await gate.run()).calls[0]?.action?.checked?.type).toBe('action.unverified');
    expect(await gate.drive()).toMatchObject({ next: { next: 'done' } });
  });

  test('looks too when nobody knows whether it was done', async () => {
    const verdict = answered({ status: 'verified', reason: 'It is there.' });
    const gate = await asking([{ kind: 'unanswered', error: 'TimeoutError' }], { executor, verdict });
    const [told] = await gate.end();
    expect(told).toMatchObject({ status: 'success', said: { action: { status: 'unknown', verified: true } } });
    expect(await gate.drive()).toMatchObject({ next: { next: 'done' } });
  });
});
