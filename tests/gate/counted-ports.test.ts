import { describe, expect, test } from 'vitest';
import { commitAfter } from '../../lib/core/commit.ts';
import type { Entry } from '../../lib/core/entries.ts';
import type { AttemptId, CommandId, RunId } from '../../lib/core/ids.ts';
import { countedCallback, countedLedger } from '../../lib/gate/counted-ports.ts';
import type { Ledger } from '../../lib/gate/ports.ts';

const chain = 'run-1' as RunId;
const commandId = 'cmd-1' as CommandId;
const missing: Entry = { type: 'guard.missing', turn: 1, attemptId: 'a' as AttemptId, toolUseIds: [] };
const commit = commitAfter(undefined, { chain, at: '2027-01-01T00:00:00.000Z', commandId, entries: [missing] });

function counted(append: Ledger['append']) {
  const counts: string[] = [];
  const ledger = countedLedger({ load: async () => [], append }, (metric) => counts.push(metric));
  return { ledger, counts };
}

describe('the counted ports', () => {
  test('count a commit that was written, and none that somebody else was faster than', async () => {
    const written = counted(async () => 'appended');
    await written.ledger.append(commit);
    expect(written.counts).toEqual(['GuardMissing']);
    const beaten = counted(async () => 'taken');
    await beaten.ledger.append(commit);
    expect(beaten.counts).toEqual([]);
  });

  test('know the run also when a chain of one of its grants was looked at meanwhile', async () => {
    const decided = commitAfter(undefined, {
      chain,
      at: '2027-01-01T00:00:00.000Z',
      commandId,
      entries: [{ type: 'verdict.recorded' } as Entry],
    });
    const late = commitAfter(decided, {
      chain,
      at: '2027-01-02T00:00:00.000Z',
      commandId,
      entries: [{ type: 'turn.started' } as Entry],
    });
    const counts: string[] = [];
    const load: Ledger['load'] = async (id) => (id === chain ? [decided] : []);
    const ledger = countedLedger({ load, append: async () => 'appended' }, (metric) => counts.push(metric));
    await ledger.load(chain);
    await ledger.load(`grant-${'0'.repeat(64)}` as RunId);
    await ledger.append(late);
    expect(counts).toEqual(['WaitStuck']);
  });

  test('count a commit that could not be written, and still throw', async () => {
    const { ledger, counts } = counted(async () => {
      throw new Error('AccessDenied');
    });
    await expect(ledger.append(commit)).rejects.toThrow('AccessDenied');
    expect(counts).toEqual(['AppendFailed']);
  });

  test('count a wake-up that failed, and none that came too late', async () => {
    const counts: string[] = [];
    const answers = ['too-old' as const, new Error('throttled')];
    const wake = async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? ('sent' as const);
    };
    const callback = countedCallback({ wake }, (metric) => counts.push(metric));
    expect(await callback.wake('token')).toBe('too-old');
    await expect(callback.wake('token')).rejects.toThrow('throttled');
    expect(counts).toEqual(['CallbackFailed']);
  });
});
