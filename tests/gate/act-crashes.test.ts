import { describe, expect, test } from 'vitest';
import type { Around } from '../support/around.ts';
import { answered, asking, done, look } from './acting-bench.ts';

/** Dies once around the n-th call of a port while the call is carried out, before it or after it. */
function dyingAt(nth: number, when: 'before' | 'after'): { readonly hook: Around; readonly died: () => string } {
  let calls = 0;
  let died = '';
  let isActing = false;
  return {
    died: () => died,
    hook: async (name, call) => {
      isActing ||= name === 'receipts.sign';
      const isNow = isActing && calls++ === nth;
      if (isNow) died = name;
      if (isNow && when === 'before') throw new Error(`died before ${name}`);
      const answer = await call();
      if (isNow) throw new Error(`died after ${name}`);
      return answer;
    },
  };
}

const executor = { verifier: { lambda: look }, attempts: 5 };
const verdict = answered({ status: 'verified', reason: 'It is there.' });

describe('an act function that dies', () => {
  test.each(
    Array.from({ length: 12 }, (_, nth) => nth).flatMap((nth) => [[nth, 'before'] as const, [nth, 'after'] as const]),
  )('around its port call %i (%s) never acts twice, and the run comes to its end', async (nth, when) => {
    const dying = dyingAt(nth, when);
    const gate = await asking([done], { executor, verdict, hook: dying.hook });
    const [told] = await gate.end();
    expect(dying.died()).not.toBe('');
    expect(gate.executors.acted()).toBeLessThanOrEqual(1);
    expect(told?.said).toMatchObject({
      outcome: 'approved',
      action: { status: expect.stringMatching(/done|unknown/) },
    });
    // A marked attempt is never begun again, so an executor that nobody reached leaves an action that nobody knows.
    const action = (await gate.run()).calls[0]?.action;
    expect(action?.attempts).toHaveLength(1);
    if (action?.finished?.status === 'done') expect(gate.executors.acted()).toBe(1);
  });

  test('behind an idempotent executor has it invoked again with the same key, once the first can no longer be running', async () => {
    let invokes = 0;
    const hook: Around = async (name, call) => {
      if (name !== 'executors.invoke') return call();
      invokes += 1;
      const answer = await call();
      if (invokes === 1) throw new Error('died after the executor had acted');
      return answer;
    };
    const gate = await asking([done], { executor: { idempotent: true }, hook });
    const [told] = await gate.end();
    const { attempts = [] } = (await gate.run()).calls[0]?.action ?? {};
    expect(attempts).toHaveLength(2);
    expect(new Set(attempts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(Date.parse(attempts[1]?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(attempts[0]?.mayRunUntil ?? ''));
    expect(told).toMatchObject({ status: 'success', said: { action: { status: 'done' } } });
  });
});
