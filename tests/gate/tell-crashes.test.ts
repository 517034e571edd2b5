import { expect, test } from 'vitest';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import type { Around } from '../support/around.ts';
import { bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const gate = gateFile({
  mail: { from: 'gate@example.com', outcomes: true },
  requesters: { sam: { mail: 'sam@example.com', hears: ['waiting', 'finished'] } },
});

// Whoever dies at a reading is as whoever dies before the next of these.
const effects: readonly string[] = ['ledger.append', 'courier.mail', 'operational.putMail'];

/** Rejected by a person, so told before the agent is; the n-th effect from then on dies, before it or behind it. */
async function rejected(point: { readonly at: number; readonly when: 'before' | 'behind' } | undefined) {
  let calls = 0;
  let isCounting = false;
  const around: Around = async (name, call) => {
    if (!isCounting || !effects.includes(name)) return call();
    const isPoint = point?.at === calls;
    calls += 1;
    if (isPoint && point?.when === 'before') throw new Error(`Died before ${name}.`);
    const answer = await call();
    if (isPoint) throw new Error(`Died behind ${name}.`);
    return answer;
  };
  const harness = scriptedHarness([calling(buying('c1')), ending('I see.', 'c1')]);
  const made = bench({ harness, gate, around });
  await made.drive();
  await made.decide('reject', { call: 'c1' });
  isCounting = true;
  const rest = await made.drive();
  isCounting = false;
  return { made, rest, calls };
}

test('whoever tells may die at any point: the run ends as it would, and each is told at least once and at most twice', async () => {
  const whole = await rejected(undefined);
  expect(whole.rest).toMatchObject({ kind: 'ended', next: { next: 'done' } });
  expect(whole.calls).toBeGreaterThan(10);
  let sentTwice = 0;
  for (let at = 0; at < whole.calls; at += 1) {
    for (const when of ['before', 'behind'] as const) {
      const { made, rest } = await rejected({ at, when });
      if (rest.kind === 'ended' && rest.next.next !== 'done') {
        // Died while the turn was marked: that is the turn's own doubt.
        expect(JSON.stringify(rest.next)).toContain('turn.in-doubt');
        continue;
      }
      expect(rest).toMatchObject({ kind: 'ended', next: { next: 'done' } });
      const news = made.courier.sent.filter(({ message }) => message.subject === 'News');
      const times = new Map<string, number>();
      for (const { noticeId } of news) times.set(noticeId, (times.get(noticeId) ?? 0) + 1);
      // To sam that people are asked, what came of it to morgan, and the end to sam.
      expect(times.size).toBe(3);
      expect(Math.max(...times.values())).toBeLessThanOrEqual(2);
      if ([...times.values()].includes(2)) sentTwice += 1;
      expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
    }
  }
  expect(sentTwice).toBeGreaterThan(0);
});
