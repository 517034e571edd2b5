import { expect, test } from 'vitest';
import { checkChain, commitAfter, type Head } from '../../lib/core/commit.ts';
import { type CommandId, type RunId, runIdOf } from '../../lib/core/ids.ts';
import type { Ledger } from '../../lib/gate/ports.ts';
import { runStarted } from '../support/history.ts';

let chains = 0;

/** A chain that no other test has used. */
export function newChain(): RunId {
  chains += 1;
  return runIdOf({ machineArn: 'contract', executionName: `chain ${chains}`, executionStartedAt: 'now' });
}

/** A commit whose bytes are about `size` large and differ by `mark`. */
export function commitFor(chain: RunId, head: Head | undefined, { mark = '', size = 0 } = {}) {
  const gate = `${mark}${'x'.repeat(size)}`;
  return commitAfter(head, {
    chain,
    at: '2026-03-02T09:00:00.000Z',
    commandId: 'command' as CommandId,
    entries: [runStarted({ runId: chain, gate })],
  });
}

/** What every ledger does, whatever it is made of. */
export function ledgerContract(ledger: () => Ledger): void {
  test('an unknown chain is empty', async () => {
    expect(await ledger().load(newChain())).toEqual([]);
  });

  test('what is appended is loaded as the very bytes that were hashed, under their hash', async () => {
    const chain = newChain();
    const first = commitFor(chain, undefined, { mark: 'Grüße 🚢' });
    const second = commitFor(chain, first);
    expect(await ledger().append(first)).toBe('appended');
    expect(await ledger().append(second)).toBe('appended');
    const stored = await ledger().load(chain);
    expect(stored.map((item) => ({ ...item, bytes: Buffer.from(item.bytes).toString('hex') }))).toEqual(
      [first, second].map(({ seq, hash, bytes }) => ({ chain, seq, hash, bytes: Buffer.from(bytes).toString('hex') })),
    );
    expect(checkChain(chain, stored).findings).toEqual([]);
  });

  test('a number that another commit has is taken, and nothing is overwritten', async () => {
    const chain = newChain();
    const ours = commitFor(chain, undefined, { mark: 'first' });
    await ledger().append(ours);
    expect(await ledger().append(commitFor(chain, undefined, { mark: 'second' }))).toBe('taken');
    expect((await ledger().load(chain)).map((item) => item.hash)).toEqual([ours.hash]);
  });

  test('the same bytes once more count as ours', async () => {
    const chain = newChain();
    const commit = commitFor(chain, undefined);
    await ledger().append(commit);
    expect(await ledger().append(commit)).toBe('appended');
    expect(await ledger().load(chain)).toHaveLength(1);
  });

  test('of many who append at once exactly one gets the number', async () => {
    const chain = newChain();
    const marks = Array.from({ length: 10 }, (_, at) => `writer ${at}`);
    const answers = await Promise.all(marks.map((mark) => ledger().append(commitFor(chain, undefined, { mark }))));
    expect(answers.filter((answer) => answer === 'appended')).toHaveLength(1);
    expect(await ledger().load(chain)).toHaveLength(1);
  });

  test('a chain of several pages is loaded whole and in order of its numbers', async () => {
    const chain = newChain();
    let head: Head | undefined;
    // 30 commits of 60 KB: a page of a query ends at 1 MB. More than ten, so that 10 must not sort before 2.
    for (let seq = 0; seq < 30; seq += 1) {
      const commit = commitFor(chain, head, { mark: String(seq), size: 60_000 });
      await ledger().append(commit);
      head = commit;
    }
    const stored = await ledger().load(chain);
    expect(stored.map((item) => item.seq)).toEqual(Array.from({ length: 30 }, (_, seq) => seq));
    expect(checkChain(chain, stored).findings).toEqual([]);
  });

  test('chains do not see each other', async () => {
    const [one, other] = [newChain(), newChain()];
    await ledger().append(commitFor(one, undefined));
    expect(await ledger().load(other)).toEqual([]);
  });
}
