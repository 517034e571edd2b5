import { describe, expect, test } from 'vitest';
import { type Commit, commitAfter } from '../../lib/core/commit.ts';
import type { CommandId, RunId } from '../../lib/core/ids.ts';
import type { Ledger } from '../../lib/gate/ports.ts';
import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';
import { memoryLedger } from '../support/memory-ledger.ts';

const chain = 'run-1' as RunId;

function counted(ledger: Ledger): Ledger & { readonly loads: () => number } {
  let loads = 0;
  return {
    loads: () => loads,
    load: (runId) => {
      loads += 1;
      return ledger.load(runId);
    },
    append: ledger.append,
  };
}

function commit(after: Commit | undefined, by: string): Commit {
  return commitAfter(after, { chain, at: '2027-01-01T00:00:00.000Z', commandId: by as CommandId, entries: [] });
}

describe('a remembered ledger', () => {
  test('loads a chain once and knows what was appended through it', async () => {
    const table = counted(memoryLedger());
    const ledger = rememberedLedger(table);
    const first = commit(undefined, 'a');
    expect(await ledger.load(chain)).toEqual([]);
    expect(await ledger.append(first)).toBe('appended');
    expect((await ledger.load(chain)).map(({ hash }) => hash)).toEqual([first.hash]);
    expect(table.loads()).toBe(1);
  });

  test('loads anew when somebody else was faster, and then sees what they appended', async () => {
    const table = counted(memoryLedger());
    const ledger = rememberedLedger(table);
    await ledger.load(chain);
    const theirs = commit(undefined, 'b');
    await table.append(theirs);
    expect(await ledger.append(commit(undefined, 'a'))).toBe('taken');
    expect((await ledger.load(chain)).map(({ hash }) => hash)).toEqual([theirs.hash]);
    expect(table.loads()).toBe(2);
  });
});
